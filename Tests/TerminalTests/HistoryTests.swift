import Foundation
import Platform
import TestSupport
import Testing

@testable import Terminal

@Suite struct HistoryTests {
  let folder = ScratchFolder()

  /// The warnings of a history.
  final class Warnings {
    var all: [String] = []
  }

  private func history(_ warnings: Warnings = Warnings(), limit: Int = 3) -> History {
    History(at: folder / "state/flagdb/history", limit: limit, besides: .fresh) {
      warnings.all.append($0)
    }
  }

  @Test func isKeptForTheNextSession() {
    let first = history()
    #expect(first.load() == [])
    #expect(first.append("score > 5") == "score > 5")
    #expect(first.append("score > 5") == nil)
    #expect(first.append(" a secret") == nil)
    #expect(first.append("") == nil)
    #expect(first.append("markers has\n(HRM)") == "markers has (HRM)")
    let second = history()
    #expect(second.load() == ["score > 5", "markers has (HRM)"])
    #expect(second.append("markers has (HRM)") == nil)
  }

  /// The mask is that of the whole process, in which other tests make files for other users: it hides
  /// nothing from them.
  @Test func onlyItsOwnerMayReadIt() throws {
    let before = umask(0)
    defer { umask(before) }
    _ = history().append("score > 5")
    let path = folder / "state/flagdb/history"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    _ = chmod(path, 0o644)
    _ = history().append("score > 6")
    let mended = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mended as? Int == 0o600)
  }

  @Test func isBounded() throws {
    let first = history()
    for number in 1...20 { _ = first.append("score > \(number)") }
    #expect(history().load() == ["score > 18", "score > 19", "score > 20"])
    let bytes = try readFile(at: folder / "state/flagdb/history", limit: 1_000, in: .fresh)
    #expect(String(decoding: bytes, as: UTF8.self) == "score > 18\nscore > 19\nscore > 20\n")
  }

  @Test func passesOverWhatIsNoText() throws {
    _ = history().append("fine")
    try appendToPrivateFile(
      at: folder / "state/flagdb/history", [0xFF, 10, 0x61, 0, 10, 0x62, 10], in: .fresh)
    #expect(history(limit: 10).load() == ["fine", "b"])
  }

  @Test func aLinkIsRefusedAndSaidOnce() throws {
    let target = folder / "target"
    try replaceFile(at: target, with: Array("theirs\n".utf8), in: .fresh)
    _ = history().append("makes the folders")
    let path = folder / "state/flagdb/history"
    unlink(path)
    #expect(symlink(target, path) == 0)
    let warnings = Warnings()
    let linked = history(warnings)
    #expect(linked.load() == [])
    #expect(linked.append("mine") == "mine")
    #expect(warnings.all == ["'\(path)' is a symbolic link; the history is not kept"])
    #expect(try readFile(at: target, limit: 100, in: .fresh) == Array("theirs\n".utf8))
  }
}
