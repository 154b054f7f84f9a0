// Package mcprevisions reads messages of the Model Context Protocol, and converts them between all of its revisions.
//
// [Decode] validates a message exactly as the schema of its revision says, and reports members that the revision does
// not define. [NewConverter] returns a [Converter] for the messages of one side, from one revision to another. It
// reports each difference as a [Loss], and refuses a message that has no equivalent with [NoCounterpart]. A [Session]
// converts both directions of a connection, and connects clients and servers of all revisions. The packages
// below, such as v20251125, have the messages as structs.
//
// # What a conversion keeps
//
// A message that does not change comes back as the same slice. Otherwise the order of members, the spelling of
// numbers and unknown members are kept. If an object has a member twice, the last one counts. [Decode] does not report
// the others, and a conversion removes them without a [Loss], also from a message that otherwise does not change.
//
// Unknown members pass, and the target may define them: 2026-07-28 has no execution of a tool and no task of a call, but
// the tasks of 2025-11-25 give them a meaning.
//
// A converter reads only what it edits, so a message that is not valid may pass. [WithValidation] validates each message
// first.
//
// # Numbers and texts
//
// A number keeps its digits, also if a float64 cannot hold it exactly. A number with a fraction or an exponent beyond
// the range of a float64, such as 1e309, an integer of more than 4,300 digits, and a text with half of a surrogate pair,
// such as "\ud800", are a [*DecodeError] with [CodeParseError].
//
// # Errors
//
// The content of a message causes a [*DecodeError], a [*NoCounterpart] or a [*LossError]. A wrong argument, such as a
// revision that does not exist, an option that is nil, or the zero value of [Converter], is an [*ArgumentError]. A
// [Session] also reports an [*OpenRequestsError], and DecodeResult of the packages of types an [*ErrorResponse]. Use
// errors.As to tell them apart. Their texts are one line of printable characters. No content of a message makes a
// function panic. A message beyond the [Limits], by default 64 MiB and 400 levels of nesting, is a [*DecodeError] with
// [CodeParseError].
//
// 2026-07-28 reserves the codes from -32099 to -32020 for its own errors. An older peer's error with such a code, such as
// -32050, therefore gets [CodeInternalError], and its data has the original code and data. The same holds for -32002, which
// said that a resource does not exist; as the answer to resources/read, it gets [CodeInvalidParams].
//
// # Concurrency and size
//
// Converters, decoders and sessions are safe for concurrent use. The data of a revision is read when it is first used.
// A program that uses only pairs such as [Pair20250618To20251125], or decoders such as [Decoder20251125], does not
// contain the data of other revisions.
package mcprevisions
