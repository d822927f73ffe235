/// The flags of a memory map, as VmFlags of proc(5) names them.
struct VmFlag: OptionSet {
  let rawValue: Int64
  static let rd = VmFlag(rawValue: 1 << 0)
  static let wr = VmFlag(rawValue: 1 << 1)
  static let ex = VmFlag(rawValue: 1 << 2)
  static let sh = VmFlag(rawValue: 1 << 3)
  static let mr = VmFlag(rawValue: 1 << 4)
  static let mw = VmFlag(rawValue: 1 << 5)
  static let me = VmFlag(rawValue: 1 << 6)
  static let ms = VmFlag(rawValue: 1 << 7)
  static let gd = VmFlag(rawValue: 1 << 8)
  static let pf = VmFlag(rawValue: 1 << 9)
  static let dw = VmFlag(rawValue: 1 << 10)
  static let lo = VmFlag(rawValue: 1 << 11)
  static let io = VmFlag(rawValue: 1 << 12)
  static let sr = VmFlag(rawValue: 1 << 13)
  static let rr = VmFlag(rawValue: 1 << 14)
  static let dc = VmFlag(rawValue: 1 << 15)
  static let de = VmFlag(rawValue: 1 << 16)
  static let ac = VmFlag(rawValue: 1 << 17)
  static let nr = VmFlag(rawValue: 1 << 18)
  static let ht = VmFlag(rawValue: 1 << 19)
  static let sf = VmFlag(rawValue: 1 << 20)
  static let ar = VmFlag(rawValue: 1 << 21)
  static let wf = VmFlag(rawValue: 1 << 22)
  static let dd = VmFlag(rawValue: 1 << 23)
  static let sd = VmFlag(rawValue: 1 << 24)
  static let mm = VmFlag(rawValue: 1 << 25)
  static let hg = VmFlag(rawValue: 1 << 26)
  static let nh = VmFlag(rawValue: 1 << 27)
  static let mg = VmFlag(rawValue: 1 << 28)
  static let bt = VmFlag(rawValue: 1 << 29)
  static let mt = VmFlag(rawValue: 1 << 30)
  static let um = VmFlag(rawValue: 1 << 31)
  static let uw = VmFlag(rawValue: 1 << 32)
  static let ss = VmFlag(rawValue: 1 << 33)
  static let sl = VmFlag(rawValue: 1 << 34)
  static let lf = VmFlag(rawValue: 1 << 35)
  static let ui = VmFlag(rawValue: 1 << 36)
  static let dp = VmFlag(rawValue: 1 << 37)
  static let gu = VmFlag(rawValue: 1 << 38)
}

struct Map: Entity {
  var process: Int
  var start: String
  var size: Int
  var used: Int
  var flags: VmFlag
}
