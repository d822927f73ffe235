import PlainText

extension FlagSet {
  /// `HRM` of `BIOMarker.HRM`.
  package func unqualified(_ name: String) -> String {
    let prefix = Array("\(self.name).".utf8)
    guard name.utf8.starts(with: prefix) else { return name }
    return String(decoding: name.utf8.dropFirst(prefix.count), as: UTF8.self)
  }

  package var names: [String] { (flags + combinations).map(\.name) }

  /// Its flags in a sentence.
  package var listing: String {
    "\(name) has \(listed(names))"
  }
}
