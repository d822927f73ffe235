import CommandTable
import SQLText

/// All that can be called, from the table of the language.
extension PredicatesPage {
  static let calls: Prose = """
    # Functions, properties and methods
    A name with a dot follows its value; other names have their value in brackets. Functions ignore case; `…` is a
    value.
    \(Language.groups.flatMap(blocks))
    """

  private static func blocks(of group: (about: String, calls: [Callable])) -> [ProseBlock] {
    let rows = group.calls.flatMap(rows)
    return [.subheading(group.about), .table(header: ["written as", "gives"], rows: rows)]
  }

  private static func rows(of call: Callable) -> [[String]] {
    call.names.map { name in
      ["`\(call.signature(name))`", name == call.name ? call.about : "the same"]
    }
  }
}
