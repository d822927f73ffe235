import CommandTable

extension FlagsCommand {
  static let manual = CommandManual(
    """
    Each value gives one line. For a number, decimal or hexadecimal, the line has the names of its
    flags; for names it has their number. A bit without a name is `0x40` in both directions. Without
    values the flags are listed, each with its bit, its number, and the model's comment.

    A Swift file of an app can stand in place of a database: only the set is read, and the constants
    that its values need. Without a type all sets of the file that can be read are listed. For the
    others there is an error, and the exit status is 1.
    """,
    examples: """
      The names for a number.
          $ flagdb flags zoo.db BIOMarker 6
          HRM,PLX

      The number for names.
          $ flagdb flags zoo.db BIOMarker HRM,PLX
          6

      All flags of a set.
          $ flagdb flags zoo.db BIOMarker
          set,flag,bit,value,about
          BIOMarker,RAW,0,1,As the instrument sent it.
          BIOMarker,HRM,1,2,Heart rate.
          BIOMarker,PLX,2,4,Pulse oximetry.
          BIOMarker,vitals,,6,
      """,
    seeAlso: ["flagdb-schema(1)", "flagdb-model(5)"])
}
