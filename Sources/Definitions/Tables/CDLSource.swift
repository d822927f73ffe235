import FlagModel

/// The flags of NetCDF variables by the climate and forecast conventions, in the output of
/// `ncdump -h`: `quality:flag_masks = 1b, 2b ;` and `quality:flag_meanings = "cloudy rainy" ;`.
enum CDLSource {
  /// The flags of a variable.
  private struct Variable {
    var type: IntegerType?
    var masks: [Token] = []
    var values: [Token] = []
    var meanings: [(text: Name, place: TokenPlace)] = []
    var place: TokenPlace?
    var summary: Name?

    mutating func set(_ attribute: Name, to words: ArraySlice<Token>, at place: TokenPlace) {
      switch attribute {
      case "flag_masks": masks = Self.numbers(words)
      case "flag_values": values = Self.numbers(words)
      case "flag_meanings":
        for word in words where word.kind == .string {
          let text = word.text.utf8.dropFirst().dropLast()
          meanings += text.split { $0 <= 0x20 }.map { (Name($0), word.place) }
        }
      case "long_name":
        summary = words.first.map { Name($0.text.utf8.dropFirst().dropLast()) }
      default: break
      }
      self.place = self.place ?? place
    }

    /// The numbers of a list, each joined with its sign.
    private static func numbers(_ words: ArraySlice<Token>) -> [Token] {
      words.split { $0.isSymbol(",") }.compactMap { part in
        guard let last = part.last else { return nil }
        let isNegative = part.first?.isSymbol("-") ?? false
        if isNegative { return Token(copying: last, as: .number, Name("-\(last.text)")) }
        return last
      }
    }
  }

  static func groups(of source: SourceText, _ file: Int) -> [DefinedGroup] {
    let tokens = Tokenizer.read(source.utf8, file: file, .cdl).tokens
    var order: [Name] = []
    var variables: [Name: Variable] = [:]
    for statement in tokens.split(whereSeparator: { $0.isSymbol(";") }) {
      read(statement, &order, &variables)
    }
    var sets = TableSets()
    sets.areFlags = false
    for name in order {
      if let variable = variables[name] { add(variable, named: name, to: &sets) }
    }
    return sets.groups
  }

  private static func read(
    _ words: ArraySlice<Token>, _ order: inout [Name], _ variables: inout [Name: Variable]
  ) {
    // Headings such as `variables:` precede the first statement of their section.
    let words = words.drop { $0.isSymbol("{") || $0.isSymbol("}") }
    if let equals = words.firstIndex(where: { $0.isSymbol("=") }), equals - 3 >= words.startIndex,
      words[equals - 2].isSymbol(":")
    {
      let name = words[equals - 3]
      if variables[name.text] == nil { order.append(name.text) }
      variables[name.text, default: Variable()]
        .set(words[equals - 1].text, to: words[(equals + 1)...], at: name.place)
    } else if let at = words.indices.last(where: {
      words[$0].kind == .identifier && types[words[$0].text] != nil
    }),
      at + 1 < words.endIndex
    {
      let name = words[at + 1]
      if variables[name.text] == nil { order.append(name.text) }
      variables[name.text, default: Variable()].type = types[words[at].text]
      variables[name.text]?.place = name.place
    }
  }

  private static let types: [Name: IntegerType] = [
    "byte": .int8, "char": .uint8, "ubyte": .uint8, "short": .int16, "ushort": .uint16,
    "int": .int32, "long": .int32, "uint": .uint32, "int64": .int64, "uint64": .uint64,
  ]

  /// A mask with one bit is a flag. A mask with several bits and values is a field.
  private static func add(_ variable: Variable, named name: Name, to sets: inout TableSets) {
    let masks = variable.masks.map(number)
    let values = variable.values.map(number)
    guard !variable.meanings.isEmpty, !masks.isEmpty || !values.isEmpty,
      let place = variable.place
    else { return }
    if !masks.isEmpty { sets.declaredFlags.insert(name) }
    sets.rawTypes[name] = variable.type
    sets.summaries[name] = variable.summary
    var fields: [UInt64: Name] = [:]
    for (index, meaning) in variable.meanings.enumerated() {
      var mask: Number?
      if index < masks.count { mask = try? masks[index].get() }
      let bits = (mask?.bits ?? .max) & (variable.type?.widthMask ?? .max)
      let isField = bits.nonzeroBitCount > 1 && !values.isEmpty
      let numbers = if masks.isEmpty || isField { values } else { masks }
      var value: Result<Number, Unknowable> = .failure(Unknowable("it has no value", at: place))
      if index < numbers.count { value = numbers[index] }
      if isField, fields[bits] == nil { fields[bits] = Name("field\(fields.count + 1)") }
      sets.add(
        TableSets.Row(
          group: name, field: isField ? fields[bits] : nil, name: meaning.text, value: value,
          mask: bits, comment: nil, place: meaning.place))
    }
  }

  /// `12b`, `1UB`, `-128b`
  private static func number(_ token: Token) -> Result<Number, Unknowable> {
    let digits = token.text.text.lowercased()
    var suffixes = ["ull", "ll", "ub", "us", "ul", "u", "l", "s"]
    if !digits.hasPrefix("0x") { suffixes.append("b") }
    let suffix = suffixes.first { digits.hasSuffix($0) } ?? ""
    return TableNumber.read(Name(digits.dropLast(suffix.count))).map { .success($0) }
      ?? .failure(Unknowable("expected a number, found '\(token.text)'", at: token.place))
  }
}
