import PlainText
import Platform

/// Numbers that can be read in the order of their size. Up to a limit they are in memory. The
/// others are in a temporary file without a name, in sorted runs. If no such file can be made or
/// written, all stay in memory.
struct SortedNumbers: ~Copyable {
  /// The count of numbers in memory from which they become a run.
  private let limit: Int
  private var recent: [Int64] = []
  private var runs: [Range<Int>] = []
  private var file: Int32?
  private var canSpill = true

  init(limit: Int = 1 << 20) { self.limit = limit }

  deinit {
    if let file { FilesInUse.close(file) }
  }

  var count: Int { recent.count + (runs.last?.upperBound ?? 0) }

  mutating func append(_ number: Int64) {
    if recent.count == limit, canSpill { spill() }
    recent.append(number)
  }

  private static let numbersPerWrite = 1 << 15

  /// Makes the numbers in memory a run of the file.
  private mutating func spill() {
    recent.sort()
    do throws(SystemError) {
      let target: Int32
      if let file { target = file } else { target = try openUnnamedFile() }
      file = target
      for part in recent.chunks(of: Self.numbersPerWrite) {
        let bytes = part.withUnsafeBytes { Array($0) }
        try writeAll(bytes, to: target)
      }
    } catch {
      canSpill = false
      return
    }
    let start = runs.last?.upperBound ?? 0
    runs.append(start..<start + recent.count)
    recent.removeAll(keepingCapacity: true)
  }

  /// Sorts the numbers in memory. Call it once after the last number.
  mutating func sort() { recent.sort() }

  /// The number at a place in the order of all. Nil if the file cannot be read.
  ///
  /// It halves the range of numbers in which the answer lies, and with it the part of each run.
  func number(at place: Int) -> Int64? {
    if runs.isEmpty { return recent[place] }
    var parts = runs
    var inMemory = recent.startIndex..<recent.endIndex
    var least = Int64.min
    var greatest = Int64.max
    while least < greatest {
      // The middle, without an overflow.
      let middle = (least & greatest) + ((least ^ greatest) >> 1)
      var ends: [Int] = []
      var countUpToMiddle = 0
      for (part, run) in zip(parts, runs) {
        guard let end = firstPlace(in: part, above: middle, { read(at: $0) }) else { return nil }
        ends.append(end)
        countUpToMiddle += end - run.lowerBound
      }
      guard let end = firstPlace(in: inMemory, above: middle, { recent[$0] }) else { return nil }
      countUpToMiddle += end
      if countUpToMiddle > place {
        greatest = middle
        parts = zip(parts, ends).map { $0.lowerBound..<$1 }
        inMemory = inMemory.lowerBound..<end
      } else {
        least = middle + 1
        parts = zip(parts, ends).map { $1..<$0.upperBound }
        inMemory = end..<inMemory.upperBound
      }
    }
    return least
  }

  /// The first place of a sorted part whose number is above a bound, or the part's end.
  private func firstPlace(
    in part: Range<Int>, above bound: Int64, _ number: (Int) -> Int64?
  ) -> Int? {
    var low = part.lowerBound
    var high = part.upperBound
    while low < high {
      let middle = low + (high - low) / 2
      guard let number = number(middle) else { return nil }
      if number > bound { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func read(at place: Int) -> Int64? {
    guard let file else { return nil }
    var number: Int64 = 0
    let size = MemoryLayout<Int64>.size
    return pread(file, &number, size, off_t(place * size)) == size ? number : nil
  }
}
