import CommandTable
import Databases
import Platform

extension PresetArgument {
  /// The database that `FLAGDB` names.
  static var database: PresetArgument {
    let path = Platform.environmentVariable("FLAGDB") ?? ""
    return PresetArgument(
      path.isEmpty ? nil : path,
      // A record file from standard input is a database too.
      isFile: { $0 == "-" || namesFile($0) },
      following: RecordFile.entity(followingFrom:next:))
  }

  /// Arguments that follow from a given database.
  static let inSession = PresetArgument(following: RecordFile.entity(followingFrom:next:))
}

/// True if a word is the address of a database, or the path of a file.
func namesFile(_ word: String) -> Bool {
  Database.isAddress(word) || (try? fileKind(at: word)) == .regular
}
