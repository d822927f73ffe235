import FlagFormats
import FlagModel
import Testing

/// Columns that the user reads as flags: numbers, names, and lists with other separators.
@Suite struct FlagColumnTests {
  private func set(
    _ values: [String], _ type: WantedType? = .flagSet, separators: String? = nil
  ) throws -> FlagSet {
    var settings = DetectionSettings()
    if let type { settings.types["m"] = type }
    if let separators { settings.separators["m"] = ListSeparators(separators) }
    let text = "m\n" + values.map { "\"\($0)\"\n" }.joined()
    let reader = try RecordReader(
      MemorySource(Array(text.utf8)), named: nil, InputStyle(format: .csv))
    var detector = ModelDetector(settings)
    detector.takeColumns(of: reader)
    while try reader.next() { detector.add(reader) }
    let model = try detector.model(named: "Sample")
    return try #require(Schema(types: model.types, entities: []).flagSets.first)
  }

  private func flags(_ set: FlagSet) -> String {
    set.flags.map { "\($0.name)=\($0.mask)" }.joined(separator: " ") + ": \(set.rawType.rawValue)"
  }

  static let columns: [([String], String)] = [
    (["2", "18", "0"], "bit1=2 bit4=16: Int64"),
    (["0x40", "1"], "bit0=1 bit6=64: Int64"),
    (["-9223372036854775808"], "bit63=9223372036854775808: Int64"),
    (["9223372036854775808"], "bit63=9223372036854775808: Int64"),
    (["-2147483648", "1"], "bit0=1 bit31=2147483648: Int32"),
    (["A|B", "A"], "A=1 B=2: Int64"), (["A|0x1", "B,2"], "A=4 B=8: Int64"),
    (["NO-CARRIER", "Digital Signature|R&B"], "NO-CARRIER=1 Digital Signature=2 R&B=4: Int64"),
    (["a.b", "x:y"], "aB=1 xY=2: Int64"), (["", ""], ": Int64"),
  ]

  @Test(arguments: columns)
  func becomeFlags(_ values: [String], _ expected: String) throws {
    #expect(flags(try set(values)) == expected)
  }

  @Test func haveAsManyBitsAsTheirNumbers() throws {
    let narrow = FlagSet(name: "Perm", rawType: .int32, flags: [Flag(name: "a", mask: 1)])
    let wide = FlagSet(name: "Perm", rawType: .int64, flags: narrow.flags)
    #expect(try set(["3"], .flags(narrow)).rawType == .int32)
    #expect(try set(["4294967296"], .flags(narrow)).rawType == .int64)
    #expect(try set(["-1"], .flags(narrow)).rawType == .int32)
    #expect(try set(["-1"], .flags(wide)).rawType == .int32)
    #expect(try set(["-4294967296"], .flags(wide)).rawType == .int64)
    #expect(try set(["4294967295"], .flags(wide)).rawType == .int64)
  }

  @Test func areSplitAtTheGivenSigns() throws {
    #expect(flags(try set(["a b", "b  c "], nil, separators: " ")) == "a=1 b=2 c=4: Int64")
    #expect(flags(try set(["a b, c"], nil, separators: ",")) == "a b=1 c=2: Int64")
    #expect(flags(try set(["x/y", "y;z"], nil, separators: "/;")) == "x=1 y=2 z=4: Int64")
  }

  @Test(arguments: [InputFormat.csv, .tsv])
  func columnsWithoutAHeaderAreNumbered(format: InputFormat) throws {
    var style = InputStyle(format: format)
    style.hasHeader = false
    let text = format == .csv ? "\n1,2\n3,4\n" : "\n1\t2\n3\t4\n"
    let reader = try RecordReader(MemorySource(Array(text.utf8)), named: nil, style)
    #expect(reader.columns == ["column1", "column2"])
    var records: [[String]] = []
    while try reader.next() { records.append([reader.text(of: 0), reader.text(of: 1)]) }
    #expect(records == [["1", "2"], ["3", "4"]])
    #expect(reader.recordsRead == 2)
  }
}
