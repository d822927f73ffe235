import FlagDB
import Foundation

private struct Settings: Codable, Sendable {
  var least = 6
  var greatest: Int? = 30
  var ages = [1, 2, 3]
  var name = "S-1"
  var limits = ["S-1": 20]
}

private let settings = Settings()
private let noSettings: Settings? = nil
private let date = Date(timeIntervalSinceReferenceDate: 8e8)
private let (before, after, until, through) = (..<date, date..., ..<20, ...20)
private let span = date.addingTimeInterval(-1e7)..<date
private let link = URL(string: "https://a.test/x")!
private let bytes = Data([1, 2, 3])
private let badge = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!
nonisolated(unsafe) private let pattern = #/[Ss]-1+/#
private let first = Wide.first
private let both: Wide = [.first, .last]
private let none: Markers = []

extension PredicateCase {
  /// What a program gives, and what of it is calculated before any record is asked.
  static let constants: [PredicateCase] = [
    .init("a property of a captured value", #Predicate { $0.age == settings.least }),
    .init("an optional one", #Predicate { $0.limit == settings.greatest }),
    .init("a property behind ?", #Predicate { $0.limit == noSettings?.least }),
    .init("an element of a captured array", #Predicate { $0.age == settings.ages[0] }),
    .init("a value of a captured dictionary", #Predicate { $0.limit == settings.limits["S-1"] }),
    .init(
      "a default of a captured dictionary",
      #Predicate { $0.age == settings.limits["", default: 6] }),
    .init("a count of a captured text", #Predicate { $0.tags.count == settings.name.count }),
    .init(
      "a list that contains a list", #Predicate { $0.isOpen == settings.ages.contains([1, 2]) }),
    .init(
      "a list that begins with a list", #Predicate { settings.ages.starts(with: [1]) && $0.isOpen }),
    .init("the greatest of a captured array", #Predicate { $0.age > settings.ages.max() ?? 0 }),
    .init(
      "a filter of a captured array",
      #Predicate { settings.ages.filter { $0 > 2 }.count == 1 && $0.isOpen }),
    .init("true && false", #Predicate { _ in true && false }),
    .init("a test == false", #Predicate { ($0.isOpen && true) == false }),
    .init("? true : false", #Predicate { $0.isOpen ? true : false }),
    .init("a range of dates", #Predicate { span.contains($0.taken) }),
    .init("..<", #Predicate { before.contains($0.taken) && until.contains($0.age) }),
    .init("... from", #Predicate { after.contains($0.taken) }),
    .init("... through", #Predicate { through.contains($0.age) }),
    .init("a closed range of one", #Predicate { ($0.taken...$0.taken).contains($0.taken) }),
    .init("an empty range", #Predicate { ($0.taken..<$0.taken).contains($0.taken) }),
    .init("a URL", #Predicate { $0.link == link }), .init("no URL", #Predicate { $0.link != link }),
    .init("Data", #Predicate { $0.bytes == bytes }),
    .init("a captured UUID", #Predicate { $0.badge == badge }),
    .init("a captured regular expression", #Predicate { $0.code.contains(pattern) }),
    .init("?? and isEmpty", #Predicate { ($0.note ?? "").isEmpty }),
    .init("? and ?? of a negative number", #Predicate { ($0.note?.count ?? -1) > 1 }),
    .init("array max", #Predicate { $0.tags.max() == "vip" }),
    .init("array max == min", #Predicate { $0.tags.max() == $0.tags.min() }),
    .init(
      "an array and a property",
      #Predicate { probe in probe.tags.filter { $0 == probe.code }.count > 0 }),
    .init("as the same type", #Predicate { ($0.age as Int) == 20 }),
    .init("a flag by its name", #Predicate { $0.markers.contains(\.hrm) }),
    .init("an optional flag by its name", #Predicate { $0.spare?.contains(\.hrm) == true }),
    .init("flags in the brackets of an array", #Predicate { $0.markers.contains(none) }),
    .init("a flag of 128 bits", #Predicate { $0.wide.contains(first) }),
    .init("flags of 128 bits", #Predicate { $0.wide.contains(both) }),
    .init("a flag of 128 bits by its name", #Predicate { $0.wide.contains(\.last) }),
    .init("flags of 128 bits ==", #Predicate { $0.wide == both }),
  ]
}

private let wanted: Markers = [.hrm, .plx]

extension PredicateCase {
  /// The values that a property has in the records of a list.
  static let lists: [PredicateCase] = [
    .init("max", #Predicate { ($0.readings.value.max() ?? 0) > 60 }),
    .init("max == nil", #Predicate { $0.readings.value.max() == nil }),
    .init("max and a property", #Predicate { ($0.readings.value.max() ?? 0) > $0.score }),
    .init("max == min", #Predicate { $0.readings.value.max() == $0.readings.value.min() }),
    .init(
      "min of a filter", #Predicate { $0.readings.filter { $0.unit != nil }.value.min() == 45.5 }),
    .init("sum", #Predicate { $0.readings.value.sum > 100 }),
    .init("sum of nothing", #Predicate { $0.readings.value.sum == 0 }),
    .init("sum of a filter", #Predicate { $0.readings.value.filter { $0 > 20 }.sum > 100 }),
    .init("union", #Predicate { $0.readings.marks.union.contains(wanted) }),
    .init("union of nothing", #Predicate { $0.readings.marks.union.isEmpty }),
    .init("union ==", #Predicate { $0.readings.marks.union == $0.markers }),
    .init(
      "union of a filter", #Predicate { $0.readings.filter { $0.value > 20 }.marks.union == wanted }
    ),
    .init("intersection", #Predicate { $0.readings.marks.intersection?.contains(\.hrm) == true }),
    .init("intersection of nothing", #Predicate { $0.readings.marks.intersection == nil }),
    .init("contains", #Predicate { $0.readings.value.contains(50) }),
    .init("contains a property", #Predicate { $0.readings.value.contains($0.score) }),
    .init("contains where", #Predicate { $0.readings.value.contains { $0 < 20 } }),
    .init("allSatisfy", #Predicate { $0.readings.value.allSatisfy { $0 > 20 } }),
    .init("filter count", #Predicate { $0.readings.value.filter { $0 > 20 }.count > 1 }),
    .init("count", #Predicate { $0.readings.value.count == 2 }),
    .init("isEmpty", #Predicate { $0.readings.value.isEmpty }),
    .init("contains an optional", #Predicate { $0.readings.unit.contains("bpm") }),
    .init("optionals that are nil", #Predicate { $0.readings.unit.contains { $0 == nil } }),
    .init("flags", #Predicate { $0.readings.marks.contains { $0.contains(wanted) } }),
    .init(
      "flags by their names", #Predicate { $0.readings.marks.allSatisfy { !$0.contains(\.hrm) } }),
  ]
}

private let passing = #Expression<Probe, Int> { $0.readings.filter { $0.value >= 50 }.count }
private let doubled = #Expression<Int, Int> { $0 * 2 }
private let isOld = #Expression<Probe, Bool> { doubled[$0.age] > 40 }
private let share = #Expression<Probe, Double> { $0.isOpen ? $0.score / 2 : 0 }

private func cast<Value, Tested: StandardPredicateExpression<Bool>>(
  _ keyPath: any KeyPath<Probe, Value> & Sendable,
  _ body:
    (PredicateExpressions.KeyPath<PredicateExpressions.Variable<Probe>, Value>) -> Tested
) -> Predicate<Probe> {
  Predicate { body(PredicateExpressions.build_KeyPath(root: $0, keyPath: keyPath)) }
}

extension PredicateCase {
  /// Expressions that have names, and casts.
  static let expressions: [PredicateCase] = [
    .init("a named expression", #Predicate { passing[$0] >= 2 }),
    .init("a named expression of a value", #Predicate { doubled[$0.age] == 40 }),
    .init("the same twice", #Predicate { doubled[doubled[$0.age]] == 80 }),
    .init("of two records", #Predicate { doubled[$0.age] > doubled[$0.limit ?? 0] }),
    .init("one that uses another", #Predicate { isOld[$0] }),
    .init("one that chooses", #Predicate { share[$0] > 20 }),
    .init(
      "one within a list", #Predicate { $0.tags.contains { doubled[$0.count] > 6 } }),
    .init(
      "is of an optional",
      cast(\.note) { PredicateExpressions.TypeCheck<_, String>($0) }),
    .init("is of the same type", cast(\.age) { PredicateExpressions.TypeCheck<_, Int>($0) }),
    .init(
      "as? of an optional",
      cast(\.limit) {
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.ConditionalCast<_, Int>($0),
          rhs: PredicateExpressions.build_Arg(Int?(10)))
      }),
    .init(
      "as! of the same type",
      cast(\.age) {
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.ForceCast<_, Int>($0), rhs: PredicateExpressions.build_Arg(20))
      }),
  ]
}
