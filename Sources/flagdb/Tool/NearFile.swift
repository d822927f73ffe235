import FlagFormats
import FlagModel
import Platform

/// The hint for a file that is not there: one beside it with a similar name, and with the same ending of a
/// record file if it has one. Nil if there is none.
func nearFile(to path: String) -> Hint? {
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let folder = slash.map { String(path[...$0]) } ?? ""
  let isOfRecords = InputFormat(fileName: path) != nil
  let files = names(inDirectory: folder.isEmpty ? "." : folder)
    .filter { !isOfRecords || InputFormat(fileName: $0) != nil }.map { folder + $0 }
  return .name(for: path, in: files)
}
