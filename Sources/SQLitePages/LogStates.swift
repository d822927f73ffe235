/// The states of a database file with a write-ahead log: state 0 is before the first commit in the log, and each
/// commit makes the next one.
///
package struct LogStates: Sendable {
  package let file: any PageBytes
  package let bytesOfLog: any PageBytes
  package let log: WriteAheadLog
  /// The first state that is known.
  package let first: Int
  /// The number of the last state.
  package var last: Int { log.commits.count }

  /// The frames of each page, in order.
  private let places: [UInt32: [Int]]

  package init(file: any PageBytes, log: any PageBytes) {
    self.file = file
    bytesOfLog = log
    let frames = WriteAheadLog(log)
    self.log = frames
    var places: [UInt32: [Int]] = [:]
    for (index, frame) in frames.frames.enumerated() {
      places[frame.page, default: []].append(index)
    }
    self.places = places
    first = FirstKnownState(log: frames, places, file: file, bytesOfLog: log).number
  }

  /// The offset in the log of the last copy of a page among the first frames; nil if there is none.
  func offset(of page: UInt32, before frame: Int) -> Int64? {
    guard let frames = places[page], frames[0] < frame else { return nil }
    var (low, high) = (0, frames.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if frames[middle] < frame { low = middle } else { high = middle }
    }
    return log.frames[frames[low]].offset
  }

  /// The state after a commit, or before the first one for 0.
  package func state(_ number: Int) -> LogState { LogState(self, number) }
}

/// The bytes that a database file would have after a checkpoint of the first commits in its log.
package struct LogState: PageBytes {
  private let states: LogStates
  private let pageSize: Int
  /// The number of frames that belong to the state.
  private let frameCount: Int
  package let size: Int64

  init(_ states: LogStates, _ number: Int) {
    self.states = states
    let log = states.log
    pageSize = log.pageSize
    let commits = log.commits[..<number]
    frameCount = commits.last?.frames.upperBound ?? 0
    size = commits.last.map { Int64($0.pageCount) * Int64(log.pageSize) } ?? states.file.size
  }

  /// The offsets of the two version numbers in the header.
  private static let versions = 18..<20

  package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard offset >= 0, offset + Int64(buffer.count) <= size else { return false }
    var done = 0
    while done < buffer.count {
      let place = offset + Int64(done)
      let page = UInt32(place / Int64(pageSize)) + 1
      let start = Int(place % Int64(pageSize))
      let count = min(pageSize - start, buffer.count - done)
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
      guard read(page, from: start, into: part) else { return false }
      done += count
    }
    // All pages are in this file, so that there is no log to look for.
    for version in Self.versions where (offset..<offset + Int64(done)).contains(Int64(version)) {
      buffer[version - Int(offset)] = 1
    }
    return true
  }

  private func read(
    _ page: UInt32, from start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) -> Bool {
    if let offset = states.offset(of: page, before: frameCount) {
      return states.bytesOfLog.read(at: offset + Int64(start), into: buffer)
    }
    return states.file.read(at: Int64(page - 1) * Int64(pageSize) + Int64(start), into: buffer)
  }
}
