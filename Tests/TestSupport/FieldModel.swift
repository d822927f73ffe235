/// Masks with fields beside their flags: numbers and enums, in place and counted from their lowest
/// bit, of a raw type without and with a sign.
public let fieldModel = """
  struct Transition: OptionSet {
    let rawValue: UInt32
    static let BLOCKED = Transition(rawValue: 1 << 23)
    static let CHAIN_END = Transition(rawValue: 1 << 29)
    static let REDIRECT = Transition(rawValue: 1 << 31)
    static let ends: Transition = [.BLOCKED, .CHAIN_END]
    @Bits(0...7) var core: Core
    @Bits(16...22) var priority: Int
    enum Core: UInt8 { case link, typed, bookmark, reload = 8 }
  }
  struct Mode: OptionSet {
    let rawValue: Int32
    static let x = Mode(rawValue: 1)
    static let w = Mode(rawValue: 2)
    @Bits(12...15) var type: FileType?
    @Bits(28...31) var level: Int
  }
  enum FileType: Int32 { case pipe = 0x1000, folder = 0x4000, file = 0x8000 }
  @Model final class Visit {
    var url: String
    var transition: Transition = []
    var mode: Mode?
    var from: Visit?
  }
  """
