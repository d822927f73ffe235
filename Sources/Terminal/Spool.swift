import Platform

/// Bytes kept until somebody wants them: in memory as long as they are few, then in a file without
/// a name.
final class Spool {
  private(set) var count = 0
  /// The end, which is not in the file yet.
  private var memory: [UInt8] = []
  private var file: Int32?
  private let memoryLimit: Int

  init(memoryLimit: Int = 1 << 20) {
    self.memoryLimit = memoryLimit
  }

  deinit {
    if let file { close(file) }
  }

  /// Keeps more bytes; false where they are too many for the memory and no file takes them, so
  /// that they have to be used up.
  func append(_ bytes: [UInt8]) -> Bool {
    memory += bytes
    count += bytes.count
    if memory.count < memoryLimit { return true }
    do {
      let file = try file ?? openUnnamedFile()
      self.file = file
      try writeAll(memory, to: file)
      memory.removeAll(keepingCapacity: true)
      return true
    } catch {
      return false
    }
  }

  /// Some of the bytes from an offset on; none only at the end.
  func bytes(from offset: Int) throws(SystemError) -> ArraySlice<UInt8> {
    let most = 1 << 14
    let inFile = count - memory.count
    if offset >= inFile { return memory[(offset - inFile)...].prefix(most) }
    guard let file else { throw SystemError(code: EIO) }
    var bytes = [UInt8](repeating: 0, count: min(most, inFile - offset))
    let found = bytes.withUnsafeMutableBytes {
      pread(file, $0.baseAddress, $0.count, off_t(offset))
    }
    if found < 1 { throw found == 0 ? SystemError(code: EIO) : .last }
    return bytes[..<found]
  }
}
