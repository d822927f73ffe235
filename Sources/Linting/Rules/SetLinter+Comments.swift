import Definitions
import FlagModel

// Comments that give another bit than the value.

extension SetLinter {
  /// `(1 << 25) /* Bit 26: overrun */`, in a set whose other comments are right.
  mutating func findCommentedBits() {
    for (index, member) in set.members.enumerated() {
      guard case .shift(1, let count) = member.spelling, let bit = comments[index], bit != count
      else { continue }
      report(
        .commentedBit, member,
        "'\(member.name)' is 1 << \(count), and its comment says bit \(bit)",
        repair: repair(of: member, count, commented: bit))
    }
  }

  /// The value is wrong if another flag has its bit, and the comment if another flag has the
  /// comment's bit.
  private func repair(of member: WrittenMember, _ count: Int, commented bit: Int) -> String {
    let isRepeated = set.members.count { $0.bits == 1 << UInt64(count) } > 1
    let isFree = !set.members.contains { $0.bits == 1 << UInt64(bit) }
    let value = shift(bit, like: member)
    if isRepeated && isFree { return "write \(value)" }
    if !isRepeated && !isFree { return "write bit \(count) in the comment" }
    return "write \(value), or bit \(count) in the comment"
  }
}
