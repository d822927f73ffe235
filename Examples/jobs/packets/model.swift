/// The flags of TCP: RFC 9293 and RFC 3168.
struct TCP: OptionSet {
  let rawValue: UInt16
  static let FIN = TCP(rawValue: 1 << 0)
  static let SYN = TCP(rawValue: 1 << 1)
  static let RST = TCP(rawValue: 1 << 2)
  static let PSH = TCP(rawValue: 1 << 3)
  static let ACK = TCP(rawValue: 1 << 4)
  static let URG = TCP(rawValue: 1 << 5)
  static let ECE = TCP(rawValue: 1 << 6)
  static let CWR = TCP(rawValue: 1 << 7)
}

struct Packet: Entity {
  var source: String
  var port: Int
  var flags: TCP
  var length: Int
}
