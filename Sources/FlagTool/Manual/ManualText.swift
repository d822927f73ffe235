import CManual
import CommandTable
import SQLText

/// The files in `Manual/`.
let manualText = String(cString: flagdb_manual())

/// The parts of the manual that come from tables of the code.
let manualInserts: [String: [ProseBlock]] = [
  "dot-commands": [.definitions(DotCommand.definitions)],
  "functions": Language.groups.flatMap(blocks),
  "settings": [.definitions(Configuration.definitions)],
]

private func blocks(of group: (about: String, calls: [Callable])) -> [ProseBlock] {
  let rows = group.calls.flatMap(rows)
  return [.subheading(group.about), .table(header: ["written as", "gives"], rows: rows)]
}

private func rows(of call: Callable) -> [[String]] {
  call.names.map { name in
    ["`\(call.signature(name))`", name == call.name ? call.about : "the same"]
  }
}
