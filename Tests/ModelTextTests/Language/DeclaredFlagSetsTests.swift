import FlagModel
import Testing

@testable import ModelText

/// Flag sets of files whose other declarations cannot be read.
struct DeclaredFlagSetsTests {
  static let text = """
    struct View { var handler: () -> Void; var types: [String: Any] }
    struct Styles: OptionSet {
      let rawValue: Int
      static let bold = Styles(rawValue: 1 << Bits.bold.rawValue)
    }
    enum Bits: Int { case italic, bold }
    enum Shape { case circle(Double) }
    struct Wrong: OptionSet { let rawValue: String }
    @Model final class Page {
      struct Marks: OptionSet { let rawValue: Int8; static let seen = Marks(rawValue: 1) }
      var shape: Shape
    }
    """

  @Test func areReadWithoutTheRest() throws {
    let declared = try DeclaredFlagSets(in: [SourceText(Self.text)])
    #expect(declared.names == ["Styles", "Wrong", "Page.Marks"])
    let (sets, diagnostics) = declared.read(declared.names.indices)
    #expect(sets.map(\.name) == ["Styles", "Page.Marks"])
    #expect(sets.first?.mask(named: "bold") == 2)
    #expect(
      diagnostics.map(\.message) == [
        "the raw type of a flag set must be an integer, found 'String'"
      ])
  }

  @Test(arguments: [(0, "Styles"), (2, "Page.Marks")])
  func oneIsReadWithoutAWordAboutOthers(place: Int, name: String) throws {
    let declared = try DeclaredFlagSets(in: [SourceText(Self.text)])
    let (sets, diagnostics) = declared.read(place..<place + 1)
    #expect(sets.map(\.name.text) == [name])
    #expect(diagnostics == [])
  }
}
