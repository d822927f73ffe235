/// The model of an older database, whose bits `@Flags` keeps.
private enum Outer {
  struct Kept: OptionSet {
    let rawValue: Int
    static let gone = Kept(rawValue: 1 << 0)
    static let removed = Kept(rawValue: 1 << 2)
    static let old = Kept(rawValue: 1 << 3)
  }
}
