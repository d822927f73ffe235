// The table of closures that are compiled here and read as text by `CaptureTests`: one a line.
// swift-format-ignore-file

extension Captures {
  var closures: [CapturedClosure] {
    closures1 + closures2 + closures3 + closures4 + closures5 + closures6
  }

  private var closures1: [CapturedClosure] {
    [
      CapturedClosure { $0.number == other },
      CapturedClosure { $0.number != other },
      CapturedClosure { $0.number < other },
      CapturedClosure { $0.number <= other && $0.score > limit },
      CapturedClosure { $0.number > other || $0.score <= limit },
      CapturedClosure { $0.number + other > 3 },
      CapturedClosure { $0.number * other == other },
      CapturedClosure { $0.number - 1 < other + 1 },
      CapturedClosure { -$0.number == other },
      CapturedClosure { $0.score * factor > limit },
      CapturedClosure { $0.score + limit < 10 },
      CapturedClosure { abs($0.score - limit) < 2 },
      CapturedClosure { $0.count == other },
      CapturedClosure { $0.count != other },
      CapturedClosure { ($0.count ?? other) == other },
      CapturedClosure { ($0.count ?? 0) < other },
      CapturedClosure { $0.count == count },
      CapturedClosure { $0.count != count },
      CapturedClosure { count == nil || $0.count == count },
    ]
  }

  private var closures2: [CapturedClosure] {
    [
      CapturedClosure { count == nil && $0.count == nil },
      CapturedClosure { $0.code == code },
      CapturedClosure { $0.code != code },
      CapturedClosure { $0.code.hasPrefix(code) },
      CapturedClosure { $0.code.contains(code) },
      CapturedClosure { $0.code.hasSuffix(code) },
      CapturedClosure { code.isEmpty || $0.code.contains(code) },
      CapturedClosure { !code.isEmpty && $0.code == code },
      CapturedClosure { code.count > $0.number },
      CapturedClosure { $0.code == code.lowercased() },
      CapturedClosure { $0.code.lowercased() == code.lowercased() },
      CapturedClosure { $0.note == note },
      CapturedClosure { $0.note != note },
      CapturedClosure { ($0.note ?? code) == code },
      CapturedClosure { note == nil || $0.note == note },
      CapturedClosure { $0.note?.isEmpty ?? isOpen },
      CapturedClosure { $0.note?.contains(code) ?? false },
      CapturedClosure { $0.isOpen == isOpen },
      CapturedClosure { $0.isOpen && isOpen },
    ]
  }

  private var closures3: [CapturedClosure] {
    [
      CapturedClosure { isOpen || $0.number == other },
      CapturedClosure { !isOpen && $0.number == other },
      CapturedClosure { isOpen ? $0.number == other : $0.number != other },
      CapturedClosure { (isOpen ? $0.number : other) > 2 },
      CapturedClosure { $0.level == level },
      CapturedClosure { $0.level != level },
      CapturedClosure { [level, .high].contains($0.level) },
      CapturedClosure { level == .high && $0.level == .low },
      CapturedClosure { level != .high || $0.level == .mid },
      CapturedClosure { filter == nil || $0.level == filter },
      CapturedClosure { $0.wish == filter },
      CapturedClosure { $0.wish != filter },
      CapturedClosure { $0.level.rawValue >= level.rawValue },
      CapturedClosure { $0.level.rawValue > other },
      CapturedClosure { $0.marks == marks },
      CapturedClosure { $0.marks != marks },
      CapturedClosure { $0.marks.contains(marks) },
      CapturedClosure { marks.contains($0.marks) },
      CapturedClosure { marks.isSuperset(of: $0.marks) },
    ]
  }

  private var closures4: [CapturedClosure] {
    [
      CapturedClosure { marks.isSubset(of: $0.marks) },
      CapturedClosure { $0.marks.isSubset(of: marks) },
      CapturedClosure { $0.marks.isSuperset(of: marks) },
      CapturedClosure { $0.marks.isDisjoint(with: marks) },
      CapturedClosure { !$0.marks.isDisjoint(with: marks) },
      CapturedClosure { $0.marks.union(marks) == marks },
      CapturedClosure { $0.marks.intersection(marks).isEmpty },
      CapturedClosure { $0.marks.subtracting(marks) == [] },
      CapturedClosure { $0.marks.rawValue & marks.rawValue != 0 },
      CapturedClosure { $0.marks.contains(.a) && $0.marks.contains(marks) },
      CapturedClosure { numbers.contains($0.number) },
      CapturedClosure { !numbers.contains($0.number) },
      CapturedClosure { numbers.isEmpty || numbers.contains($0.number) },
      CapturedClosure { numbers.count > $0.number },
      CapturedClosure { codes.contains($0.code) },
      CapturedClosure { !codes.contains($0.code) },
      CapturedClosure { levels.contains($0.level) },
      CapturedClosure { range.contains($0.number) },
      CapturedClosure { !range.contains($0.number) },
    ]
  }

  private var closures5: [CapturedClosure] {
    [
      CapturedClosure { $0.taken > start },
      CapturedClosure { $0.taken <= start },
      CapturedClosure { start < $0.taken && $0.number != other },
      CapturedClosure { $0.values.contains(other) },
      CapturedClosure { $0.values.contains { $0 > other } },
      CapturedClosure { $0.values.contains { $0 == other } && $0.number > other },
      CapturedClosure { $0.values.allSatisfy { $0 < other } },
      CapturedClosure { $0.values.filter { $0 >= other }.count > 1 },
      CapturedClosure { $0.values.count == other },
      CapturedClosure { $0.values.count > numbers.count },
      CapturedClosure { $0.values == numbers },
      CapturedClosure { $0.number == app.other },
      CapturedClosure { $0.number == app.inner.limit },
      CapturedClosure { $0.number == app.inner.limit && $0.code != app.code },
      CapturedClosure { app.code.isEmpty || $0.code.hasPrefix(app.code) },
      CapturedClosure { thing in thing.number == other },
      CapturedClosure { thing in thing.number == other && thing.score > limit },
      CapturedClosure { thing in thing.values.contains { value in value > thing.number } },
      CapturedClosure { thing in thing.values.contains { value in value > thing.number && value != other } },
    ]
  }

  private var closures6: [CapturedClosure] {
    [
      CapturedClosure { thing in thing.values.contains { thing in thing == other } },
      CapturedClosure { thing in thing.values.contains { $0 == thing.number + other } },
      CapturedClosure { other in other.number == limitNumber },
      CapturedClosure { code in code.code == app.code },
      CapturedClosure { number in number.number > other },
      CapturedClosure { (number) in number.number == number.values.count },
      CapturedClosure { (score: Thing) in score.score > limit },
      CapturedClosure { thing in return thing.number == other },
      CapturedClosure { yes in yes.number == no },
      CapturedClosure { $0.isOpen == yes },
      CapturedClosure { $0.number == no },
      CapturedClosure { $0.number == now },
      CapturedClosure { $0.number == today && $0.number != no },
      CapturedClosure { $0.number == `in` },
      CapturedClosure { $0.number == self.other },
      CapturedClosure { self.other < $0.number && other > 1 },
      CapturedClosure { $0.number == Self.limit },
      CapturedClosure { $0.number > Self.limit || isOpen },
    ]
  }
}
