import Foundation
import TestSupport
import Testing

@testable import FlagTool

/// What the loader would find, before a program that needs a library is started.
@Suite("A shared library")
struct SharedLibraryTests {
  private let folder = ScratchFolder()

  private func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: folder / name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func library(path: String = "", cache: String = "none") -> SharedLibrary {
    SharedLibrary(
      name: "libpq.so.5", cache: folder / cache, folders: [folder / "lib", folder / "usr/*"],
      path: path)
  }

  @Test("is missing where no folder and no list has it") func missing() throws {
    // Without a list the loader may look anywhere.
    #expect(!library().isMissing)
    try write("ld.so-1.7.0 libz.so.1 libpq.so.4", to: "cache")
    #expect(library(cache: "cache").isMissing)
  }

  @Test("is found in a folder, in one of many, in the user's path and in the list") func found()
    throws
  {
    try write("ld.so-1.7.0", to: "old")
    try write("", to: "lib/libpq.so.5")
    #expect(!library(cache: "old").isMissing)
    try FileManager.default.removeItem(atPath: folder / "lib/libpq.so.5")
    try write("", to: "usr/x86_64-linux-gnu/libpq.so.5")
    #expect(!library(cache: "old").isMissing)
    try FileManager.default.removeItem(atPath: folder / "usr/x86_64-linux-gnu/libpq.so.5")
    #expect(library(cache: "old").isMissing)
    try write("", to: "own/libpq.so.5")
    #expect(!library(path: "/nowhere:" + folder / "own", cache: "old").isMissing)
    try write("ld.so-1.7.0 /opt/lib/libpq.so.5\0", to: "cache")
    #expect(!library(cache: "cache").isMissing)
  }

  @Test("of this machine is found") func real() {
    #expect(!SharedLibrary(name: "libc.so.6").isMissing)
    #expect(SharedLibrary(name: "libnosuch.so.1").isMissing)
  }
}
