import Platform
import TestSupport
import Testing

@Suite struct FileTests {
  let folder = ScratchFolder()

  @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
  func readsBackWhatWasWritten(_ count: Int) throws {
    let path = folder / "file"
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try createFile(at: path, with: bytes, in: .fresh)
    #expect(try readFile(at: path, limit: count, in: .fresh) == bytes)
    try replaceFile(at: path, with: bytes.reversed(), in: .fresh)
    #expect(try readFile(at: path, limit: count, in: .fresh) == bytes.reversed())
    #expect(names(inDirectory: folder.path) == ["file"])
  }

  @Test func refusesWhatIsNoFile() throws {
    try createFile(at: folder / "file", with: [1, 2, 3], in: .fresh)
    expect("no such file '\(folder / "nothing")'") { try read(folder / "nothing") }
    expect("'\(folder.path)' is a directory") { try read(folder.path) }
    expect("no such file ''") { try read("") }
    expect("cannot read 'a\0b': invalid argument") { try read("a\0b") }
    expect("cannot read '\(folder / "file/x")': not a directory") { try read(folder / "file/x") }
    expect("'\(folder / "file")' is larger than 2 bytes") {
      _ = try readFile(at: folder / "file", limit: 2, in: .fresh)
    }
    expect("'/dev/zero' is larger than 100000 bytes") {
      _ = try readFile(at: "/dev/zero", limit: 100_000, in: .fresh)
    }
  }

  @Test func refusesToWriteOverOrNowhere() throws {
    try createFile(at: folder / "file", with: [1], in: .fresh)
    expect("'\(folder / "file")' exists already") {
      try createFile(at: folder / "file", with: [2], in: .fresh)
    }
    #expect(try readFile(at: folder / "file", limit: 9, in: .fresh) == [1])
    expect("no such folder for '\(folder / "no/file")'") {
      try replaceFile(at: folder / "no/file", with: [], in: .fresh)
    }
  }

  @Test func aFolderIsLockedForOne() throws {
    func isFree() -> Bool {
      let descriptor = open(folder.path, O_RDONLY)
      defer { close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
    #expect(try !alone(inFolder: folder.path, patience: .zero) { isFree() })
    #expect(isFree())
    // Where it cannot be had, the work is done without it.
    let isReached = try alone(inFolder: folder.path, patience: .zero) {
      try alone(inFolder: folder.path, patience: .zero) { true }
    }
    #expect(isReached)
    #expect(try alone(inFolder: folder / "nothing", patience: .zero) { true })
  }

  @Test func followsLinksToThemselvesNowhere() {
    symlink("loop", folder / "loop")
    expect("cannot read '\(folder / "loop")': too many levels of symbolic links") {
      try read(folder / "loop")
    }
  }

  @Test func replacingKeepsPermissionsAndLinks() throws {
    try createFile(at: folder / "file", with: [1], in: .fresh)
    chmod(folder / "file", 0o640)
    symlink("file", folder / "link")
    try replaceFile(at: folder / "link", with: [2], in: .fresh)
    #expect(try readFile(at: folder / "file", limit: 9, in: .fresh) == [2])
    var status = stat()
    #expect(lstat(folder / "link", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(folder / "file", &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test func abandonedFileLeavesNothing() throws {
    try createFile(at: folder / "file", with: [1], in: .fresh)
    do {
      let pending = try PendingFile.begin(folder / "file", in: .fresh)
      try writeAll([2, 3], to: pending.descriptor)
    }
    #expect(try readFile(at: folder / "file", limit: 9, in: .fresh) == [1])
    #expect(names(inDirectory: folder.path) == ["file"])
  }

  @Test func knowsKinds() throws {
    try createFile(at: folder / "file", with: [], in: .fresh)
    mkfifo(folder / "fifo", 0o600)
    #expect(try fileKind(at: folder / "file") == .regular)
    #expect(try fileKind(at: folder / "fifo") == .fifo)
    #expect(try fileKind(at: folder.path) == .directory)
    #expect(try fileKind(at: "/dev/null") == .device)
    #expect(try fileKind(at: folder / "nothing") == nil)
  }

  private func read(_ path: String) throws {
    _ = try readFile(at: path, limit: 1000, in: .fresh)
  }

  private func expect(
    _ message: String, at location: SourceLocation = #_sourceLocation, from body: () throws -> Void
  ) {
    let error = #expect(throws: FileError.self, sourceLocation: location) { try body() }
    #expect(error?.message == message, sourceLocation: location)
  }
}
