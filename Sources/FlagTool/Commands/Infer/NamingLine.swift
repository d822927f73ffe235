import Databases
import FlagModel

/// The command lines that name bits of a column where `--accept` cannot: in a database of flagdb, whose model
/// changes, and in a record file, which is only read.
struct NamingLine {
  let database: String
  let entity: Entity
  let attribute: Attribute
  let kind: DatabaseKind

  /// - Parameter flags: new flags, such as `red=0x1`.
  func hint(naming flags: [String]) -> Hint {
    if kind.isRecordFile {
      let words = "\(attribute.name)=\((namedFlags + flags).joined(separator: ","))"
      return "\(quotedCommand(toolName, "query", database, "--flags", words)) names bits"
    }
    let line = [toolName, "define", database, "flags", set.text] + flags
    let naming = quotedCommand(line)
    if case .flags = attribute.type { return "\(naming) names bits" }
    let becoming = quotedCommand(
      toolName, "define", database, "attribute", entity.name.text, "\(attribute.name):\(set)")
    return "\(naming), and then \(becoming)"
  }

  /// The column with its table.
  var path: String { "\(entity.name).\(attribute.name)" }

  /// The set of the column, or a name for a new one: `SampleBits`.
  private var set: Name {
    if case .flags(let set) = attribute.type { return set.name }
    let words = [entity.name.text, attribute.name.text]
    return Name(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())
  }

  /// The flags and combinations that the column has already, such as `old=0x1`.
  var namedFlags: [String] {
    guard case .flags(let set) = attribute.type else { return [] }
    return (set.flags + set.combinations).map { "\($0.name)=0x\(String($0.mask, radix: 16))" }
  }

  /// The names that a new flag must not have.
  var takenNames: Set<Name> {
    guard case .flags(let set) = attribute.type else { return [] }
    return Set(set.names + set.fields.map(\.name))
  }
}
