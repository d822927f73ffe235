import FlagFormats
import FlagModel
import Platform

/// The hint for a missing file: a similarly named file in the same folder, with the same extension
/// in the case of a record file. Nil if there is none.
func nearFile(to path: String) -> Hint? {
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let folder = slash.map { String(path[...$0]) } ?? ""
  let isOfRecords = InputFormat(fileName: path) != nil
  let files = names(inDirectory: folder)
    .filter { !isOfRecords || InputFormat(fileName: $0) != nil }.map { folder + $0 }
  return .name(for: path, in: files)
}
