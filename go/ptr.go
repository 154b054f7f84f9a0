package mcprevisions

// Ptr returns a pointer to a value, for an optional field of a type.
func Ptr[T any](v T) *T { return &v }
