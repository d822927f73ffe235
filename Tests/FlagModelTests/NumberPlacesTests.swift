import Testing

@testable import FlagModel

@Suite("Decimal places of numbers") struct NumberPlacesTests {
  @Test(arguments: [
    ("0.12345", 5), ("1.500", 1), ("12", 0), ("1200", -2), ("-1.25e1", 1), ("5e-324", 324),
    ("1.5E+3", -2),
    ("0", nil), ("0.00", nil), ("inf", nil), ("", nil), ("1e-99999999999999999999", 0),
  ])
  func places(_ text: String, _ places: Int?) { #expect(NumberText.places(of: text) == places) }

  @Test func declaredDigits() {
    #expect(NativeType("numeric(20,4)").places == 4)
    #expect(NativeType("numeric(5,-2)").text == "numeric(5,-2)")
    for name in ["numeric", "numeric(20,4)[]", "numeric(x)", "my(1,2)", "numeric("] {
      #expect(NativeType(name).places == nil && NativeType(name).text == name)
    }
  }
}
