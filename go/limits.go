package mcprevisions

// Limits bound the size of a message. A larger message is a [*DecodeError] with [CodeParseError], whose reason names the
// limit. A limit that is negative or too large is an [*ArgumentError].
//
// Time and memory are linear in the size of a message. A message of many small values, such as [1,1,1], takes up to 60
// bytes of memory for each byte of its text. If each of these values is a difference, it takes up to 1,100 bytes, or 240
// with [AllowLosses]. Choose Size accordingly.
type Limits struct {
	// Size is the most bytes of a message, at most 2,147,483,647; 0 stands for DefaultSize.
	Size int
	// Depth is the most levels of nesting, at most 10,000; 0 stands for DefaultDepth.
	Depth int
	// Batch is the most messages of a batch that a [Session] takes; 0 stands for DefaultBatch. Decoders and converters
	// ignore it.
	Batch int
}

// The limits if the caller gives none.
const (
	DefaultSize  = 64 << 20 // bytes of a message
	DefaultDepth = 400      // levels of nesting
	DefaultBatch = 1000     // messages of a batch
)

// The largest limits that a caller may give.
const (
	mostSize  = 1<<31 - 1
	mostDepth = 10_000
)

// check returns an error for a limit that is out of range.
func (l Limits) check() error {
	if l.Size < 0 || l.Size > mostSize {
		return argumentError("limits", "Size must be 0 to %d, not %d", mostSize, l.Size)
	}
	if l.Depth < 0 || l.Depth > mostDepth {
		return argumentError("limits", "Depth must be 0 to %d, not %d", mostDepth, l.Depth)
	}
	if l.Batch < 0 {
		return argumentError("limits", "Batch must not be negative, as %d is", l.Batch)
	}
	return nil
}

func (l Limits) orDefaults() Limits {
	if l.Size == 0 {
		l.Size = DefaultSize
	}
	if l.Depth == 0 {
		l.Depth = DefaultDepth
	}
	if l.Batch == 0 {
		l.Batch = DefaultBatch
	}
	return l
}
