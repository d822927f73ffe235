/// Finds the first state of a file whose pages are all in the log, or in the file unchanged.
///
/// The file does not record its checkpoints: neither up to which commit each one copied, nor if one was killed. A
/// checkpoint up to some commit leaves out the pages that a later commit has changed. So a page counts as copied if its
/// bytes in the file equal one of its frames.
struct FirstKnownState {
  private let log: WriteAheadLog
  private let places: [UInt32: [Int]]
  private let file: any PageBytes
  private let bytesOfLog: any PageBytes
  private(set) var number = 0
  /// The last commit that a checkpoint may have copied.
  private var lastCopied = 0

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
    findStateAfterShrinking(counts)
    var most = counts
    for state in most.indices.dropFirst() { most[state] = max(most[state], most[state - 1]) }
    for (page, commit) in copied {
      // The page is lost for the states before its first frame. Some of them may be too short to have it.
      guard commit > number, most[commit - 1] >= page else { continue }
      let last = (number..<commit).last { counts[$0] >= page }
      if let last { number = last + 1 }
    }
  }

  /// A checkpoint of a smaller database cuts the file off. Pages that the log does not have are then lost, even if the
  /// file has grown again.
  private mutating func findStateAfterShrinking(_ counts: [UInt32]) {
    var least = UInt32.max
    for state in (0...lastCopied).reversed() {
      if least < counts[state] {
        number = state + 1
        return
      }
      least = min(least, counts[state])
    }
  }

  /// The pages that a checkpoint may have copied, with the commits of their first frames.
  private mutating func copiedPages() -> [UInt32: Int] {
    let buffers = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * log.pageSize, alignment: 16)
    defer { buffers.deallocate() }
    let stored = UnsafeMutableRawBufferPointer(rebasing: buffers[..<log.pageSize])
    let logged = UnsafeMutableRawBufferPointer(rebasing: buffers[log.pageSize...])
    var copied: [UInt32: Int] = [:]
    for (page, frames) in places {
      guard file.read(at: Int64(page - 1) * Int64(log.pageSize), into: stored) else { continue }
      let last = frames.lastIndex { frame in
        bytesOfLog.read(at: log.frames[frame].offset, into: logged) && stored.elementsEqual(logged)
      }
      guard let last else { continue }
      copied[page] = log.commit(ofFrame: frames[0])
      // The page had these bytes until its next frame.
      let next =
        if last + 1 < frames.count {
          log.commit(ofFrame: frames[last + 1]) - 1
        } else {
          log.commits.count
        }
      lastCopied = max(lastCopied, next)
    }
    return copied
  }

  /// The number of pages of each state.
  private func pageCounts(_ copied: [UInt32: Int]) -> [UInt32] {
    var first = UInt32.max
    if copied[1] == nil, let stored = PageFileHeader(of: file)?.pageCount { first = stored }
    return [first] + log.commits.map(\.pageCount)
  }
}
