/// What chmod(1) changes.
struct Mode: OptionSet {
  let rawValue: Int32
  static let SUID = Mode(rawValue: 0o4000)
  static let SGID = Mode(rawValue: 0o2000)
  static let STICKY = Mode(rawValue: 0o1000)
  static let UR = Mode(rawValue: 0o400)
  static let UW = Mode(rawValue: 0o200)
  static let UX = Mode(rawValue: 0o100)
  static let GR = Mode(rawValue: 0o040)
  static let GW = Mode(rawValue: 0o020)
  static let GX = Mode(rawValue: 0o010)
  static let OR = Mode(rawValue: 0o004)
  static let OW = Mode(rawValue: 0o002)
  static let OX = Mode(rawValue: 0o001)
}

/// A letter as find(1) has it: a file, a directory, a link, a pipe, a socket, a device.
enum Kind: String { case f, d, l, p, s, b, c }

@Model final class File {
  @Attribute(.unique) var path: String
  var kind: Kind
  var owner: String
  var size: Int
  var mode: Mode
}
