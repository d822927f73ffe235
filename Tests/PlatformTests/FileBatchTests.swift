import Platform
import TestSupport
import Testing

/// Files that are written together: all of them or none.
@Suite struct FileBatchTests {
  let folder = ScratchFolder()

  private func batch(_ names: [String], removing removed: [String] = []) throws -> FileBatch {
    let batch = FileBatch(in: .fresh)
    for name in names { try batch.write(Array("new \(name)".utf8), at: folder / name) }
    for name in removed { try batch.remove(folder / name) }
    return batch
  }

  private func write(_ names: String...) throws {
    for name in names {
      try createFile(at: folder / name, with: Array("old \(name)".utf8), mode: 0o640, in: .fresh)
    }
  }

  /// A process that another test starts has copies of our locks until it runs its program.
  private func repeatWhileProcessesStart(_ isDone: () -> Bool) {
    for _ in 0..<30_000 {
      if isDone() { return }
      usleep(1000)
    }
  }

  @Test func allFilesAreNew() throws {
    try write("a", "c")
    chmod(folder / "a", 0o640)
    try batch(["a", "b"], removing: ["c"]).commit()
    #expect(names(inDirectory: folder.path).sorted() == ["a", "b"])
    #expect(folder.text(of: "a") == "new a")
    #expect(folder.text(of: "b") == "new b")
    #expect(permissions(of: folder / "a") == 0o640)
  }

  @Test func aLinkStaysALink() throws {
    try write("a")
    symlink("a", folder / "b")
    try batch(["b"]).commit()
    #expect(isSymbolicLink(folder / "b"))
    #expect(folder.text(of: "a") == "new b")
  }

  /// A folder takes the place of the last file, so that this cannot get its new content.
  @Test(arguments: [["c"], ["new", "c"], ["a", "c"], ["a", "new", "b", "c"]])
  func noneIsNewWhereOneFails(_ written: [String]) throws {
    try write("a", "b", "gone")
    let batch = try batch(written, removing: [])
    try makeFolder(at: folder / "c")
    #expect(throws: FileError.self) { try batch.commit() }
    #expect(folder.text(of: "a") == "old a")
    #expect(folder.text(of: "b") == "old b")
    withExtendedLifetime(batch) {}
  }

  @Test func whatIsRemovedComesBack() throws {
    try write("a", "gone")
    do {
      let batch = FileBatch(in: .fresh)
      try batch.remove(folder / "gone")
      try batch.write([1], at: folder / "a")
      try batch.remove(folder / "never there")
      #expect(throws: FileError.self) { try batch.commit() }
    }
    #expect(names(inDirectory: folder.path).sorted() == ["a", "gone"])
    #expect(folder.text(of: "a") == "old a")
    #expect(folder.text(of: "gone") == "old gone")
  }

  @Test func nothingIsLeftOfABatchThatIsGivenUp() throws {
    try write("a")
    do { _ = try batch(["a", "b"]) }
    #expect(names(inDirectory: folder.path) == ["a"])
  }

  #if os(Linux)
    /// What a killed program left stays as long as another batch has drafts in the folder.
    @Test func noDraftOfALivingBatchIsRemoved() throws {
      try createFile(at: folder / ".flagdb-a123456789abcdef~", with: [], in: .fresh)
      do {
        let living = try batch(["a", "b"])
        FileBatch(in: .fresh).removeAbandoned(inFolder: folder.path)
        #expect(names(inDirectory: folder.path).count == 3)
        try living.commit()
      }
      #expect(names(inDirectory: folder.path).count == 3)
      repeatWhileProcessesStart {
        FileBatch(in: .fresh).removeAbandoned(inFolder: folder.path)
        return names(inDirectory: folder.path).count == 2
      }
      #expect(names(inDirectory: folder.path).sorted() == ["a", "b"])
    }
  #endif

  // MARK: Other files that are shared

  @Test func aByteIsLockedForOne() throws {
    #expect(try ByteLock(at: folder / "none") == nil)
    #expect(!ByteLock.isTaken(at: folder / "none"))
    try write("a")
    #expect(!ByteLock.isTaken(at: folder / "a"))
    #if os(Linux)
      do {
        let lock = try ByteLock(at: folder / "a")
        #expect(ByteLock.isTaken(at: folder / "a"))
        #expect(throws: SystemError(code: EAGAIN)) { _ = try ByteLock(at: folder / "a") }
        withExtendedLifetime(lock) {}
      }
    #endif
    repeatWhileProcessesStart { !ByteLock.isTaken(at: folder / "a") }
    #expect(!ByteLock.isTaken(at: folder / "a"))
    #expect(try ByteLock(at: folder / "a") != nil)
  }

  #if os(Linux)
    @Test func aProgramGetsNoMoreMemory() throws {
      let script = "while [ \"$(ulimit -v)\" = unlimited ]; do :; done; ulimit -v"
      let answer = runProgram(
        ["/bin/sh", "-c", script], input: [], outputLimit: 100, milliseconds: 60_000,
        memoryLimit: 1 << 30)
      #expect(answer.map { String(decoding: $0.output, as: UTF8.self) } == "1048576\n")
    }
  #endif
}
