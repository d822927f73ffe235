/// The flags of a network link, as ip-link(8) prints them.
struct LinkFlag: OptionSet {
  let rawValue: Int32
  static let UP = LinkFlag(rawValue: 1 << 0)
  static let BROADCAST = LinkFlag(rawValue: 1 << 1)
  static let DEBUG = LinkFlag(rawValue: 1 << 2)
  static let LOOPBACK = LinkFlag(rawValue: 1 << 3)
  static let POINTOPOINT = LinkFlag(rawValue: 1 << 4)
  static let NOTRAILERS = LinkFlag(rawValue: 1 << 5)
  static let NOARP = LinkFlag(rawValue: 1 << 7)
  static let PROMISC = LinkFlag(rawValue: 1 << 8)
  static let ALLMULTI = LinkFlag(rawValue: 1 << 9)
  static let MASTER = LinkFlag(rawValue: 1 << 10)
  static let SLAVE = LinkFlag(rawValue: 1 << 11)
  static let MULTICAST = LinkFlag(rawValue: 1 << 12)
  static let PORTSEL = LinkFlag(rawValue: 1 << 13)
  static let AUTOMEDIA = LinkFlag(rawValue: 1 << 14)
  static let DYNAMIC = LinkFlag(rawValue: 1 << 15)
  static let LOWER_UP = LinkFlag(rawValue: 1 << 16)
  static let DORMANT = LinkFlag(rawValue: 1 << 17)
  static let ECHO = LinkFlag(rawValue: 1 << 18)
  /// - In files: "NO-CARRIER"
  static let NO_CARRIER = LinkFlag(rawValue: 1 << 30)
}

struct Link: Entity {
  var ifname: String
  var flags: LinkFlag
  var mtu: Int
  var link_type: String
}
