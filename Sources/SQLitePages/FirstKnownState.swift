/// Finds the first state of a file whose pages are all in the log, or in the file unchanged.
///
/// A checkpoint copies pages into the file, in the order of their numbers, up to some commit. The file does not tell
/// which checkpoints there were, and one of them may have been killed. So a page counts as copied if its bytes in the
/// file equal one of its frames, and if all pages before it allow a checkpoint of that commit or a later one.
struct FirstKnownState {
  private let log: WriteAheadLog
  private let places: [UInt32: [Int]]
  private let file: any PageBytes
  private let bytesOfLog: any PageBytes
  private(set) var number = 0

  /// - Parameter places: the frames of each page, in order.
  init(
    log: WriteAheadLog, _ places: [UInt32: [Int]], file: any PageBytes, bytesOfLog: any PageBytes
  ) {
    self.log = log
    self.places = places
    self.file = file
    self.bytesOfLog = bytesOfLog
    find()
  }

  private mutating func find() {
    let copied = copiedPages()
    let counts = pageCounts(copied)
    var most = counts
    for state in most.indices.dropFirst() { most[state] = max(most[state], most[state - 1]) }
    for (page, commit) in copied {
      // The page is lost for the states before its first frame. Some of them may be too short to have it.
      guard commit > number, most[commit - 1] >= page else { continue }
      let last = (number..<commit).last { counts[$0] >= page }
      if let last { number = last + 1 }
    }
  }

  /// The pages that a checkpoint may have copied, with the commits of their first frames.
  private func copiedPages() -> [UInt32: Int] {
    let buffers = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 2 * log.pageSize, alignment: 16)
    defer { buffers.deallocate() }
    let stored = UnsafeMutableRawBufferPointer(rebasing: buffers[..<log.pageSize])
    let logged = UnsafeMutableRawBufferPointer(rebasing: buffers[log.pageSize...])
    var copied: [UInt32: Int] = [:]
    // The latest commit up to which the pages so far may have been copied.
    var bound = log.commits.count
    for page in places.keys.sorted() {
      guard bound > 0 else { break }
      let frames = places[page] ?? []
      let commits = frames.map { log.commit(ofFrame: $0) }
      var level = min(bound, commits[0] - 1)
      if file.read(at: Int64(page - 1) * Int64(log.pageSize), into: stored) {
        for index in frames.indices.reversed() where commits[index] <= bound {
          guard bytesOfLog.read(at: log.frames[frames[index]].offset, into: logged),
            stored.elementsEqual(logged)
          else { continue }
          // The next frame of the page is from a later commit.
          level = index + 1 < frames.count ? min(bound, commits[index + 1] - 1) : bound
          break
        }
      }
      if level >= commits[0] { copied[page] = commits[0] }
      bound = level
    }
    return copied
  }

  /// The number of pages of each state.
  private func pageCounts(_ copied: [UInt32: Int]) -> [UInt32] {
    [copied[1] == nil ? storedCount : .max] + log.commits.map(\.pageCount)
  }

  /// The number of pages in the header of the file; a great number if it has none.
  private var storedCount: UInt32 {
    var header = [UInt8](repeating: 0, count: PageFile.headerLength)
    guard header.withUnsafeMutableBytes({ file.read(at: 0, into: $0) }) else { return .max }
    func number(_ offset: Int) -> UInt32 {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    return number(24) == number(92) && number(28) > 0 ? number(28) : .max
  }
}
