package mcprevisions

// Limits bound the size of a message. A larger message is a [DecodeError] with [CodeParseError].
type Limits struct {
	// Size is the most bytes of a message; 0 stands for DefaultSize. It is at most 2 GiB.
	Size int
	// Depth is the most levels of nesting; 0 stands for DefaultDepth. It is at most 10,000.
	Depth int
}

// The limits if the caller gives none.
const (
	DefaultSize  = 64 << 20 // bytes of a message
	DefaultDepth = 400      // levels of nesting
)

func (l Limits) orDefaults() Limits {
	if l.Size <= 0 {
		l.Size = DefaultSize
	}
	if l.Depth <= 0 {
		l.Depth = DefaultDepth
	}
	return Limits{min(l.Size, 1<<31-1), min(l.Depth, 10_000)}
}
