package import FlagModel

/// A piece of SQL before a dialect has written it: text, names and values kept apart, so that
/// nothing a user typed can ever become text.
///
/// This module keeps SQL with its values apart, lists all that predicates can call (`Language`), and
/// has the dialects of the engines. It touches no database.
package struct SQLText: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Segment: Hashable, Sendable {
    case text(String)
    case name(Name)
    /// The name of a table, which a migration may change before the piece runs.
    case table(Name)
    /// A value, and the type of the column that it is meant for or compared with, where engines keep that
    /// type in different ways.
    case value(Value, of: AttributeType? = nil)
    case list([Value], of: AttributeType? = nil)
    case number(Int64)
    case call(SQLFunction, [SQLText])
    case clause(SQLClause, [SQLText])
  }

  private(set) var segments: [Segment]

  package init(segments: [Segment] = []) {
    self.segments = segments
  }

  package init(stringLiteral text: String) {
    segments = [.text(text)]
  }

  package init(stringInterpolation: StringInterpolation) {
    segments = stringInterpolation.segments
  }

  /// `"\(name: column) = \(value)"`: what stands between the quotes is text, the rest is not.
  package struct StringInterpolation: StringInterpolationProtocol {
    var segments: [Segment] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      segments.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { segments.append(.text(text)) }
    }

    /// The name of a table, view or column.
    package mutating func appendInterpolation(name: Name) {
      segments.append(.name(name))
    }

    /// The name of a table that may have another one by then.
    package mutating func appendInterpolation(table: Name) {
      segments.append(.table(table))
    }

    /// A value that is bound, in the form of a column if it is one of a type.
    package mutating func appendInterpolation(_ value: Value, of type: AttributeType? = nil) {
      segments.append(.value(value, of: type?.withOwnForms))
    }

    /// Values of which one is to be found, in brackets.
    package mutating func appendInterpolation(list values: [Value], of type: AttributeType? = nil) {
      segments.append(.list(values, of: type?.withOwnForms))
    }

    /// Another piece.
    package mutating func appendInterpolation(_ piece: SQLText) {
      segments += piece.segments
    }

    /// A number of the program's own.
    package mutating func appendInterpolation(literal number: Int64) {
      segments.append(.number(number))
    }

    /// Appends a function of values in the words of the engine.
    package mutating func appendInterpolation(_ function: SQLFunction, of arguments: SQLText...) {
      segments.append(.call(function, arguments))
    }

    package mutating func appendInterpolation(_ function: SQLFunction, of arguments: [SQLText]) {
      segments.append(.call(function, arguments))
    }

    /// A piece of a query, in the words of the engine.
    package mutating func appendInterpolation(_ clause: SQLClause, of pieces: SQLText...) {
      segments.append(.clause(clause, pieces))
    }

    package mutating func appendInterpolation(_ clause: SQLClause, of pieces: [SQLText]) {
      segments.append(.clause(clause, pieces))
    }

    /// A keyword or operator that the program itself chose.
    package mutating func appendInterpolation(keyword: StaticString) {
      segments.append(.text("\(keyword)"))
    }
  }

  package static func += (left: inout SQLText, right: SQLText) {
    left.segments += right.segments
  }

  /// The statement as an engine reads it.
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
      case .number(let number): text += dialect.literal(.integer(number))
      }
    }
    return SQLStatement(text: text, bindings: bindings)
  }

  /// The segments with the engine's own words for functions and clauses; no more than so many, since
  /// what appears twice within what appears twice grows fast.
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

  /// The value, where it is nothing but one that is bound.
  package var constant: Value? {
    if segments.count == 1, case .value(let value, _) = segments[0] { value } else { nil }
  }
}

/// SQL as it is sent: text with placeholders, and the values that fill them.
package struct SQLStatement: Hashable, Sendable {
  package let text: String
  package let bindings: [Value]

  package init(text: String, bindings: [Value] = []) {
    self.text = text
    self.bindings = bindings
  }
}

extension Sequence<SQLText> {
  /// The pieces in one, with a separator between them.
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
  /// The same with other names for tables.
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

  /// True if it is a calculation of whole numbers, which may have left the 64 bits.
  var isCalculatedWhole: Bool {
    segments.contains { segment in
      switch segment {
      case .call(.calculation(_, isWhole: true), _), .call(.negative(isWhole: true), _): true
      default: false
      }
    }
  }

  /// True if it has a function in it for which the condition is true.
  package func calls(_ isMeant: (SQLFunction) -> Bool) -> Bool {
    var isFound = false
    visitCalls { function, _ in isFound = isFound || isMeant(function) }
    return isFound
  }

  /// Visits all functions in it with their arguments, the outer ones first.
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

  /// The statement for a script, where nothing can be bound: each value is written out.
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
      }
    }.joined()
  }
}

extension SQLText {
  /// A text that is SQL of the engine already: a dialect, a file or a user wrote it.
  package static func written(_ text: String) -> SQLText { SQLText(segments: [.text(text)]) }
}

extension SQLText {
  /// The condition that a foreign key leads to a record. Texts are compared by the collation of what is
  /// referred to, and SQLite takes that of the left side.
  package static func link(
    _ column: SQLText, to referred: SQLText, isNumber: Bool
  ) -> SQLText {
    isNumber ? "\(column) = \(referred)" : "\(referred) = \(column)"
  }
}

extension AttributeType {
  /// The type, if engines may keep its values in other forms than a file of ours does; nil for all others.
  fileprivate var withOwnForms: AttributeType? {
    switch self {
    case .bool, .date, .decimal, .uuid, .array, .json, .any: self
    default: nil
    }
  }
}

extension SQLText {
  /// A value of ours as one of a type of a server. An array is the text that the server has for it.
  package static func native(
    _ value: Value, of type: AttributeType, in native: NativeType
  ) -> SQLText {
    "\(.native(native, type), of: "\(value, of: native.isArray ? .string : type)")"
  }
}
