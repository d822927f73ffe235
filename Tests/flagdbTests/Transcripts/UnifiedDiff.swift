/// The difference of two lists of lines, with three lines around each change, as `diff -u` shows
/// it; lines are counted in the first list, from the number given.
func unifiedDiff(from old: [String], to new: [String], firstLine: Int) -> String {
  let script = editScript(from: old, to: new)
  let changes = script.indices.filter { script[$0].mark != " " }
  let near = Set(changes.flatMap { $0 - 3...$0 + 3 })
  var shown: [String] = []
  var previous: Int?
  var line = firstLine
  for (place, edit) in script.enumerated() {
    defer { if edit.mark != "+" { line += 1 } }
    guard near.contains(place) else { continue }
    if previous != place - 1 { shown.append("@@ line \(line) @@") }
    previous = place
    shown.append("\(edit.mark) \(edit.text)")
  }
  return shown.joined(separator: "\n")
}

/// The lines of both lists in one, each marked as kept, taken away or added.
private func editScript(
  from old: [String], to new: [String]
) -> [(mark: Character, text: String)] {
  // Compared byte by byte: to Swift, two spellings of one accented letter are the same string.
  let changes = new.map { Array($0.utf8) }.difference(from: old.map { Array($0.utf8) })
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in changes {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var script: [(mark: Character, text: String)] = []
  var (from, to) = (0, 0)
  while from < old.count || to < new.count {
    if removed.contains(from) {
      script.append(("-", old[from]))
      from += 1
    } else if inserted.contains(to) {
      script.append(("+", new[to]))
      to += 1
    } else {
      script.append((" ", old[from]))
      from += 1
      to += 1
    }
  }
  return script
}
