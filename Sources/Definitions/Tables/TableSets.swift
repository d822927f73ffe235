import FlagModel

/// Collects the rows of a table into groups of flags and fields.
struct TableSets {
  /// A row with a name for bits of a mask.
  struct Row {
    let group: Name
    /// The field that it declares or for which it names a value; nil for a flag.
    var field: Name?
    /// Nil for a field with all its bits.
    var name: Name?
    let value: Result<Number, Unknowable>
    /// The bits of the field.
    let mask: UInt64
    let comment: Name?
    let place: TokenPlace
  }

  /// True if the table declares its rows as flags; otherwise, their values decide.
  var areFlags = true
  /// The groups that are flags, whatever their values are.
  var declaredFlags: Set<Name> = []
  private var order: [Name] = []
  private var rows: [Name: [Row]] = [:]
  /// The types in the table.
  var rawTypes: [Name: IntegerType] = [:]
  var summaries: [Name: Name] = [:]

  mutating func add(_ row: Row) {
    let row = row.valueOfField(among: rows[row.group] ?? [])
    if rows[row.group] == nil { order.append(row.group) }
    rows[row.group, default: []].append(row)
  }

  var groups: [DefinedGroup] {
    order.map { name in
      let rows = rows[name] ?? []
      let members = rows.filter { $0.field == nil }.compactMap(\.member)
      return DefinedGroup(
        name: name, summary: summaries[name]?.text, rawType: rawTypes[name], repeatsName: false,
        areFlags: areFlags || declaredFlags.contains(name), place: rows.first?.place,
        fields: fields(of: rows)
      ) { members }
    }
  }

  private func fields(of rows: [Row]) -> [DefinedField] {
    var order: [Name] = []
    var values: [Name: [Row]] = [:]
    for row in rows {
      guard let field = row.field else { continue }
      if values[field] == nil { order.append(field) }
      values[field, default: []].append(row)
    }
    var fields: [DefinedField] = []
    for name in order {
      guard let rows = values[name], let first = rows.first else { continue }
      let mask = rows.reduce(0) { $0 | $1.mask }
      fields.append(
        DefinedField(
          name: name, mask: mask, values: rows.compactMap(\.member), place: first.place))
    }
    return fields
  }
}

extension TableSets.Row {
  fileprivate var member: DefinedMember? {
    name.map { DefinedMember(name: $0, value: value, place: place, comment: comment) }
  }

  /// Reads `type=DIR` as a value of the field `type`, if a row above declares that field.
  fileprivate func valueOfField(among rows: [Self]) -> Self {
    guard field == nil, let parts = name?.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1),
      parts.count == 2, rows.contains(where: { $0.field == Name(parts[0]) })
    else { return self }
    var value = self
    value.field = Name(parts[0])
    value.name = Name(parts[1])
    return value
  }
}

/// The columns of a table of names and values, by the names in its header.
struct TableColumns {
  let name: Int
  let value: Int?
  let bit: Int?
  let mask: Int?
  let group: Int?
  let kind: Int?
  let comment: Int?

  private static let names = ["name", "flag", "label", "key", "constant", "symbol", "meaning"]
  private static let values = ["value", "number", "hex", "integer", "int", "code"]
  private static let groups = ["set", "column", "type", "enum", "group", "flagset", "field"]
  private static let comments = [
    "about", "description", "comment", "summary", "doc", "source", "text",
  ]

  /// Nil if the header has no column for names or no column for values.
  /// - Parameter isTree: true for the keys of an object, whose other members are not of the table.
  init?(_ header: [Name], isTree: Bool = false) {
    let header = header.map { Name($0.text.lowercased()) }
    let first = { (names: [String]) in
      names.lazy.compactMap { name in header.firstIndex(of: Name(name)) }.first
    }
    // With a column `label` or `name`, `flag` is the group, as in tables of maskbits.
    let label = first(isTree ? ["name"] : ["label", "name"])
    guard let name = label ?? first(Self.names) else { return nil }
    self.name = name
    bit = first(["bit"])
    mask = first(["mask", "bits"])
    value = first(Self.values) ?? mask
    if isTree {
      group = nil
      kind = nil
    } else {
      let flag = first(["flag"])
      group = first(Self.groups) ?? (flag == name ? nil : flag)
      kind = first(["kind"])
    }
    comment = first(Self.comments)
    guard value != nil || bit != nil else { return nil }
  }

  /// The columns of a table without a header: the name and the value.
  init(withoutHeader count: Int) {
    name = 0
    value = 1
    comment = count > 2 ? 2 : nil
    bit = nil
    mask = nil
    group = nil
    kind = nil
  }

  /// The row for the fields; nil if it has no name.
  func row(
    _ fields: [TableField], usually usual: Name, comment described: Name? = nil
  ) -> TableSets.Row? {
    let field = { (index: Int?) -> TableField? in
      guard let index, index < fields.count, !fields[index].text.isEmpty else { return nil }
      return fields[index]
    }
    guard let name = field(name) else { return nil }
    let kind = field(kind)?.text ?? "flag"
    let isField = kind.text.hasPrefix("field")
    let mask = field(mask).flatMap { TableNumber.read($0.text) }
    let bits = field(bit).flatMap { BitField.bits(Substring($0.text.text)) }
    if let bits, bits.upperBound < 64, bits.count > 1 {
      let mask = BitField.mask(of: bits)
      return TableSets.Row(
        group: field(group)?.text ?? usual, field: name.text, name: nil, value: .success(Number(0)),
        mask: mask, comment: nil, place: name.place)
    }
    // A value takes precedence over a bit, and a bit over a mask.
    let number: Result<Number, Unknowable> =
      field(value).map(Self.number) ?? field(bit).map(Self.bit) ?? field(self.mask).map(Self.number)
      ?? .failure(Unknowable("it has no value", at: name.place))
    var nameOfField: Name?
    if isField { nameOfField = Name(kind.text.dropFirst(5).drop { $0 == " " }) }
    return TableSets.Row(
      group: field(group)?.text ?? usual, field: nameOfField, name: name.text, value: number,
      mask: mask?.bits ?? 0, comment: field(comment)?.text ?? described, place: name.place)
  }

  private static func number(_ field: TableField) -> Result<Number, Unknowable> {
    TableNumber.read(field.text).map { .success($0) }
      ?? .failure(Unknowable("expected a number, found '\(field.text)'", at: field.place))
  }

  private static func bit(_ field: TableField) -> Result<Number, Unknowable> {
    guard let bit = TableNumber.read(field.text), (0..<64).contains(bit.value) else {
      return .failure(
        Unknowable("expected a bit from 0 to 63, found '\(field.text)'", at: field.place))
    }
    return .success(Number(1 << bit.value))
  }
}

/// A field of a table with its place.
struct TableField {
  let text: Name
  let place: TokenPlace
}

/// Numbers in tables.
enum TableNumber {
  /// Parses a decimal number, `0x…`, `0b…`, `0o…`, or a shift such as `1 << 3`.
  static func read(_ text: Name) -> Number? {
    let parts = text.text.split(separator: "<<", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { single($0) }
    guard numbers.count == parts.count else { return nil }
    if numbers.count == 1 { return numbers[0] }
    if numbers.count == 2 { return NumberRules.exact.apply(.shiftLeft, numbers[0], numbers[1]) }
    return nil
  }

  private static func single(_ text: Substring) -> Number? {
    var digits = Array(text.utf8.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed())
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard let first = digits.first, Letters.isDigit(first) else { return nil }
    guard let number = NumberRules.exact.number(Name(digits), .table) else { return nil }
    if isNegative { return Number(-number.value) }
    return number
  }
}
