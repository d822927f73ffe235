package import FlagModel

/// A piece of SQL before a dialect writes it. It stores text, names and values separately, so that
/// user input can never become SQL text.
///
/// This module stores SQL separately from its values, lists everything that predicates can call
/// (`Language`), and contains the dialect of SQLite. It touches no database.
package struct SQLText: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Segment: Hashable, Sendable {
    case text(String)
    case name(Name)
    /// The name of a table, which a migration may rename before the statement runs.
    case table(Name)
    /// A value, and the type of its column if engines store that type differently.
    case value(Value, of: AttributeType? = nil)
    case list([Value], of: AttributeType? = nil)
    /// A query that returns known rows. There is at least one, and all have the same length.
    case rows([[Value]])
    case number(Int64)
    case call(SQLFunction, [SQLText])
    case clause(SQLClause, [SQLText])
  }

  package private(set) var segments: [Segment]

  package init(segments: [Segment] = []) { self.segments = segments }

  package init(stringLiteral text: String) { segments = [.text(text)] }

  @inline(never) package init(stringInterpolation: StringInterpolation) {
    segments = stringInterpolation.segments
  }

  /// `"\(name: column) = \(value)"`: only the characters of the literal become SQL text.
  /// Inlined in a thousand places of this module, its functions would be a third of the code.
  package struct StringInterpolation: StringInterpolationProtocol {
    var segments: [Segment] = []

    @inline(never) package init(literalCapacity: Int, interpolationCount: Int) {
      segments.reserveCapacity(2 * interpolationCount + 1)
    }

    @inline(never) package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { segments.append(.text(text)) }
    }

    /// The name of a table, view or column.
    @inline(never) package mutating func appendInterpolation(name: Name) {
      segments.append(.name(name))
    }

    /// The names of columns, with commas.
    package mutating func appendInterpolation(names: [Name]) {
      for (index, name) in names.enumerated() {
        if index > 0 { appendLiteral(", ") }
        segments.append(.name(name))
      }
    }

    /// The name of a table that may be renamed before the statement runs.
    @inline(never) package mutating func appendInterpolation(table: Name) {
      segments.append(.table(table))
    }

    /// A bound value, in the form of the type's columns if it has one.
    @inline(never) package mutating func appendInterpolation(
      _ value: Value, of type: AttributeType? = nil
    ) {
      segments.append(.value(value, of: type?.withOwnForms))
    }

    /// A list of bound values in brackets, for IN.
    @inline(never) package mutating func appendInterpolation(
      list values: [Value], of type: AttributeType? = nil
    ) {
      segments.append(.list(values, of: type?.withOwnForms))
    }

    /// A query that returns known rows, at least one.
    @inline(never) package mutating func appendInterpolation(rows: [[Value]]) {
      segments.append(.rows(rows))
    }

    /// Another piece.
    @inline(never) package mutating func appendInterpolation(_ piece: SQLText) {
      segments += piece.segments
    }

    /// A number of flagdb, which is written into the text.
    @inline(never) package mutating func appendInterpolation(literal number: Int64) {
      segments.append(.number(number))
    }

    /// Appends a function, which the dialect expresses.
    @inline(never) package mutating func appendInterpolation(
      _ function: SQLFunction, of arguments: SQLText...
    ) {
      segments.append(.call(function, arguments))
    }

    @inline(never) package mutating func appendInterpolation(
      _ function: SQLFunction, of arguments: [SQLText]
    ) {
      segments.append(.call(function, arguments))
    }

    /// Appends a clause, which the dialect expresses.
    @inline(never) package mutating func appendInterpolation(
      _ clause: SQLClause, of pieces: SQLText...
    ) {
      segments.append(.clause(clause, pieces))
    }

    @inline(never) package mutating func appendInterpolation(
      _ clause: SQLClause, of pieces: [SQLText]
    ) {
      segments.append(.clause(clause, pieces))
    }

    /// A keyword or operator that flagdb chose.
    @inline(never) package mutating func appendInterpolation(keyword: StaticString) {
      segments.append(.text("\(keyword)"))
    }
  }

  package static func += (left: inout SQLText, right: SQLText) { left.segments += right.segments }

  /// The statement in the SQL of an engine.
  package func written(in dialect: any Dialect) -> SQLStatement {
    var text = ""
    var bindings: [Value] = []
    for segment in expanded(in: dialect) {
      switch segment {
      case .call, .clause: break
      case .text(let piece): text += piece
      case .name(let name), .table(let name): text += dialect.quoted(name)
      case .value(let value, let type): text += dialect.bind(value, of: type, to: &bindings)
      case .list(let values, let type): text += dialect.list(values, of: type, to: &bindings)
      case .rows(let rows): text += dialect.rows(rows, to: &bindings)
      case .number(let number): text += dialect.literal(.integer(number))
      }
    }
    return SQLStatement(text: text, bindings: bindings)
  }

  /// The segments with the engine's SQL for functions and clauses. `most` limits their number,
  /// because nested repetitions grow exponentially.
  package func expanded(in dialect: any Dialect, most: Int = .max) -> [Segment] {
    var expanded: [Segment] = []
    expand(in: dialect, to: &expanded, most)
    return expanded
  }

  private func expand(in dialect: any Dialect, to expanded: inout [Segment], _ most: Int) {
    for segment in segments where expanded.count < most {
      switch segment {
      case .call(let function, let arguments):
        dialect.call(function, arguments).expand(in: dialect, to: &expanded, most)
      case .clause(let clause, let pieces):
        dialect.clause(clause, pieces).expand(in: dialect, to: &expanded, most)
      default: expanded.append(segment)
      }
    }
  }

  /// The value, if the piece consists only of a bound value.
  package var constant: Value? {
    if segments.count == 1, case .value(let value, _) = segments[0] { value } else { nil }
  }
}

/// SQL in its final form: text with placeholders, and their values.
package struct SQLStatement: Hashable, Sendable {
  package let text: String
  package let bindings: [Value]

  package init(text: String, bindings: [Value] = []) {
    self.text = text
    self.bindings = bindings
  }
}

extension Sequence<SQLText> {
  /// Joins the pieces with a separator.
  package func joined(by separator: StaticString) -> SQLText {
    var all = SQLText()
    for (index, piece) in enumerated() {
      if index > 0 { all += "\(keyword: separator)" }
      all += piece
    }
    return all
  }
}

extension SQLText {
  /// The piece with other table names.
  package func naming(_ name: (Name) -> Name) -> SQLText {
    SQLText(
      segments: segments.map { segment in
        switch segment {
        case .table(let old): .table(name(old))
        case .call(let function, let arguments): .call(function, arguments.map { $0.naming(name) })
        case .clause(let clause, let pieces): .clause(clause, pieces.map { $0.naming(name) })
        default: segment
        }
      })
  }

  /// True for a calculation with integers, which may have exceeded 64 bits.
  package var isCalculatedWhole: Bool {
    segments.contains { segment in
      switch segment {
      case .call(.calculation(_, isWhole: true), _), .call(.negative(isWhole: true), _): true
      default: false
      }
    }
  }

  /// True if it contains a function that satisfies the condition.
  package func calls(_ isMeant: (SQLFunction) -> Bool) -> Bool {
    var isFound = false
    visitCalls { function, _ in isFound = isFound || isMeant(function) }
    return isFound
  }

  /// Visits all functions and their arguments, outer ones first.
  package func visitCalls(_ visit: (SQLFunction, [SQLText]) -> Void) {
    for segment in segments {
      switch segment {
      case .call(let function, let arguments):
        visit(function, arguments)
        for argument in arguments { argument.visitCalls(visit) }
      case .clause(_, let pieces): for piece in pieces { piece.visitCalls(visit) }
      default: break
      }
    }
  }

  /// The statement for a script, with its values as literals.
  package func script(in dialect: any Dialect) -> String {
    expanded(in: dialect).map { segment in
      switch segment {
      case .call, .clause: ""
      case .text(let piece): piece
      case .name(let name), .table(let name): dialect.quoted(name)
      case .value(let value, let type): dialect.literal(value, of: type)
      case .number(let number): dialect.literal(.integer(number))
      case .list(let values, let type):
        "(\(values.map { dialect.literal($0, of: type) }.joined(separator: ", ")))"
      case .rows(let rows): dialect.values(rows) { dialect.literal($0, of: nil) }
      }
    }.joined()
  }

  /// A text that is already SQL of the engine, from a dialect, a file or a user.
  package static func written(_ text: String) -> SQLText { SQLText(segments: [.text(text)]) }

  /// The condition that a foreign key refers to a record. Texts are compared with the collation of
  /// the referenced column, and SQLite uses the collation of the left operand.
  package static func link(_ column: SQLText, to referred: SQLText, isNumber: Bool) -> SQLText {
    if isNumber { return "\(column) = \(referred)" }
    return "\(referred) = \(column)"
  }
}

extension AttributeType {
  /// The type, if an engine may store its values in another form than a file; nil for all others.
  fileprivate var withOwnForms: AttributeType? {
    switch self {
    case .bool, .date, .decimal, .uuid, .array, .json, .any: self
    default: nil
    }
  }
}

extension SQLText {
  /// A value converted to a type of a server. An array is in the text format of the server.
  package static func native(
    _ value: Value, of type: AttributeType, in native: NativeType
  ) -> SQLText {
    "\(.native(native, type), of: "\(value, of: native.isArray ? .string : type)")"
  }
}
