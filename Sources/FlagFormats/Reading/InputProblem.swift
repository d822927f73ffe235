package import FlagModel
package import JSON

/// The kinds of mistakes in an input.
package enum InputProblem: Hashable, Sendable {
  /// Not UTF-8 text, with the name of the probable encoding.
  case encoding(String)
  /// A compressed file, with its kind and the program that decompresses it.
  case compressed(String, program: String)
  case invalidUTF8(offset: Int)
  case nul
  case loneReturn
  case empty
  case recordTooLong(limit: Int)

  case unclosedQuote
  case textAfterQuote(found: String)
  case unknownEscape(String)
  case ragged(expected: Int, found: Int)

  case json(JSONProblem)

  case blankColumn(Int)
  case duplicateColumn(Name)
  case unknownColumn(Name, hint: Hint)
  /// A header with a single column that contains other delimiters.
  case otherDelimiter(Unicode.Scalar)
  case missingColumns([Name], of: Name)
  case unsettable(UnsettableProperty)

  /// An invalid value for an attribute.
  case value(of: Name, ValueError)
  /// Any other mistake in a record, with its message.
  case other(String, hint: Hint?)

  /// The message in lower case, without a full stop, with names in single quotes.
  package var message: String {
    switch self {
    case .encoding(let name): "expected text in UTF-8, found \(name)"
    case .compressed(let kind, _): "expected text, found a \(kind) file"
    case .invalidUTF8(let offset): "expected text in UTF-8, found another byte at offset \(offset)"
    case .nul: "expected text, found the character NUL"
    case .loneReturn: "expected a line end as LF or CRLF, found a CR alone"
    case .empty: "expected a header, found nothing"
    case .recordTooLong(let limit): "expected a record of at most \(limit >> 20) MB, found more"
    case .unclosedQuote: "expected a quote that closes this one, found the end"
    case .textAfterQuote(let text): "expected a delimiter after the closing quote, found \(text)"
    case .unknownEscape(let escape): "unknown escape '\(escape)'"
    case .ragged(let expected, let count):
      "expected \(counted(expected, "field")), found \(groupedDigits(count))"
    case .json(let problem): problem.message
    case .blankColumn(let index): "expected a name for column \(index), found none"
    case .duplicateColumn(let name): "the column \(quotedSample(name.text)) appears twice"
    case .unknownColumn(let name, _): "the column \(quotedSample(name.text)) has no attribute"
    case .otherDelimiter("\t"): "expected several columns, found one with tabs"
    case .otherDelimiter(let delimiter):
      "expected several columns, found one with '\(delimiter)'"
    case .missingColumns(let names, let entity):
      "a \(entity) needs \(listedInQuotes(names))"
    case .unsettable(let property): "'\(property.name)' \(property.reason)"
    case .value(_, let error): error.message
    case .other(let message, _): message
    }
  }

  /// The repair, if there is one.
  package var hint: Hint? {
    switch self {
    case .encoding("UTF-16"): "iconv -f UTF-16 -t UTF-8"
    case .encoding(let name): "iconv -f \(name) -t UTF-8"
    case .compressed(_, let program): "unpack it first: \(program) FILE | flagdb …"
    case .invalidUTF8: "if it is Latin-1: iconv -f LATIN1 -t UTF-8"
    case .recordTooLong: "a quote may be open"
    case .unclosedQuote: "a quote inside a field in quotes is doubled"
    case .textAfterQuote: "a quote inside a field in quotes is doubled"
    case .unknownEscape: "a backslash is written as \\\\"
    case .json(let problem): problem.hint.map(Hint.words)
    case .unknownColumn(_, let hint): hint
    case .blankColumn: "give it a name in the first line"
    case .otherDelimiter("\t"): "try --delimiter '\\t'"
    case .otherDelimiter(let delimiter): "try --delimiter '\(delimiter)'"
    case .missingColumns: "add the columns, or give the attributes a default"
    case .unsettable(let property): property.hint
    case .value(_, let error): error.hint
    case .other(_, let hint): hint
    case .loneReturn: "tr '\\r' '\\n' makes lines of it"
    default: nil
    }
  }
}
