import Platform

/// Stores bytes until they are read: a few in memory, more in an unnamed file.
final class Spool {
  private(set) var count = 0
  /// The last bytes, which are not in the file yet.
  private var memory: [UInt8] = []
  private var file: Int32?
  private let memoryLimit: Int

  init(memoryLimit: Int = 1 << 20) { self.memoryLimit = memoryLimit }

  deinit {
    if let file { close(file) }
  }

  /// Appends bytes; false if they exceed the memory limit and no file can be used, so that the
  /// caller must read them first.
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

  /// Some bytes from an offset on; empty only at the end.
  func bytes(from offset: Int) throws(SystemError) -> ArraySlice<UInt8> {
    let most = 1 << 14
    let inFile = count - memory.count
    if offset >= inFile { return memory[(offset - inFile)...].prefix(most) }
    guard let file else { throw SystemError(code: EIO) }
    var bytes = [UInt8](repeating: 0, count: min(most, inFile - offset))
    let readCount = bytes.withUnsafeMutableBytes {
      pread(file, $0.baseAddress, $0.count, off_t(offset))
    }
    if readCount < 1 { throw readCount == 0 ? SystemError(code: EIO) : .last }
    return bytes[..<readCount]
  }
}
