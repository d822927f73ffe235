import Testing

@Suite("@Flags")
struct FlagsMacroTests {
  static let marks = """


    /// Marks of a sample.
    @Flags public struct Marks: OptionSet {
      public let rawValue: Int64
      /// Heart rate.
      static var HRM: Self
      static let RAW = Marks(rawValue: 1)
      static let `default`: Marks = [.HRM, .RAW]
      var hasRAW: Bool { true }
    }
    """

  private func question(
    _ role: String, _ declaration: String = Self.marks, attribute: String = "@Flags"
  ) -> MacroQuestion {
    MacroQuestion(
      macro: "FlagsMacro", role: role, attribute: attribute, declaration: declaration)
  }

  @Test("adds the names, and a property for each flag but those that are there")
  func members() {
    #expect(question("member").said == [])
    #expect(
      question("member").code == """
        /// The flags and their names, in the order of declaration.
        public static let namedFlags: [(name: String, flags: Self)] = [
            ("HRM", .HRM),
            ("RAW", .RAW),
            ("default", .default),
        ]
        public var hasHRM: Bool {
          get { contains(.HRM) }
          set { if newValue { formUnion(.HRM) } else { subtract(.HRM) } }
        }
        public var hasDefault: Bool {
          get { contains(.default) }
          set { if newValue { formUnion(.default) } else { subtract(.default) } }
        }
        """)
  }

  @Test(
    "gives a bit to flags without a value alone",
    arguments: [
      ("static var HRM: Self", "@FlagNames.FlagBit(1)"),
      ("\n  /// Raw.\n  static let RAW = Marks(rawValue: 1)", ""),
      ("public let rawValue: Int64", ""), ("func f() {}", ""),
    ])
  func attributes(member: String, attribute: String) {
    var question = question("memberAttribute", member)
    question.parent = Self.marks
    #expect(question.code == attribute)
  }

  @Test("makes a numbered flag a computed one", arguments: [0, 3, 63])
  func bit(bit: Int) {
    let question = MacroQuestion(
      macro: "FlagBitMacro", role: "accessor", attribute: "@FlagNames.FlagBit(\(bit))",
      declaration: "static var HRM: Self")
    #expect(question.code == "{ get { Self(rawValue: 1 << \(bit)) } }")
  }

  @Test("computes fields", arguments: ["0...7", "1...4, inPlace: true", "5"])
  func field(arguments: String) {
    let question = MacroQuestion(
      macro: "BitsMacro", role: "accessor", attribute: "@Bits(\(arguments))",
      declaration: "var core: Core")
    #expect(
      question.code == """
        {
          get { field(\(arguments)) }
          set { setField(\(arguments), to: newValue) }
        }
        """)
  }

  @Test(
    "conforms to the protocols to which the set does not yet",
    arguments: [
      (["NamedFlags"], "extension Sample.Marks: FlagNames.NamedFlags {}"),
      (
        ["NamedFlags", "Storable"],
        "extension Sample.Marks: FlagNames.NamedFlags, FlagDB.Storable {}"
      ),
      (["Storable"], "extension Sample.Marks: FlagDB.Storable {}"),
      (
        ["Hashable", "Decodable"], "extension Sample.Marks: Swift.Hashable, Swift.Decodable {}"
      ),
      ([], ""),
    ])
  func conformance(missing: [String], code: String) {
    var question = question("extension")
    question.extended = "Sample.Marks"
    question.missing = missing
    #expect(question.code == code)
  }

  @Test(
    "says what is wrong at its place",
    arguments: [
      (
        "@Flags struct Marks { let a = 1 }",
        ["error at 0: '@Flags' belongs to a struct that conforms to OptionSet"]
      ),
      (
        "@Flags struct Marks: OptionSet { let rawValue: Int64; static let HRM = Marks(rawValue: 1 << 77) }",
        ["error at '1 << 77': bit 77 lies beyond Int64, whose bits are 0 to 63"]
      ),
      (
        "@Flags struct Marks: OptionSet { let rawValue: Int64; static let HRM: Self }",
        [
          "error at 'let': a flag without a value must be 'static var', found 'static let' "
            + "[replace 'let' with 'var']"
        ]
      ),
      (
        "@Flags struct Marks: OptionSet { let rawValue: Int64; static var a, b: Self }",
        [
          "error at 'b': a flag without a value needs its own line; "
            + "write 'static var b: Self' below"
        ]
      ),
      (
        "@Flags struct Marks: OptionSet { let rawValue: Int64\nstatic let a = Marks(rawValue: 1), b = Self(rawValue: f()) }",
        ["remark at 'f()': 'b' is left out: 'f()' cannot be evaluated; write the number itself"]
      ),
      (
        "@Flags struct Marks: OptionSet { let rawValue: Int64; static var a: Self; static var a: Self }",
        ["error at 'a': 'a' is declared twice in 'Marks'"]
      ),
      (
        "@Flags struct Marks: OptionSet { let rawValue: UInt128 }",
        ["error at 'UInt128': the raw type of a flag set must be an integer, found 'UInt128'"]
      ),
    ])
  func mistakes(declaration: String, said: [String]) {
    #expect(question("member", declaration).said == said)
  }

  @Test("types that another file declares are taken as they are")
  func fragment() {
    let declaration = """
      @Flags struct Marks: OptionSet {
        let rawValue: MaskOfTheApp
        @Bits(0...3) var core: CoreOfTheApp
        static var HRM: Self
      }
      """
    #expect(question("member", declaration).said == [])
    var member = question("memberAttribute", "static var HRM: Self")
    member.parent = declaration
    #expect(member.code == "@FlagNames.FlagBit(4)")
  }
}
