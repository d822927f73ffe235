import Foundation
import Testing

/// The program of the plugins, as they start it.
@Suite struct FlagGeneratorTests {
  private static let contents = """
    <model>
      <entity name="Shelf" representedClassName="Shelf">
        <attribute name="markers" attributeType="Integer 64">
          <userInfo><entry key="attributeValueScalarType" value="Markers"/></userInfo>
        </attribute>
        <attribute name="count" attributeType="Integer 16"/>
      </entity>
    </model>
    """

  private static let types = """
    struct Markers: OptionSet {
      let rawValue: Int64
      static let raw = Markers(rawValue: 1)
    }
    """

  private func generate(_ words: String..., in sandbox: Sandbox) async throws -> Command.Result {
    var command = Command()
    let tool = Repository.tool.deletingLastPathComponent().appending(path: "FlagGenerator").path
    command.words = [tool] + words
    return try await command.run(in: sandbox)
  }

  private func write(_ text: String, to name: String, in sandbox: Sandbox) throws {
    let place = sandbox.work.appending(path: name)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  @Test("makes classes of a model of Core Data, with types that the app declares")
  func coreData() async throws {
    let sandbox = try Sandbox()
    try write(Self.contents, to: "Zoo.xcdatamodeld/Zoo.xcdatamodel/contents", in: sandbox)
    try write(Self.types, to: "types.flagmodel", in: sandbox)
    let words = ["Zoo.xcdatamodeld", "--using", "types.flagmodel"]
    let result = try await generate(
      words[0], words[1], words[2], "--style", "coredata", "--out", "Zoo.swift", in: sandbox)
    #expect(result.status == 0 && result.outputText == "")
    let place = sandbox.work.appending(path: "Zoo.swift")
    let code = try String(contentsOf: place, encoding: .utf8)
    #expect(
      code.contains("class Shelf: NSManagedObject") && code.contains("var markers: Markers {"))
    #expect(!code.contains("struct Markers"))

    // A file that would stay the same is not written, so that nothing is compiled again.
    let before = try FileManager.default.attributesOfItem(atPath: place.path)[.systemFileNumber]
    _ = try await generate(
      words[0], words[1], words[2], "--style", "coredata", "--out", "Zoo.swift", in: sandbox)
    let after = try FileManager.default.attributesOfItem(atPath: place.path)[.systemFileNumber]
    #expect(before as? Int == after as? Int)
  }

  @Test(
    "says where a model is wrong",
    arguments: [
      (["types.flagmodel"], "types.flagmodel:3:"),
      (["Zoo.xcdatamodeld"], "error: 'Zoo.xcdatamodeld': "),
      (["nowhere.flagmodel"], "error: "),
    ])
  func mistakes(_ words: [String], _ message: String) async throws {
    let sandbox = try Sandbox()
    try write("<model><entity", to: "Zoo.xcdatamodeld/Zoo.xcdatamodel/contents", in: sandbox)
    try write(
      Self.types.replacingOccurrences(of: "rawValue: 1)", with: "rawValue: 1 << 70)"),
      to: "types.flagmodel", in: sandbox)
    let result = try await generate(words[0], "--out", "Code.swift", in: sandbox)
    #expect(result.status == 1 && result.outputText.hasPrefix(message), "\(result.outputText)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.work.path + "/Code.swift"))
  }

  @Test(
    "says which value is missing",
    arguments: [
      (["--out", "Code.swift", "--using"], "error: '--using' expects FILE, found nothing\n"),
      (["--out"], "error: '--out' expects FILE, found nothing\n"),
      (["--out", "--public"], "error: '--out' expects FILE, found option '--public'\n"),
      (["--out", "Code.swift", "--style"], "error: '--style' expects one of "),
      (["--out", "Code.swift", "--style", "cobol"], "error: '--style' expects one of "),
      ([], "error: expected a model and --out FILE\n"),
    ])
  func missingValues(_ options: [String], _ message: String) async throws {
    let sandbox = try Sandbox()
    try write(Self.types, to: "types.flagmodel", in: sandbox)
    var command = Command()
    let tool = Repository.tool.deletingLastPathComponent().appending(path: "FlagGenerator").path
    command.words = [tool, "types.flagmodel"] + options
    let result = try await command.run(in: sandbox)
    #expect(result.status == 1 && result.outputText.hasPrefix(message), "\(result.outputText)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.work.path + "/Code.swift"))
  }
}
