import Platform

/// The memory of the process.
enum MemoryUse {
  /// The bytes that are resident now; 0 where the system does not tell.
  static var now: Int {
    let text = try? readFile(at: "/proc/self/statm", limit: 4096, in: .ofProcess)
    let words = String(decoding: text ?? [], as: UTF8.self).split(separator: " ")
    return (words.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
