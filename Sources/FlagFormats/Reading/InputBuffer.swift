/// The stretch of an input that is in memory: one record at least, from `start` on. After `end`
/// stand zeros, so that eight bytes can be loaded wherever one may be looked at.
final class InputBuffer {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private let limit: Int
  private let source: any ByteSource
  /// The offset of the record that is being read.
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

  /// Reads what there is at once, after making room behind what is kept; false where that is as
  /// long as a record may be. A long beginning of a record, which is looked at again each time, has
  /// to grow by half.
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
