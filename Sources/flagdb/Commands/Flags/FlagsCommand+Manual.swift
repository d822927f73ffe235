import CommandTable

extension FlagsCommand {
  static let manual = CommandManual(
    discussion: [
      """
      Each value is answered by a line: a number, decimal or hexadecimal, by the names of its \
      flags, and names by their number. A bit without a name is `0x40`, both ways. Without values \
      the flags are listed, each with its bit, its number, and what the model says about it.
      """,
      """
      In place of a database a Swift file will do, as it stands in an app: only the set is read and \
      the constants that its values need. Without a type all sets of the file are listed that can be \
      read; what is wrong with the others is said, and the exit status is 1.
      """,
    ],
    examples: [
      Example("What a number means.", "flagdb flags zoo.db BIOMarker 6", output: "HRM,PLX"),
      Example("Which number names are.", "flagdb flags zoo.db BIOMarker HRM,PLX", output: "6"),
      Example(
        "All flags of a set.", "flagdb flags zoo.db BIOMarker",
        output: """
          set,flag,bit,value,about
          BIOMarker,RAW,0,1,As the instrument sent it.
          BIOMarker,HRM,1,2,Heart rate.
          BIOMarker,PLX,2,4,Pulse oximetry.
          BIOMarker,vitals,,6,
          """),
    ],
    seeAlso: [PageReference("flagdb-schema", 1), PageReference("flagdb-model", 5)])
}
