/// The longest common prefix of some texts, in Unicode scalars.
package func commonPrefix(of texts: [String]) -> String {
  guard var common = texts.first?.unicodeScalars[...] else { return "" }
  for text in texts.dropFirst() {
    common = common.prefix(zip(common, text.unicodeScalars).prefix { $0 == $1 }.count)
  }
  return String(common)
}
