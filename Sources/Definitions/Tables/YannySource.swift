import FlagModel

/// Parameter files in the yanny format, in which sky surveys define their bits: structs with the
/// columns, and a line for each bit.
enum YannySource {
  static func groups(of source: SourceText, _ file: Int) throws(Diagnostics) -> [DefinedGroup] {
    let list = Tokenizer.read(source.utf8, file: file, .yanny)
    let structs = structs(list.tokens)
    var sets = TableSets()
    for line in lines(list.tokens) {
      guard let name = line.first?.text.lowercased, let columns = structs[name] else { continue }
      let fields = Self.fields(line.dropFirst())
      if let type = rawType(columns, fields) {
        sets.rawTypes[type.name] = type.type
        sets.summaries[type.name] = type.summary
      } else if let row = TableColumns(columns)?.row(
        fields, usually: name, comment: line.last.flatMap { list.behind[$0.place]?.text })
      {
        sets.add(row)
      }
    }
    let groups = sets.groups
    guard groups.isEmpty else { return groups }
    throw Diagnostics([
      Diagnostic(
        "expected a struct with 'bit' and 'label' and a line for each bit",
        at: SourcePlace(source, 0..<0))
    ])
  }

  /// The columns of `typedef struct { char flag[20]; short bit; } maskbits;`
  private static func structs(_ tokens: [Token]) -> [Name: [Name]] {
    var structs: [Name: [Name]] = [:]
    let closers = Brackets.closers(of: tokens)
    for at in tokens.indices where tokens[at].isWord("struct") && at + 1 < tokens.count {
      guard tokens[at + 1].isSymbol("{") else { continue }
      let close = Int(closers[at + 1])
      guard close + 1 < tokens.count else { continue }
      let fields = tokens[at + 2..<close].split { $0.isSymbol(";") }
      structs[tokens[close + 1].text.lowercased] = fields.compactMap { field in
        field.prefix { !$0.isSymbol("[") }.last { $0.kind == .identifier }?.text
      }
    }
    return structs
  }

  private static func lines(_ tokens: [Token]) -> [ArraySlice<Token>] {
    var lines: [ArraySlice<Token>] = []
    var start = 0
    for at in tokens.indices.dropFirst() where tokens[at].startsLine {
      lines.append(tokens[start..<at])
      start = at
    }
    if start < tokens.count { lines.append(tokens[start...]) }
    return lines
  }

  /// The fields of a line: numbers, names, quoted texts, and `{}` for none.
  private static func fields(_ words: ArraySlice<Token>) -> [TableField] {
    var fields: [TableField] = []
    for word in words {
      let isPart = word.kind == .symbol || !word.isSpaced && !(fields.isEmpty)
      if isPart, let last = fields.last, !word.isSpaced {
        let text: Name = if word.text == "}" { "" } else { "\(last.text)\(word.text)" }
        fields[fields.count - 1] = TableField(text: text, place: last.place)
      } else {
        let text =
          if word.kind == .string { Name(word.text.utf8.dropFirst().dropLast()) } else { word.text }
        fields.append(TableField(text: text, place: word.place))
      }
    }
    return fields
  }

  /// The width in a line of `masktype`.
  private static func rawType(
    _ columns: [Name], _ fields: [TableField]
  ) -> (name: Name, type: IntegerType, summary: Name?)? {
    let place = { (name: Name) in columns.firstIndex { $0.lowercased == name } }
    guard let width = place("datatype"), let flag = place("flag"), width < fields.count,
      flag < fields.count
    else { return nil }
    let types: [Int128: IntegerType] = [8: .uint8, 16: .int16, 32: .int32, 64: .int64]
    let number = TableNumber.read(fields[width].text)?.value ?? 0
    guard let type = types[number] else { return nil }
    var about: Name?
    if let place = place("description"), place < fields.count { about = fields[place].text }
    return (fields[flag].text, type, about)
  }
}
