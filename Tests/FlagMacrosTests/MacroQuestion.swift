import JSON

@testable import MacrosUnderTest

/// Questions as a compiler asks them of the macros, and their answers.
struct MacroQuestion {
  let macro: String
  let role: String
  let attribute: String
  let declaration: String
  var parent: String?
  /// The declarations around it, the innermost first.
  var context: [String] = []
  var extended: String?
  /// The protocols to which the type does not conform yet; the compiler sends no list of none.
  var missing: [String] = []
  /// The form of the questions that the compiler says it speaks; nil if it says none.
  var version: Int? = 7

  /// The offset in its file at which the declaration begins.
  static let offset = 100

  var json: JSONValue {
    .object(of: [
      (
        "expandAttachedMacro",
        .object(of: [
          ("macro", .object(of: [("typeName", .string(macro))])), ("macroRole", .string(role)),
          ("attributeSyntax", Self.text(attribute)), ("declSyntax", Self.text(declaration)),
          ("parentDeclSyntax", parent.map(Self.text)),
          ("lexicalContext", .array(context.map(Self.text))),
          ("extendedTypeSyntax", extended.map(Self.text)),
          ("conformanceListSyntax", placeholder.map(Self.text)),
        ])
      )
    ])
  }

  private var placeholder: String? {
    missing.isEmpty ? nil : "struct Placeholder: \(missing.joined(separator: ", ")) {}"
  }

  private static func text(_ source: String) -> JSONValue {
    .object(of: [
      ("source", .string(source)),
      (
        "location",
        .object(of: [("fileName", .string("/app/Marks.swift")), ("offset", .integer(offset))])
      ),
    ])
  }

  /// All that the plugin answers, a new one each time.
  func answer() -> JSONValue {
    var plugin = MacroPlugin()
    let capability = version.map {
      JSONValue.object(of: [("protocolVersion", .integer($0))])
    }
    _ = plugin.answer(
      to: .object(of: [("getCapability", .object(of: [("capability", capability)]))]))
    return plugin.answer(to: json)
  }

  var code: String? { answer()["expandMacroResult"]?["expandedSource"]?.string }

  /// The declaration with the first change that the answer proposes; nil if there is none.
  var mended: String? {
    let diagnosis = answer()["expandMacroResult"]?["diagnostics"]?.items?.first
    guard let change = diagnosis?["fixIts"]?.items?.first?["changes"]?.items?.first,
      let start = change["range"]?["startOffset"]?.integer,
      let end = change["range"]?["endOffset"]?.integer, let text = change["newText"]?.string
    else { return nil }
    var bytes = Array(declaration.utf8)
    bytes.replaceSubrange(start - Self.offset..<end - Self.offset, with: text.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `error 105..<108: text`, with offsets that count from the start of the declaration.
  var said: [String] {
    let list = answer()["expandMacroResult"]?["diagnostics"]?.items ?? []
    return list.map { one in
      let offset = (one["position"]?["offset"]?.integer ?? 0) - Self.offset
      let marked = one["highlights"]?.items?.first.flatMap { range -> String? in
        guard let start = range["startOffset"]?.integer, let end = range["endOffset"]?.integer
        else {
          return nil
        }
        let bytes = Array(declaration.utf8)[start - Self.offset..<end - Self.offset]
        return String(decoding: bytes, as: UTF8.self)
      }
      let place = marked.map { "'\($0)'" } ?? "\(offset)"
      let repairs = (one["fixIts"]?.items ?? []).map { " [\($0["message"]?.string ?? "")]" }
      return "\(one["severity"]?.string ?? "") at \(place): \(one["message"]?.string ?? "")"
        + repairs.joined()
    }
  }
}
