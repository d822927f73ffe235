/// The end of a comment that begins with `/*` at an offset, or the end of the text if it is not
/// closed.
package func endOfBlockComment(
  in text: [UInt8], at start: Int, nests: Bool
) -> (end: Int, isClosed: Bool) {
  let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
  var (at, depth) = (start + 2, 1)
  while depth > 0, at + 1 < text.count {
    switch (text[at], text[at + 1]) {
    case (slash, star) where nests: depth += 1
    case (star, slash): depth -= 1
    default:
      at += 1
      continue
    }
    at += 2
  }
  if depth == 0 { return (at, true) }
  return (text.count, false)
}
