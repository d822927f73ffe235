import FlagFormats
import FlagModel
import ModelText
import Testing

@Suite struct ModelDetectorTests {
  private func detect(
    _ text: String, _ format: InputFormat = .csv, besides schema: Schema = .empty,
    settings: DetectionSettings = DetectionSettings()
  ) throws -> DetectedModel {
    let reader = try RecordReader(
      MemorySource(Array(text.utf8)), named: nil, InputStyle(format: format))
    var detector = ModelDetector(settings)
    detector.takeColumns(of: reader)
    while try reader.next() { detector.add(reader) }
    return try detector.model(named: "Sample", besides: schema)
  }

  private func declarations(_ model: DetectedModel) -> [String] {
    model.entity.attributes.map { "\($0.name): \($0.declaredType)\($0.isOptional ? "?" : "")" }
  }

  private func flagSets(_ model: DetectedModel) -> [FlagSet] {
    Schema(types: model.types, entities: []).flagSets
  }

  static let columns: [([String], String)] = [
    (["1", "-2", "0"], "Int"), (["1", ""], "Int?"), (["1", "2.5"], "Double"),
    (["007", "1"], "String"), (["+1"], "String"), (["9223372036854775808"], "String"),
    (["9007199254740992", "1.5"], "Double"), (["9007199254740993", "1.5"], "String"),
    (["1.5", "-9007199254740993"], "String"), (["9007199254740993", "2"], "Int"),
    (["0.30000000000000004", "-0.30000000000000004", "0.0025383813065349425"], "Double"),
    (["0.30000000000000003"], "String"), (["-0.000012345678901234568"], "Double"),
    (["9007199254740993.5"], "String"), (["0.1234567890123457", "1"], "Double"),
    (["1e3", "2"], "Double"), (["0.1234567890123456789"], "String"), (["true", "No"], "Bool"),
    (["1", "true"], "String"), (["2026-11-20", "2026-11-20T10:00Z"], "Date"),
    (["2026-11-20", "soon"], "String"), (["2026-02-30"], "String"),
    (["9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a"], "UUID"), (["HRM", "HRM|PLX", ""], "Column"),
    (["HRM", "PLX"], "String"), (["a b|c"], "Column"), (["a |c"], "String"), (["1|2"], "String"),
    (["a||b"], "String"), (["", ""], "String?"),
    (["x", ""], "String?"), (["\"\"", "\"\""], "String"), (["\"\"", ""], "String?"),
    (["\"\"", "true"], "Bool?"),
    (["\"\"", "x"], "String"), (["\"\"", "1"], "Int?"), (["0x10"], "String"), ([], "String"),
    ((0..<64).map { "f\($0)|f0" }, "Column"), ((0..<65).map { "f\($0)|f0" }, "String"),
  ]

  @Test(arguments: columns.indices)
  func seesTypes(_ index: Int) throws {
    let (values, expected) = Self.columns[index]
    let text = "column,n\n" + values.map { "\($0),1\n" }.joined()
    let model = try detect(text)
    #expect(declarations(model).first == "column: \(expected)")
    try expectReadsAgain(text, .csv, model)
  }

  /// An input with a detected format can be imported.
  private func expectReadsAgain(
    _ text: String, _ format: InputFormat, _ model: DetectedModel
  ) throws {
    let reader = try RecordReader(
      MemorySource(Array(text.utf8)), named: nil, InputStyle(format: format))
    var decoder = try RecordDecoder(model.entity, reader, now: .latest)
    var row = StoredRow()
    while try reader.next() { try decoder.decode(reader, into: &row) }
  }

  @Test func seesWhatJSONHolds() throws {
    let text = """
      {"i": 1, "d": 2.5, "b": true, "s": "1", "f": ["A", "B"], "w": ["a b"], "n": [1, 2],
       "o": {"x": 1, "y": null}, "z": null, "e": "", "m": [[1]]}
      {"i": 2, "d": 3, "b": false, "s": "x", "f": [], "w": [], "n": [], "o": {"x": 2}, "e": "",
       "k": 1}
      """
    let model = try detect(text, .ndjson)
    #expect(
      declarations(model) == [
        "i: Int", "d: Double", "b: Bool", "s: String", "f: F", "w: [String]", "n: [Int]", "oX: Int",
        "oY: String?", "z: String?", "e: String", "k: Int?",
      ])
    #expect(flagSets(model).map { $0.flags.map(\.name) } == [["A", "B"]])
    #expect(
      model.notes.contains(
        "the column 'm' is left out: line 2 has an array, of a type that only a model can declare"))
    try expectReadsAgain(text, .ndjson, model)
  }

  @Test func makesNamesOfColumns() throws {
    let text = "Sample Code,2nd,größe,a-b,A B,aB,%,class,,ab,AB\n1,2,3,4,5,6,7,8,9,10,11\n"
    let model = try detect(text)
    #expect(
      model.entity.attributes.map(\.name) == [
        "sampleCode", "_2nd", "größe", "aB2", "aB3", "aB", "column7", "class", "column9", "ab4",
        "AB5",
      ])
    #expect(model.notes.first == "the column 'Sample Code' is named 'sampleCode'")
    try expectReadsAgain(text, .csv, model)
  }

  static let reasons: [([String], String?)] = [
    (["1", "x"], "line 3 has 'x', which is not a whole number"),
    (
      ["1.5", "", "NA"],
      "line 4 has 'NA', which is not a number (--null 'NA' reads it as a missing value)"
    ),
    (["2026-11-20", "2026-02-30"], "line 3 has '2026-02-30', which is not a date"),
    (["true", "maybe"], "line 3 has 'maybe', which is neither true nor false"),
    (["1", "007"], "line 3 has '007', a number in an unusual notation"),
    (["+1"], "line 2 has '+1', a number in an unusual notation"),
    (["a|b", "%"], "line 3 has '%', which is not a list of names"),
    (
      (0..<65).map { "f\($0)|f0" },
      "line 66 has 'f64|f0' is the 65th name, and a flag set has 64 flags at most"
    ),
    (["Rex", "Two"], nil), (["Rex", "1"], nil), (["", ""], nil), (["1", "2.5"], nil),
    (["\"\"", "Rex"], nil),
  ]

  @Test(arguments: reasons.indices)
  func saysWhyAColumnIsText(_ index: Int) throws {
    let (values, expected) = Self.reasons[index]
    let model = try detect("column,n\n" + values.map { "\($0),1\n" }.joined())
    #expect(model.notesOnTypes == (expected.map { ["'column' is a text: \($0)"] } ?? []))
  }

  static let mixtures: [(String, String)] = [
    (#"{"c": 1} {"c": "x"}"#, "line 1 has a text, unlike those before; --type c:Any keeps it"),
    (#"{"c": {"x": 1}} {"c": 2}"#, "line 1 has a number, unlike those before"),
    (#"{"c": true} {"c": {"x": 1}}"#, "line 1 has an object, unlike those before"),
    (
      #"{"c": null} {"c": [{"x": 1}]}"#,
      "line 1 has an array, of a type that only a model can declare"
    ),
  ]

  @Test(arguments: mixtures.indices)
  func leavesOutWhatNoTypeFits(_ index: Int) throws {
    let (text, reason) = Self.mixtures[index]
    let model = try detect(text, .ndjson)
    #expect(model.notes == ["the column 'c' is left out: \(reason)"])
    #expect(model.entity.attributes.isEmpty)
    #expect(model.entity.passedOverInFiles == ["c"])
    try expectReadsAgain(text, .ndjson, model)
  }

  static let numbers: [(String, String, note: String?)] = [
    (
      "[9007199254740993, 1.5]", "Any",
      "'c' is an Any: line 1 has '1.5', which is not a whole number"
    ),
    (
      "[1.5, null, -9007199254740993]", "Any?",
      "'c' is an Any: line 1 has '-9007199254740993', which no Double has"
    ),
    ("[9007199254740992, 1.5]", "Double", nil), ("[9007199254740993, 2]", "Int", nil),
  ]

  @Test(arguments: numbers.indices)
  func keepsTheDigitsOfNumbersOfJSON(_ index: Int) throws {
    let (list, expected, note) = Self.numbers[index]
    let items = list.dropFirst().dropLast().split(separator: ", ").map { #"{"c": \#($0)}"# }
    for (text, format) in [
      (items.joined(separator: " "), InputFormat.ndjson),
      ("[\(items.joined(separator: ","))]", .json),
    ] {
      let model = try detect(text, format)
      #expect(declarations(model) == ["c: \(expected)"])
      #expect(model.notes == [] && model.notesOnTypes == (note.map { [$0] } ?? []))
      try expectReadsAgain(text, format, model)
    }
  }

  @Test func keepsTheNamesOfTheFile() throws {
    let text = "first name,genres\nRex,Sci-Fi|Drama\nTwo,(none given)|Drama\n"
    let model = try detect(text)
    #expect(model.entity.namesInFiles.map(\.inFiles) == ["first name"])
    #expect(flagSets(model)[0].flags.map(\.name) == ["Sci-Fi", "Drama", "(none given)"])
    let schema = Schema(types: model.types, entities: [model.entity])
    let again = readModel([SourceText(schema.swiftSource)], isStored: true).schema
    #expect(again == schema)
    let found = try values(text, .csv, of: #require(again?.entities.first))
    #expect(found == ["firstName": .text("Rex"), "genres": .integer(3)])
  }

  @Test func takesNumbersForDatesWhereAsked() throws {
    var settings = DetectionSettings()
    settings.dates = .milliseconds
    let model = try detect(
      "at,n,mixed\n1700000000000,1,1700000000000\n1600000000000,2,3\n", settings: settings)
    #expect(declarations(model) == ["at: Date", "n: Int", "mixed: Int"])
    #expect(
      model.notesOnTypes == [
        "'at' has numbers, which --dates reads as dates; for integers: --type at:Int"
      ])
  }

  @Test func takesTypesThatAreGiven() throws {
    var settings = DetectionSettings()
    let price = Attribute(name: "value", declaredType: "Decimal", type: .decimal(places: 6))
    settings.types = ["pet price": .attribute(price), "kind": .enumeration, "likes": .flagSet]
    settings.uniques = ["code"]
    let text = "code,pet price,kind,likes\n1,2.50,Film Noir,\"a, b\"\n2,,drama,b\n"
    let model = try detect(text, settings: settings)
    #expect(
      declarations(model) == ["code: Int", "petPrice: Decimal?", "kind: Kind", "likes: Likes"])
    #expect(model.entity.attributes.map(\.isUnique) == [true, false, false, false])
    let schema = Schema(types: model.types, entities: [model.entity])
    #expect(schema.enumerations.first?.cases.map(\.name) == ["Film Noir", "drama"])
    #expect(flagSets(model).first?.flags.map(\.name) == ["a", "b"])
    try expectReadsAgain(text, .csv, model)
  }

  static let unmet: [(DetectionSettings, String)] = {
    func settings(_ change: (inout DetectionSettings) -> Void) -> DetectionSettings {
      var settings = DetectionSettings()
      change(&settings)
      return settings
    }
    return [
      (settings { $0.types["cod"] = .flagSet }, "--type: the input has no column 'cod'"),
      (settings { $0.uniques = ["x"] }, "--unique: the input has no column 'x'"),
      (
        settings { $0.types["none"] = .enumeration }, "'none' has no texts for the cases of an enum"
      ),
      (
        settings { $0.types["code"] = .flagSet },
        "'code' has more than 64 names, and a flag set has 64 flags at most"
      ),
    ]
  }()

  @Test(arguments: unmet.indices)
  func refusesWhatCannotBe(_ index: Int) throws {
    let (settings, message) = Self.unmet[index]
    let text = "code,none\n" + (0..<65).map { "c\($0),\n" }.joined()
    #expect { try detect(text, settings: settings) } throws: {
      ($0 as? ValueError)?.message == message
    }
  }

  @Test func givesFlagSetsNamesOfTheirOwn() throws {
    let set = FlagSet(name: "Column", rawType: .int64, flags: [])
    let model = try detect(
      "column\nA|B\n", besides: Schema(types: [.flagSet(set)], entities: []))
    #expect(flagSets(model).map(\.name) == ["Column2"])
    #expect(flagSets(model)[0].flags.map(\.mask) == [1, 2])
  }

  @Test func modelsSayWhatColumnsOfTheirNamesAre() throws {
    let set = FlagSet(
      name: "Sign", rawType: .int64,
      flags: [Flag(name: "RAW", mask: 1), Flag(name: "HRM", mask: 4)])
    var settings = DetectionSettings()
    let signs = Attribute(name: "signs", declaredType: "Sign", type: .flags(set))
    settings.existingAttributes = [("Signs" as Name).folded: signs]
    settings.flagSets = [set]
    let names = try detect("signs,others,new\nRAW,RAW|HRM,RAW|PLX\n", settings: settings)
    #expect(declarations(names) == ["signs: Sign", "others: Sign", "new: New"])
    #expect(names.numbered.raw.isEmpty)
    let numbers = try detect("signs,others\n5,5\n", settings: settings)
    #expect(declarations(numbers) == ["signs: Sign", "others: Int"])
    #expect(numbers.numbered.raw == ["signs"])
  }
}
