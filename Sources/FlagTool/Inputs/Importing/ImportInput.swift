import FlagFormats
import Platform

/// An input of an import: a file, a pipe or standard input. It is opened at the first read, so that
/// several pipes can be filled one after the other.
final class ImportInput: ByteSource {
  /// The name in error messages.
  let name: String
  private let path: String
  private var open: OpenFile?
  private let isReadTwice: Bool
  private let files: FilesInUse
  /// The bytes that were read before; nil unless they must be read again and the input does not
  /// allow it.
  private var spool: InputSpool?

  private final class OpenFile {
    let file: InputFile

    init(_ path: String, in files: FilesInUse) throws(FileError) {
      file = path == "-" ? .standardInput : try .open(path, in: files)
    }
  }

  /// True if an argument is an input and not a value: an existing file, or `-`.
  static func isInput(_ word: String) -> Bool {
    if word == "-" { return true }
    guard !word.utf8.contains(UInt8(ascii: "=")), !word.hasPrefix("{"),
      let kind = try? fileKind(at: word)
    else { return false }
    return kind != .directory
  }

  /// Throws if an argument can only be the name of a file, but the file does not exist.
  static func requireFile(namedBy word: String) throws {
    guard InputFormat(fileName: word) != nil, !word.utf8.contains(UInt8(ascii: "=")),
      !word.hasPrefix("{"), try fileKind(at: word) == nil
    else { return }
    throw CommandError("no such file '\(word)'", hint: nearFile(to: word))
  }

  /// True if standard input is a pipe or a file.
  static var isPiped: Bool {
    switch InputFile.standardInput.kind {
    case .regular, .fifo, .socket: true
    case .directory, .device, .unknown: false
    }
  }

  /// Throws if the file cannot be opened.
  init(_ path: String, isReadTwice: Bool, in files: FilesInUse) throws(FileError) {
    if path != "-" {
      guard try fileKind(at: path) != nil else { throw FileError(.read, path, .missing) }
      try files.useInput(at: path)
    }
    self.files = files
    self.path = path
    self.isReadTwice = isReadTwice
    name = path == "-" ? "stdin" : path
  }

  /// The size of an open regular file.
  var size: Int? { open?.file.size }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if caughtSignal() != nil { throw FileError(.read, name, .interrupted) }
    if let spool, let count = try spool.read(into: buffer) { return count }
    let count = try opened().file.read(into: buffer)
    try spool?.keep(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    return count
  }

  /// Restarts with the stored bytes, or opens the file again.
  func rewind() { if let spool { spool.rewind() } else { open = nil } }

  private func opened() throws -> OpenFile {
    if let open { return open }
    let new = try OpenFile(path, in: files)
    open = new
    if isReadTwice, spool == nil, path == "-" || new.file.kind != .regular {
      spool = try InputSpool(named: name)
    }
    return new
  }
}

/// The bytes of an input in an unnamed temporary file, which disappears with the process.
private final class InputSpool {
  private let name: String
  private let descriptor: Int32
  private var size = 0
  /// The position in the stored bytes; nil while the input is read for the first time.
  private var offset: Int?

  init(named name: String) throws(FileError) {
    self.name = name
    do {
      descriptor = try openUnnamedFile()
    } catch {
      throw FileError(.create, "a temporary file for \(name)", error)
    }
  }

  deinit { close(descriptor) }

  func keep(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if offset != nil { return }
    do {
      try writeAll(Array(bytes), to: descriptor)
    } catch {
      throw FileError(.write, "a temporary file for \(name)", error)
    }
    size += bytes.count
  }

  func rewind() { offset = 0 }

  /// Reads stored bytes; nil if there are no more.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int? {
    guard let offset, offset < size else { return nil }
    let count = pread(descriptor, buffer.baseAddress, min(buffer.count, size - offset), offset)
    if count < 1 { throw FileError(.read, "a temporary file for \(name)", .last) }
    self.offset = offset + count
    return count
  }
}
