// Package mcprevisions reads messages of the Model Context Protocol, and converts them between all of its revisions.
//
// [Decode] validates a message exactly as the schema of its revision says, and reports members that the revision does
// not define. [NewConverter] returns a [Converter] for the messages of one side, from one revision to another. It
// reports each difference as a [Loss], and refuses a message that has no equivalent with [NoCounterpart]. A [Session]
// converts both directions of a connection. The packages below, such as v20251125, have the messages as structs.
//
// # What a conversion keeps
//
// A message that does not change comes back as the same slice. Otherwise the order of members, the spelling of
// numbers, unknown members and integers of any size are kept. If an object has a member twice, the last one counts,
// and the others are removed.
//
// # Errors
//
// The content of a message causes a [*DecodeError], a [*NoCounterpart] or a [*LossError]. A wrong argument, such as a
// revision that does not exist, is an [*ArgumentError]. Use errors.As to tell them apart. No input makes a function
// panic. A message beyond the [Limits], by default 64 MiB and 400 levels of nesting, is a [*DecodeError] with
// [CodeParseError].
//
// # Concurrency and size
//
// Converters, decoders and sessions are safe for concurrent use. The data of a revision is read when it is first used.
// A program that uses only pairs such as [Pair20250618To20251125], or decoders such as [Decoder20251125], does not
// contain the data of other revisions.
package mcprevisions
