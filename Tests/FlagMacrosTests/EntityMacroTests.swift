import JSON
import Testing

@testable import MacrosUnderTest

@Suite("@Entity")
struct EntityMacroTests {
  private func question(
    _ declaration: String, context: [String] = [], missing: [String] = ["Entity"], version: Int? = 7
  ) -> MacroQuestion {
    var question = MacroQuestion(
      macro: "EntityMacro", role: "extension", attribute: "@Entity", declaration: declaration,
      version: version)
    question.context = context
    question.extended = "Zoo.Sample"
    question.missing = missing
    return question
  }

  static let sample = #"""


    /// A sample.
    @Entity public struct Sample: Hashable {
      public var id: Key<Sample>?
      @Attribute(.unique) @MainActor public var code: String = "S-\"1\""
      let `default`: Double
      static let (a, b) = (1, 2)
      var count = 3 { didSet {} }
      @Transient var cache: (() -> Void)?
      @Relationship(deleteRule: .cascade) var readings: [Reading] = []
      var made = Date()
      static let shared = 1
      var isNew: Bool { id == nil }
      func f() {}
    }
    """#

  @Test("writes the mapping of all that is stored, and a way to read it")
  func code() {
    #expect(question(Self.sample).said == [])
    #expect(
      question(Self.sample).code == #"""
        extension Zoo.Sample: FlagDB.Entity {
          public static let mapping = FlagDB.EntityMapping<Self>(
            properties: [
              FlagDB.MappedProperty("id", \.id),
              FlagDB.MappedProperty("code", \.code, attributes: "@Attribute(.unique)", preset: "\"S-\\\"1\\\"\""),
              FlagDB.MappedProperty("default", \.default),
              FlagDB.MappedProperty("count", \.count, preset: "3"),
              FlagDB.MappedProperty("readings", \.readings, attributes: "@Relationship(deleteRule: .cascade)", preset: "[]"),
              FlagDB.MappedProperty("made", \.made),
            ],
            write: { record, row in
              try row.write(record.id)
              try row.write(record.code)
              try row.write(record.default)
              try row.write(record.count)
              try row.write(record.readings)
              try row.write(record.made)
            },
            read: { row in try Self(storedIn: &row) })

          private init(storedIn row: inout FlagDB.RowReader) throws {
            self.id = try row.read()
            self.code = try row.read()
            self.default = try row.read()
            self.count = try row.read()
            self.readings = try row.read()
            self.made = try row.read()
          }
        }
        """#)
  }

  @Test("conforms unless the struct does, and is as open as the types around it")
  func conformance() throws {
    let code = try #require(question(Self.sample, context: ["enum Zoo {}"], missing: []).code)
    #expect(code.hasPrefix("extension Zoo.Sample {\n  static let mapping"))
    let open = question(
      Self.sample, context: [Self.sample, "public enum Zoo {}", "extension A {}"])
    #expect(open.code?.contains("  public static let mapping") == true)
  }

  @Test("writes what the model says of the entity and of several properties")
  func constraints() {
    let code = question(
      #"""
      @Entity(originalName: "Specimen") struct Sample {
        #Unique<Sample>([\.code, \.day], [\Sample.`case`])
        #Index<Sample>([\.home.street])
        var code: String
      }
      """#
    ).code
    let arguments = #"""
          ],
          originalName: "Specimen",
          uniques: [["code", "day"], ["case"]],
          indexes: [["home.street"]],
          write: {
      """#
    #expect(code?.contains(arguments) == true, "\(code ?? "")")
    #expect(
      question("@Entity struct A { #Unique<A>(\"a\") ; var a: Int }").said
        == ["error at '\"a\"': expected an array of key paths"])
  }

  @Test("lists of properties become no code of their own", arguments: [4, 7])
  func lists(version: Int) {
    var plugin = MacroPlugin()
    let capability = JSONValue.object(of: [("protocolVersion", .integer(version))])
    _ = plugin.answer(
      to: .object(of: [("getCapability", .object(of: [("capability", capability)]))]))
    func answer(_ macro: String) -> JSONValue {
      let name = JSONValue.object(of: [("typeName", .string(macro))])
      return plugin.answer(
        to: .object(of: [("expandFreestandingMacro", .object(of: [("macro", name)]))]))
    }
    let kind = version < 5 ? "expandFreestandingMacroResult" : "expandMacroResult"
    #expect(answer("NoteMacro")[kind]?["expandedSource"]?.string == "")
    #expect(answer("NoteMacro")[kind]?["diagnostics"]?.items?.isEmpty == true)
    let refused = answer("OtherMacro")["expandMacroResult"]
    #expect(refused?["diagnostics"]?.items?.count == 1)
  }

  @Test("answers compilers of every form", arguments: [nil, 4, 5, 99])
  func forms(version: Int?) {
    let answer = question("@Entity struct A { var a: Int }", version: version).answer()
    let code =
      version ?? 0 >= 5
      ? answer["expandMacroResult"]?["expandedSource"]?.string
      : answer["expandAttachedMacroResult"]?["expandedSources"]?.items?.first?.string
    #expect(code?.contains("self.a = try row.read()") == true)
  }

  @Test("notes on properties become no code", arguments: ["Attribute", "Relationship", "Valid"])
  func notes(name: String) {
    let question = MacroQuestion(
      macro: "NoteMacro", role: "peer", attribute: "@\(name)(1)", declaration: "var a: Int")
    #expect(question.code == "" && question.said == [])
  }

  @Test(
    "says what cannot be stored at its place, and how to mend it",
    arguments: [
      (
        "@Entity final class Sample { var a = 1 }",
        "error at 'Sample': '@Entity' belongs to a struct, found a class [replace 'class' with 'struct']"
      ),
      (
        "@Entity actor Sample { var a = 1 }",
        "error at 'Sample': '@Entity' belongs to a struct, found an actor"
      ),
      (
        "@Entity enum Sample { case a }",
        "error at 'Sample': '@Entity' belongs to a struct, found an enum"
      ),
      (
        "@Entity struct Sample<Value> { var a: Value }",
        "error at 'Sample': an entity cannot be generic"
      ),
      (
        "@Entity struct Sample { let kind = 3 }",
        "error at 'let': 'kind' is a constant with a value, so a record cannot set it; "
          + "declare it 'var' [replace 'let' with 'var']"
      ),
      (
        "@Entity struct Sample { lazy var total = 3 }",
        "error at 'lazy': 'total' is 'lazy', which cannot be stored [remove 'lazy']"
      ),
      (
        "@Entity struct Sample { weak var view: View? }",
        "error at 'weak': 'view' is 'weak', which cannot be stored; mark it '@Transient' "
          + "[insert '@Transient']"
      ),
      (
        "@Entity struct Sample { unowned(unsafe) var view: View }",
        "error at 'unowned': 'view' is 'unowned', which cannot be stored; mark it '@Transient' "
          + "[insert '@Transient']"
      ),
      (
        "@Entity struct Sample { var pair: (Int, Int)? }",
        "error at '(Int, Int)': a tuple cannot be stored in a column; mark 'pair' '@Transient' "
          + "[insert '@Transient']"
      ),
      (
        "@Entity struct Sample { var a: Int; let (b, _) = (1, 2) }",
        "error at 'let': a tuple of properties cannot be stored in columns; declare each property separately"
      ),
      (
        "@Entity struct Sample { var all: [() -> Void] = [] }",
        "error at '() -> Void': a closure cannot be stored in a column; mark 'all' '@Transient' "
          + "[insert '@Transient']"
      ),
      (
        "@Entity struct Sample { var shape: any Shape }",
        "error at 'any Shape': a protocol cannot be stored in a column; mark 'shape' '@Transient' "
          + "[insert '@Transient']"
      ),
      (
        "@Entity struct Sample { var calls: [String: () -> Void] = [:] }",
        "error at '() -> Void': a closure cannot be stored in a column; mark 'calls' '@Transient' "
          + "[insert '@Transient']"
      ),
      (
        "@Entity struct Sample { var made = make() }",
        "error at 'made': the type of 'made' is unknown; write it: 'var made: …'"
      ),
      (
        "@Entity struct Sample { var a: Int; var A: Int }",
        "error at 'A': 'a' and 'A' would be the same column, because SQLite ignores case"
      ),
      (
        "@Entity struct Sample { @Transient var cache: Cache }",
        "error at 'cache': 'cache' is not stored, so that it needs a default"
      ),
    ])
  func mistakes(declaration: String, said: String) {
    #expect(question(declaration).said == [said])
    #expect(question(declaration).code == "")
  }

  @Test(
    "mends as it says",
    arguments: [
      ("@Entity final class A { var a = 1 }", "@Entity struct A { var a = 1 }"),
      ("@Entity class A { var a = 1 }", "@Entity struct A { var a = 1 }"),
      ("@Entity struct A { let kind = 3 }", "@Entity struct A { var kind = 3 }"),
      ("@Entity struct A { lazy var a = 3 }", "@Entity struct A { var a = 3 }"),
      (
        "@Entity struct A { var f: (() -> Void)? }",
        "@Entity struct A { @Transient var f: (() -> Void)? }"
      ),
      ("@Entity struct A { weak var v: V? }", "@Entity struct A { @Transient weak var v: V? }"),
    ])
  func repairs(declaration: String, mended: String) {
    #expect(question(declaration).mended == mended)
    #expect(question(mended).said == [])
  }
}
