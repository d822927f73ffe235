package import JSON
import MacroModel

/// Answers the questions of a compiler about macros, in the form that the compiler speaks.
///
/// This module is the program that the compiler starts to expand the macros of the library.
package struct MacroPlugin {
  /// The newest form of the questions that is known here. A newer compiler asks in this one too.
  private static let version = 7
  /// The first form in which one answer serves all kinds of macros.
  private static let firstWithOneAnswer = 5

  /// The form that the compiler speaks; 0 until it says one.
  private var compilerVersion = 0
  private var flags = FlagsMacro()

  package init() {}

  package mutating func answer(to question: JSONValue) -> JSONValue {
    guard case .object(let members) = question, let asked = members.first else {
      return refusal("an empty message")
    }
    switch asked.key {
    case "getCapability":
      compilerVersion = asked.value["capability"]?["protocolVersion"]?.integer ?? 0
      return capability
    case "expandAttachedMacro":
      guard let use = MacroUse(asked.value) else { return refusal("a macro in an unknown form") }
      return answer(expand(use))
    default: return refusal("'\(asked.key)'")
    }
  }

  private mutating func expand(_ use: MacroUse) -> Expansion {
    switch use.macro {
    case "FlagsMacro": flags.expand(use)
    case "EntityMacro": EntityMacro.expand(use)
    // It is read by the macro of its type.
    case "NoteMacro": Expansion(code: "")
    case "FlagBitMacro": Self.flag(use)
    case "BitsMacro": Self.field(use)
    default:
      Expansion(
        diagnoses: [
          Diagnosis(
            Diagnostic("'\(use.macro)' is not a macro of flagdb"),
            in: use.attribute ?? use.declaration
          )
        ])
    }
  }

  private var capability: JSONValue {
    let own = JSONValue.object(of: [
      ("protocolVersion", .integer(Self.version)), ("features", .array([])),
    ])
    return .object(of: [("getCapabilityResult", .object(of: [("capability", own)]))])
  }

  private func answer(_ expansion: Expansion) -> JSONValue {
    if compilerVersion >= Self.firstWithOneAnswer {
      let code = expansion.code.map(JSONValue.string) ?? .null
      return .object(of: [
        ("expandMacroResult", .object(of: [("expandedSource", code)] + expansion.json))
      ])
    }
    let codes = expansion.code.map { JSONValue.array([.string($0)]) } ?? .null
    return .object(of: [
      ("expandAttachedMacroResult", .object(of: [("expandedSources", codes)] + expansion.json))
    ])
  }

  /// An answer to a question that is not understood. It has no place in the program.
  private func refusal(_ what: String) -> JSONValue {
    let place = JSONValue.object(of: [("fileName", .string("")), ("offset", .integer(0))])
    let diagnosis = JSONValue.object(of: [
      ("message", .string("the macros of flagdb do not know what the compiler asks: \(what)")),
      ("severity", .string("error")), ("position", place), ("highlights", .array([])),
      ("notes", .array([])), ("fixIts", .array([])),
    ])
    return .object(of: [
      (
        "expandMacroResult",
        .object(of: [("expandedSource", .null), ("diagnostics", .array([diagnosis]))])
      )
    ])
  }
}
