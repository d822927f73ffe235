import FlagModel
import JSON
import ModelText

/// A part of a program, with its position.
struct ProgramText {
  let source: SourceText
  let file: String
  /// The offset of the part in its file.
  let offset: Int

  init?(_ value: JSONValue?) {
    guard let text = value?["source"]?.string, let place = value?["location"],
      let file = place["fileName"]?.string, let offset = place["offset"]?.integer
    else { return nil }
    // The compiler finds the line of an error in the part. The file's name is used to find other
    // files.
    source = SourceText(name: file, text)
    self.file = file
    self.offset = offset
  }
}

/// A use of a macro, with the requested expansion.
struct MacroUse {
  /// `FlagsMacro`
  let macro: String
  /// `member`, `memberAttribute`, `accessor`, `extension`, `peer`
  let role: String
  let attribute: ProgramText?
  let declaration: ProgramText
  /// The type that contains the declaration, for roles that are expanded for each member.
  let parent: ProgramText?
  /// The enclosing declarations, the innermost first.
  let context: [SourceText]
  /// The type that an extension extends.
  let extended: String?
  /// The protocols to which the type must still conform.
  let missingProtocols: [Substring]

  init?(_ value: JSONValue) {
    guard let macro = value["macro"]?["typeName"]?.string, let role = value["macroRole"]?.string,
      let declaration = ProgramText(value["declSyntax"])
    else { return nil }
    self.macro = macro
    self.role = role
    self.declaration = declaration
    attribute = ProgramText(value["attributeSyntax"])
    parent = ProgramText(value["parentDeclSyntax"])
    context = (value["lexicalContext"]?.items ?? []).compactMap { ProgramText($0)?.source }
    extended = value["extendedTypeSyntax"]?["source"]?.string
    let placeholder = value["conformanceListSyntax"]?["source"]?.string
    missingProtocols = placeholder.map(Self.protocols) ?? []
  }

  /// The protocols in the declaration with which the compiler lists them:
  /// `struct Placeholder: A, B {}`.
  private static func protocols(of placeholder: String) -> [Substring] {
    let list = placeholder.split(separator: ":").last ?? ""
    return list.prefix { $0 != "{" }.split { $0 == "," || $0 == " " }
  }
}

/// The expanded code, and the errors in the macro's use.
struct Expansion {
  var code: String?
  var diagnoses: [Diagnosis] = []
}

/// An error or a warning in the program.
struct Diagnosis {
  struct Repair {
    let message: String
    let range: Range<Int>
    let text: String
  }

  let message: String
  let severity: Diagnostic.Severity
  let file: String
  /// Offsets in the file.
  let range: Range<Int>
  var repair: Repair?

  init(_ diagnostic: Diagnostic, in text: ProgramText) {
    let place = diagnostic.place.flatMap { $0.source == text.source ? $0.range : nil } ?? text.head
    range = place.lowerBound + text.offset..<place.upperBound + text.offset
    severity = diagnostic.severity
    file = text.file
    message = diagnostic.message + (diagnostic.hint.map { "; \($0.text)" } ?? "")
  }

  /// Makes an error with the change that corrects it.
  init(_ mistake: EntityDeclaration.Mistake, in text: ProgramText) {
    self.init(mistake.diagnostic, in: text)
    repair = mistake.repair.map { change in
      let place = change.place.range
      return Repair(
        message: change.message,
        range: place.lowerBound + text.offset..<place.upperBound + text.offset, text: change.text)
    }
  }
}

extension ProgramText {
  /// The position of the first character that is not a blank.
  var head: Range<Int> {
    let start = source.utf8.firstIndex { $0 > UInt8(ascii: " ") } ?? 0
    return start..<start
  }
}

// MARK: JSON

extension Expansion {
  var json: [(key: String, value: JSONValue?)] { [("diagnostics", .array(diagnoses.map(\.json)))] }
}

extension Diagnosis {
  var json: JSONValue {
    .object(of: [
      ("message", .string(message)), ("severity", .string(severityWord)),
      (
        "position",
        .object(of: [("fileName", .string(file)), ("offset", .integer(range.lowerBound))])
      ),
      ("highlights", .array(range.isEmpty ? [] : [json(of: range)])), ("notes", .array([])),
      ("fixIts", .array(repair.map { [json(of: $0)] } ?? [])),
    ])
  }

  /// The severity for the compiler. It does not show a note alone, and a warning can be treated as
  /// an error.
  private var severityWord: String { severity == .note ? "remark" : severity.rawValue }

  private func json(of range: Range<Int>) -> JSONValue {
    .object(of: [
      ("fileName", .string(file)), ("startOffset", .integer(range.lowerBound)),
      ("endOffset", .integer(range.upperBound)),
    ])
  }

  private func json(of repair: Repair) -> JSONValue {
    let change = JSONValue.object(of: [
      ("range", json(of: repair.range)), ("newText", .string(repair.text)),
    ])
    return .object(of: [("message", .string(repair.message)), ("changes", .array([change]))])
  }
}
