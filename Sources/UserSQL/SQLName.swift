import Predicates

/// A name as SQLite compares names: the case of the letters A to Z does not count.
package struct SQLName: Hashable, Sendable {
  private let folded: [UInt8]

  init(_ bytes: some Sequence<UInt8>) {
    folded = bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
  }

  package init(_ name: String) {
    self.init(name.utf8)
  }
}
