/// The flags of an alignment, as samtools names them.
struct Alignment: OptionSet {
  let rawValue: Int32
  static let PAIRED = Alignment(rawValue: 0x1)
  static let PROPER_PAIR = Alignment(rawValue: 0x2)
  static let UNMAP = Alignment(rawValue: 0x4)
  static let MUNMAP = Alignment(rawValue: 0x8)
  static let REVERSE = Alignment(rawValue: 0x10)
  static let MREVERSE = Alignment(rawValue: 0x20)
  static let READ1 = Alignment(rawValue: 0x40)
  static let READ2 = Alignment(rawValue: 0x80)
  static let SECONDARY = Alignment(rawValue: 0x100)
  static let QCFAIL = Alignment(rawValue: 0x200)
  static let DUP = Alignment(rawValue: 0x400)
  static let SUPPLEMENTARY = Alignment(rawValue: 0x800)
}

struct Read: Entity {
  var name: String
  var flags: Alignment
  var chromosome: String
  var position: Int
  var quality: Int
}
