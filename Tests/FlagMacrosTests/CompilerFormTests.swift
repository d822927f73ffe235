import JSON
import Testing

@testable import MacrosUnderTest

/// Compilers older and newer than the one that these macros were written with.
@Suite("Questions of compilers")
struct CompilerFormTests {
  private func question(version: Int?) -> MacroQuestion {
    MacroQuestion(
      macro: "FlagBitMacro", role: "accessor", attribute: "@FlagBit(3)",
      declaration: "static var HRM: Self", version: version)
  }

  static let code = "{ get { Self(rawValue: 1 << 3) } }"

  @Test("from the fifth form on one answer serves all macros", arguments: [5, 7, 8, 99])
  func newer(version: Int) {
    let answer = question(version: version).answer()
    #expect(answer["expandMacroResult"]?["expandedSource"]?.string == Self.code)
  }

  @Test("before it, attached macros had an answer of their own", arguments: [nil, 0, 4])
  func older(version: Int?) {
    let answer = question(version: version).answer()
    let codes = answer["expandAttachedMacroResult"]?["expandedSources"]?.items
    #expect(codes?.map(\.string) == [Self.code])
  }

  @Test("the form that is spoken is said")
  func capability() {
    var plugin = MacroPlugin()
    let answer = plugin.answer(to: .object([JSONMember("getCapability", .object([]))]))
    #expect(answer["getCapabilityResult"]?["capability"]?["protocolVersion"]?.integer == 7)
  }

  @Test(
    "what is not understood is refused in words",
    arguments: [
      #"{"loadPluginLibrary":{"libraryPath":"a"}}"#, #"{"expandAttachedMacro":{"macro":1}}"#,
      #"{"somethingNew":{}}"#, "{}", "[]", "1",
    ])
  func unknown(message: String) throws {
    var plugin = MacroPlugin()
    let answer = plugin.answer(to: try JSONValue(reading: Array(message.utf8)))
    let said = answer["expandMacroResult"]?["diagnostics"]?.items?.first?["message"]?.string ?? ""
    #expect(said.hasPrefix("the macros of flagdb do not know what the compiler asks: "))
  }

  @Test("a macro that does not exist is named")
  func unknownMacro() {
    let question = MacroQuestion(
      macro: "Missing", role: "member", attribute: "@Missing", declaration: "struct A {}")
    #expect(question.said == ["error at 0: 'Missing' is not a macro of flagdb"])
  }
}
