/// The part of an input in memory: at least one record, from `start` on. Zeros follow after `end`,
/// so that eight bytes can be loaded at any offset.
final class InputBuffer {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private let limit: Int
  private let source: any ByteSource
  /// The offset of the current record.
  private(set) var start = 0
  private(set) var end = 0
  /// True if the source has no more bytes.
  private(set) var isAtEnd = false
  /// The number of bytes of the input before `start`.
  private(set) var consumed = 0

  private static let padding = 16

  init(_ source: any ByteSource, chunk: Int, limit: Int) {
    self.source = source
    self.limit = min(max(limit, 1), Int(Int32.max) / 2)
    capacity = min(max(chunk, 1), self.limit)
    base = .allocate(capacity: capacity + Self.padding)
    base.initialize(repeating: 0, count: capacity + Self.padding)
  }

  deinit { base.deallocate() }

  /// The bytes from `start` to `end`.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + start, count: end - start)
  }

  func advance(by count: Int) {
    start += count
    consumed += count
  }

  /// Reads available bytes after the kept ones; returns false if those are as long as a record may
  /// be. A long incomplete record must grow by half each time, because it is scanned again each
  /// time.
  func fill() throws -> Bool {
    let kept = end - start
    if kept >= limit { return false }
    if kept == capacity { grow() } else { moveToFront() }
    let wanted = end - start > 1 << 16 ? (end - start) / 2 : 1
    let goal = min(capacity, end + wanted)
    while end < goal, !isAtEnd {
      let room = UnsafeMutableRawBufferPointer(start: base + end, count: capacity - end)
      let count = try source.read(into: room)
      isAtEnd = count <= 0
      end += max(0, min(count, room.count))
    }
    (base + end).update(repeating: 0, count: Self.padding)
    return true
  }

  private func moveToFront() {
    let kept = end - start
    if start > 0 { base.update(from: base + start, count: kept) }
    start = 0
    end = kept
  }

  private func grow() {
    let kept = end - start
    let larger = min(limit, capacity * 2)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.padding)
    bytes.initialize(repeating: 0, count: larger + Self.padding)
    bytes.update(from: base + start, count: kept)
    base.deallocate()
    base = bytes
    capacity = larger
    start = 0
    end = kept
  }
}
