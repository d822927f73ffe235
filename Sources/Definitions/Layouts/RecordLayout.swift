import FlagModel

/// Calculates the layout of a struct or union by the rules of the C ABI.
struct RecordLayout {
  /// A declared member.
  struct Member {
    let name: Name?
    let layout: TypeLayout
    /// The width of a bit field; nil for other members.
    var width: Int?
    var isPacked = false
    /// The alignment from an attribute.
    var alignment: Int?
  }

  private let isUnion: Bool
  private let isPacked: Bool
  /// The number of `#pragma pack`.
  private let packing: Int?
  /// The next free bit.
  private var end = 0
  /// The size in bits of the largest member of a union.
  private var largest = 0
  private var alignment = 1
  private var members: [Name: (offset: Int, layout: TypeLayout)] = [:]

  init(isUnion: Bool, isPacked: Bool, packing: Int?) {
    self.isUnion = isUnion
    self.isPacked = isPacked
    self.packing = packing
  }

  /// True if there is space for a member, and all compilers place it equally.
  func canHold(_ member: Member) -> Bool {
    guard end / 8 + member.layout.size <= TypeLayout.largest else { return false }
    guard let width = member.width else { return true }
    let isPacked = isPacked || member.isPacked
    guard case .none = member.layout.parts, width <= member.layout.size * 8 else { return false }
    return member.alignment == nil && !(isPacked && (width == 0 || packing != nil))
  }

  mutating func add(_ member: Member) {
    if isUnion { end = 0 }
    if let width = member.width { addBits(width, member) } else { addBytes(member) }
    largest = max(largest, end)
  }

  private mutating func addBytes(_ member: Member) {
    let natural = if isPacked || member.isPacked { 1 } else { member.layout.alignment }
    let wanted = max(natural, member.alignment ?? 1)
    let alignment = min(wanted, packing ?? wanted)
    let offset = Self.round((end + 7) / 8, to: alignment)
    self.alignment = max(self.alignment, alignment)
    end = (offset + member.layout.size) * 8
    if let name = member.name {
      members[name] = (offset, member.layout)
    } else if case .members(let inner) = member.layout.parts {
      // The members of an anonymous struct belong to the surrounding one.
      for (name, member) in inner { members[name] = (offset + member.offset, member.layout) }
    }
  }

  /// A bit field does not cross a boundary of its type, and one without a name has no alignment.
  private mutating func addBits(_ width: Int, _ member: Member) {
    let unit = member.layout.size * 8
    let isPacked = isPacked || member.isPacked
    let mayCross = isPacked || packing != nil
    if width == 0 || !mayCross && end % unit + width > unit { end = Self.round(end, to: unit) }
    end += width
    let isAligned = member.name != nil || Self.alignsNamelessBits
    if isAligned, !isPacked {
      alignment = max(alignment, min(member.layout.alignment, packing ?? unit))
    }
  }

  /// The complete layout with an alignment from an attribute; nil if it is too large.
  func finished(alignment wanted: Int?, _ language: DefinitionLanguage) -> TypeLayout? {
    let alignment = max(alignment, wanted ?? 1)
    var size = Self.round((largest + 7) / 8, to: alignment)
    let isEmptyClass = size == 0 && members.isEmpty && language == .cpp
    if isEmptyClass { size = alignment }
    let all = TypeLayout(size: size, alignment: alignment, parts: .members(members))
    if all.repeated(1) == nil { return nil }
    return all
  }

  #if arch(arm64) && !canImport(Darwin)
    private static let alignsNamelessBits = true
  #else
    private static let alignsNamelessBits = false
  #endif

  private static func round(_ number: Int, to step: Int) -> Int {
    (number + step - 1) / step * step
  }
}
