// The table of closures that are compiled here and read as text by `CaptureTests`: one a line.
// swift-format-ignore-file

extension Captures {
  var closures: [CapturedClosure] {
    closures1 + closures2 + closures3 + closures4 + closures5 + closures6 + statements1 + statements2
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

  private var statements1: [CapturedClosure] {
    [
      CapturedClosure { if $0.number > other { $0.score > limit } else { $0.code == code } },
      CapturedClosure { if isOpen { return $0.isOpen } else { return $0.number == other } },
      CapturedClosure { if $0.number == 0 { isOpen } else if $0.number > other { true } else { $0.isOpen } },
      CapturedClosure { if let count = $0.count { count > other } else { isOpen } },
      CapturedClosure { if let count = $0.count, count != other { $0.number < count } else { $0.number == other } },
      CapturedClosure { if let count { $0.number == count } else { $0.count == nil } },
      CapturedClosure { if let count, let mine = $0.count { mine > count } else { $0.isOpen } },
      CapturedClosure { if let note = $0.note { note.contains(code) } else { $0.note == note } },
      CapturedClosure { if let wish = $0.wish { wish == level } else { filter == nil } },
      CapturedClosure { if code.isEmpty { true } else { $0.code.contains(code) } },
      CapturedClosure { if $0.values.contains(where: { $0 > other }) { $0.number > 0 } else { isOpen } },
      CapturedClosure { if $0.values.isEmpty || $0.marks.contains(.a) { isOpen } else { !$0.isOpen } },
    ]
  }

  private var statements2: [CapturedClosure] {
    [
      CapturedClosure { guard let count = $0.count else { return isOpen }; return count > other },
      CapturedClosure { guard $0.number > other, let note = $0.note else { return $0.isOpen }; return note == code },
      CapturedClosure { let next = $0.number + other; return next > 2 && next * 2 != $0.number },
      CapturedClosure { let a = $0.number; let b: Int = a - other; return -b > 0 || b == a },
      CapturedClosure { if $0.number > 2 { return isOpen }; if $0.number < 0 { return false }; return $0.isOpen },
      CapturedClosure { (thing: Thing) -> Bool in thing.number == other /* and */ && thing.isOpen },
      CapturedClosure { (thing: Thing) -> Bool in let n = thing.values.count; return n == other || n == thing.number },
      CapturedClosure { $0[keyPath: \.number] == other && $0[keyPath: \Thing.isOpen] == isOpen },
      CapturedClosure { ($0.count as Int?) == count || $0.note == nil as String? },
      CapturedClosure { thing in thing.values.contains { value in let twice = value * 2; return twice > thing.number } },
      CapturedClosure { let mine = $0.number; return $0.values.allSatisfy { if $0 > mine { isOpen } else { $0 == other } } },
      CapturedClosure { let low: Int? = $0.number > other ? nil : $0.count; return low == nil },
    ]
  }
}
