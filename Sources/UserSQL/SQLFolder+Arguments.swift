import PlainText
import Predicates
import SQLText

// Parses the column and the texts of a call.

extension SQLFolder {
  func readColumn(
    _ next: inout Int, of function: FoldedFunction, scope: Int
  ) throws(Diagnostic) -> SQLColumn {
    let aggregate = tokens.maskAggregate(at: next)
    if aggregate != nil { next += 2 }
    let start = next
    var names: [Name.Folded] = []
    while names.count < 3, let name = tokens.name(next) {
      names.append(name)
      next += 1
      guard tokens.isSymbol(next, "."), names.count < 3 else { break }
      next += 1
    }
    guard let name = names.last, next - start == 2 * names.count - 1,
      tokens.isSymbol(next, ",") || tokens.isSymbol(next, ")")
    else {
      throw unexpected(next, "a column", function)
    }
    let range = tokens.all[start].range.lowerBound..<tokens.all[next - 1].range.upperBound
    let lastPart = tokens.text(next - 1)
    if aggregate != nil {
      guard tokens.isSymbol(next, ")") else { throw unexpected(next, "')'", function) }
      next += 1
    }
    return SQLColumn(
      qualifier: names.dropLast().last, name: name, text: tokens.source.text(range),
      place: SourcePlace(tokens.source, range), scope: scope,
      lastPart: lastPart, aggregate: aggregate)
  }

  /// Parses the arguments after the column, up to the closing bracket.
  func readArguments(
    _ next: inout Int, of function: FoldedFunction
  ) throws(Diagnostic) -> [CallArgument] {
    var words: [CallArgument] = []
    while tokens.isSymbol(next, ",") {
      words.append(try argument(next + 1, of: function))
      next += 2
    }
    guard tokens.isSymbol(next, ")") else { throw unexpected(next, "a comma or ')'", function) }
    next += 1
    return words
  }

  private func argument(
    _ index: Int, of function: FoldedFunction
  ) throws(Diagnostic) -> CallArgument {
    let token = tokens.all.indices.contains(index) ? tokens.all[index] : nil
    switch token?.kind {
    case .string:
      return CallArgument(text: tokens.string(index), place: tokens.place(index), isWritten: true)
    case .parameter:
      let parameter = tokens.text(index)
      guard !parameter.hasPrefix("?"), let text = parameters.text(of: parameter) else {
        throw Diagnostic("expected a text for '\(parameter)'", at: tokens.place(index))
      }
      return CallArgument(text: text, place: tokens.place(index), isWritten: false)
    case .word, .quotedName:
      throw Diagnostic(
        "expected a text, found \(tokens.text(index))", at: tokens.place(index),
        hint: "write it as in \(function.example)")
    default: throw unexpected(index, "a text", function)
    }
  }

  private func unexpected(_ index: Int, _ what: String, _ function: FoldedFunction) -> Diagnostic {
    guard tokens.all.indices.contains(index) else {
      let end = tokens.source.utf8.count
      return Diagnostic(
        "expected \(what), found the end", at: SourcePlace(tokens.source, end..<end),
        hint: "write it as in \(function.example)")
    }
    return Diagnostic(
      "expected \(what), found '\(tokens.text(index))'", at: tokens.place(index),
      hint: "write it as in \(function.example)")
  }
}

/// A text argument of a call.
struct CallArgument {
  let text: String
  let place: SourcePlace
  /// True if the text is in the SQL itself, so that an error can point to a part of it.
  let isWritten: Bool

  /// `HRM,PLX` or `HRM|PLX`, possibly with spaces or a dot before a name.
  func names() throws(Diagnostic) -> [WordSyntax] {
    // The quotes are excluded; no name contains a doubled quote.
    let source = isWritten ? place.source : SourceText(text)
    let range =
      if isWritten {
        place.range.lowerBound + 1..<place.range.upperBound - 1
      } else {
        0..<source.utf8.count
      }
    var names: [WordSyntax] = []
    for part in source.utf8[range].split(
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "|") })
    {
      var trimmed = source.trimmed(part.startIndex..<part.endIndex)
      if let first = trimmed.first, source.utf8[first] == UInt8(ascii: ".") {
        trimmed.removeFirst()
      }
      let place = isWritten ? SourcePlace(source, trimmed) : place
      if trimmed.isEmpty { throw Diagnostic("expected a flag, found nothing", at: place) }
      names.append(WordSyntax(source.text(trimmed), at: place))
    }
    return names
  }
}
