import Platform
import TestSupport
import Testing

@Suite struct FilesInUseTests {
  let folder = ScratchFolder()

  private func problem(_ body: () throws(FileError) -> Void) -> FileError.Problem? {
    do throws(FileError) {
      try body()
      return nil
    } catch {
      return error.problem
    }
  }

  @Test(arguments: ["db", "./db", "link", "hard", "db-journal", "db-wal", "db-shm", "dangling"])
  func aDatabaseIsNeitherReadNorReplaced(name: String) throws {
    try createFile(at: folder / "db", with: [1], in: .fresh)
    symlink("db", folder / "link")
    symlink("db-wal", folder / "dangling")
    link(folder / "db", folder / "hard")
    let files = FilesInUse.fresh
    try files.useDatabase(at: folder / "db")
    let isItself = !name.contains("-") && name != "dangling"
    let user: FileError.User = isItself ? .database : .companion(of: folder / "db")
    let part = files.part()
    #expect(
      problem { () throws(FileError) in
        try replaceFile(at: folder / name, with: [2], in: part)
      } == .inUse(by: user))
    #expect(
      problem { () throws(FileError) in _ = try readFile(at: folder / name, limit: 9, in: part) }
        == .inUse(by: user))
    #expect(try readFile(at: folder / "db", limit: 9, in: .fresh) == [1])
  }

  @Test func itDoesNotMatterWhatIsSaidFirst() throws {
    try createFile(at: folder / "db", with: [1], in: .fresh)
    for name in ["db", "db-wal"] {
      let reading = FilesInUse.fresh
      try reading.useInput(at: folder / name)
      #expect(problem { () throws(FileError) in try reading.useDatabase(at: folder / "db") } != nil)
      let writing = FilesInUse.fresh
      let pending = try PendingFile.begin(folder / name, in: writing)
      #expect(problem { () throws(FileError) in try writing.useDatabase(at: folder / "db") } != nil)
      _ = consume pending
    }
  }

  @Test func anInputMayBeReadTwiceAndNotReplaced() throws {
    try createFile(at: folder / "in", with: [1], in: .fresh)
    let files = FilesInUse.fresh
    #expect(try readFile(at: folder / "in", limit: 9, in: files) == [1])
    #expect(try readFile(at: folder / "in", limit: 9, in: files) == [1])
    #expect(
      problem { () throws(FileError) in
        try replaceFile(at: folder / "in", with: [], in: files)
      } == .inUse(by: .input))
    files.endUse(at: folder / "in")
    files.endUse(at: folder / "in")
    try replaceFile(at: folder / "in", with: [2], in: files)
    #expect(
      problem { () throws(FileError) in
        try replaceFile(at: folder / "in", with: [3], in: files)
      } == .inUse(by: .output))
  }

  @Test func anEndedPartLeavesNothing() throws {
    let files = FilesInUse.fresh
    try replaceFile(at: folder / "out", with: [1], in: files.part())
    try replaceFile(at: folder / "out", with: [2], in: files.part())
  }

  @Test func whatIsNoRegularFileMayBeBoth() throws {
    let files = FilesInUse.fresh
    try files.useInput(at: "/dev/null")
    let descriptor = try openForAppending("/dev/null", in: files)
    close(descriptor)
  }

  @Test func aDescriptorOfAnOpenDatabaseIsNotClosed() throws {
    try createFile(at: folder / "db", with: [1, 2], in: .fresh)
    let early = try InputFile.open(folder / "db", in: .fresh)
    let hold = FilesInUse.holdDatabase(at: folder / "db")
    #expect(
      problem { () throws(FileError) in _ = try readFile(at: folder / "db", limit: 9, in: .fresh) }
        == .inUse(by: .database))
    let before = openDescriptors
    _ = consume early
    #expect(openDescriptors == before)
    withExtendedLifetime(hold) {}
  }

  /// The number of descriptors of the file `db`.
  private var openDescriptors: Int {
    var wanted = stat()
    stat(folder / "db", &wanted)
    return (Int32(0)..<1024).count { descriptor in
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_ino == wanted.st_ino
        && status.st_dev == wanted.st_dev
    }
  }
}
