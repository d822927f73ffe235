import FlagFormats
import FlagModel
import Testing

@Suite struct ModelDetectorTests {
  private func detect(
    _ text: String, _ format: InputFormat = .csv, besides schema: Schema = .empty
  ) throws -> DetectedModel {
    let reader = try RecordReader(
      MemorySource(Array(text.utf8)), named: nil, InputStyle(format: format))
    var detector = ModelDetector()
    detector.takeColumns(of: reader)
    while try reader.next() { detector.add(reader) }
    return detector.model(named: "Sample", besides: schema)
  }

  private func declarations(_ model: DetectedModel) -> [String] {
    model.entity.attributes.map { "\($0.name): \($0.declaredType)\($0.isOptional ? "?" : "")" }
  }

  static let columns: [([String], String)] = [
    (["1", "-2", "0"], "Int"), (["1", ""], "Int?"), (["1", "2.5"], "Double"),
    (["007", "1"], "String"), (["+1"], "String"), (["9223372036854775808"], "String"),
    (["1e3", "2"], "Double"), (["0.1234567890123456789"], "String"), (["true", "No"], "Bool"),
    (["1", "true"], "String"), (["2026-11-20", "2026-11-20T10:00Z"], "Date"),
    (["2026-11-20", "soon"], "String"), (["2026-02-30"], "String"),
    (["9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a"], "UUID"), (["HRM", "HRM|PLX", ""], "Column"),
    (["HRM", "PLX"], "String"), (["a b|c"], "String"), (["", ""], "String?"),
    (["x", ""], "String?"),
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

  /// What was detected can be imported.
  private func expectReadsAgain(
    _ text: String, _ format: InputFormat, _ model: DetectedModel
  ) throws {
    let reader = try RecordReader(
      MemorySource(Array(text.utf8)), named: nil, InputStyle(format: format))
    var decoder = try RecordDecoder(model.entity, reader, model.mapping, now: .latest)
    var row = StoredRow()
    while try reader.next() { try decoder.decode(reader, into: &row) }
  }

  @Test func seesWhatJSONHolds() throws {
    let text = """
      {"i": 1, "d": 2.5, "b": true, "s": "1", "f": ["A", "B"], "w": ["a b"], "n": [1, 2],
       "o": {"x": 1, "y": null}, "z": null, "m": [[1]]}
      {"i": 2, "d": 3, "b": false, "s": "x", "f": [], "w": [], "n": [], "o": {"x": 2}, "k": 1}
      """
    let model = try detect(text, .ndjson)
    #expect(
      declarations(model) == [
        "i: Int", "d: Double", "b: Bool", "s: String", "f: F", "w: [String]", "n: [Int]", "oX: Int",
        "oY: String?", "z: String?", "k: Int?",
      ])
    #expect(model.flagSets.map { $0.flags.map(\.name) } == [["A", "B"]])
    #expect(model.notes.contains("the column 'm' holds what no attribute can and is skipped"))
    try expectReadsAgain(text, .ndjson, model)
  }

  @Test func makesNamesOfColumns() throws {
    let text = "Sample Code,2nd,größe,a-b,A B,%,class\n1,2,3,4,5,6,7\n"
    let model = try detect(text)
    #expect(
      model.entity.attributes.map(\.name) == [
        "sampleCode", "_2nd", "größe", "aB", "aB2", "column6", "class",
      ])
    #expect(model.notes.first == "the column 'Sample Code' is named 'sampleCode'")
    try expectReadsAgain(text, .csv, model)
  }

  @Test func givesFlagSetsNamesOfTheirOwn() throws {
    let set = FlagSet(name: "Column", rawType: .int64, flags: [])
    let model = try detect(
      "column\nA|B\n", besides: Schema(types: [.flagSet(set)], entities: []))
    #expect(model.flagSets.map(\.name) == ["Column2"])
    #expect(model.flagSets[0].flags.map(\.mask) == [1, 2])
  }
}
