import FlagModel
import Predicates

/// All that one line adds to, takes from and turns over in one attribute of flags.
struct FlagChange {
  let assignment: Assignment

  init(
    _ same: [AssignmentSyntax], of attribute: Attribute, _ set: FlagSet, isRaw: Bool
  ) throws(Diagnostic) {
    var masks: [AssignmentSyntax.Operation: UInt64] = [:]
    for one in same {
      let mask = try Self.mask(one, of: attribute, set, isRaw: isRaw)
      let others = masks.filter { $0.key != one.operation }
      if one.operation == .set || masks[.set] != nil {
        throw Diagnostic(
          "'\(attribute.name)' is set and changed on the same line", at: one.name.place)
      }
      if let twice = others.values.first(where: { $0 & mask != 0 }) {
        let names = set.names(of: twice & mask).joined(separator: ", ")
        throw Diagnostic(
          "\(names) is given twice with opposite signs", at: one.name.place)
      }
      masks[one.operation, default: 0] |= mask
    }
    func stored(_ operation: AssignmentSyntax.Operation) -> Int64 {
      set.stored(masks[operation] ?? 0)
    }
    assignment = Assignment(
      column: attribute.column, isOptional: attribute.isOptional,
      change: .flags(
        adding: stored(.add), removing: stored(.remove), toggling: stored(.toggle)))
  }

  private static func mask(
    _ one: AssignmentSyntax, of attribute: Attribute, _ set: FlagSet, isRaw: Bool
  ) throws(Diagnostic) -> UInt64 {
    guard case .text(let word) = one.given else {
      throw Diagnostic("expected flags of '\(attribute.name)'", at: one.name.place)
    }
    guard !word.text.allSatisfy({ $0 == " " }) else {
      throw Diagnostic(
        "expected flags of '\(attribute.name)', found nothing", at: one.name.place)
    }
    do {
      if let number = Int64(word.text), isRaw { return set.mask(stored: number) }
      if let bits = set.bits(number: word.text) { return bits }
      return try set.mask(from: word.text)
    } catch {
      throw Diagnostic("\(attribute.name): \(error.message)", at: word.place, hint: error.hint)
    }
  }
}
