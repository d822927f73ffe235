import FlagFormats
import Testing

/// The first bytes of files whose names do not say what they are.
@Test(
  "records are known by their beginning",
  arguments: [
    ("a,b\n1,2\n", true), ("a\tb\n1\t2", true), ("[1]", true), (#"{"a":1}"#, true), (" {", true),
    ("a,b\n", false), ("a,b\n1,2,3\n", false), ("a\nb\n", false), ("one, two", false), ("", false),
  ])
func recordsAreKnown(text: String, expected: Bool) {
  #expect(beginsAsRecords(Array(text.utf8)) == expected)
}
