/// What a person may do.
struct Permission: OptionSet {
  let rawValue: Int64
  static let READ = Permission(rawValue: 1 << 0)
  static let WRITE = Permission(rawValue: 1 << 1)
  static let PIN = Permission(rawValue: 1 << 2)
  static let KICK = Permission(rawValue: 1 << 3)
  static let BAN = Permission(rawValue: 1 << 4)
  static let INVITE = Permission(rawValue: 1 << 5)
}
