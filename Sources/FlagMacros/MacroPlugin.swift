import FlagModel
package import JSON

/// Answers the compiler's messages about macros, in the version of its protocol.
///
/// This module is the program that the compiler starts to expand the macros of the library.
package struct MacroPlugin {
  /// The newest supported protocol version. A newer compiler uses this version too.
  private static let version = 7
  /// The first protocol version with one result for all kinds of macros.
  private static let firstWithOneAnswer = 5

  /// The compiler's protocol version; 0 until it is known.
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
    case "expandFreestandingMacro":
      let name = asked.value["macro"]?["typeName"]?.string
      // The macro of the enclosing type reads `#Unique` and `#Index`.
      guard name == "NoteMacro" else { return refusal("'#\(name ?? "")'") }
      return answer(Expansion(code: ""), isFreestanding: true)
    default: return refusal("'\(asked.key)'")
    }
  }

  private mutating func expand(_ use: MacroUse) -> Expansion {
    switch use.macro {
    case "FlagsMacro": flags.expand(use)
    case "EntityMacro": EntityMacro.expand(use)
    // The macro of the enclosing type reads this attribute.
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
    let capability = JSONValue.object(of: [
      ("protocolVersion", .integer(Self.version)), ("features", .array([])),
    ])
    return .object(of: [("getCapabilityResult", .object(of: [("capability", capability)]))])
  }

  private func answer(_ expansion: Expansion, isFreestanding: Bool = false) -> JSONValue {
    if compilerVersion >= Self.firstWithOneAnswer {
      let code = expansion.code.map(JSONValue.string) ?? .null
      return .object(of: [
        ("expandMacroResult", .object(of: [("expandedSource", code)] + expansion.json))
      ])
    }
    if isFreestanding {
      let code = expansion.code.map(JSONValue.string) ?? .null
      return .object(of: [
        ("expandFreestandingMacroResult", .object(of: [("expandedSource", code)] + expansion.json))
      ])
    }
    let codes = expansion.code.map { JSONValue.array([.string($0)]) } ?? .null
    return .object(of: [
      ("expandAttachedMacroResult", .object(of: [("expandedSources", codes)] + expansion.json))
    ])
  }

  /// The answer to an unknown message. It has no position in the program.
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
