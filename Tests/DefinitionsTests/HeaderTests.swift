import FlagModel
import Foundation
import Testing

@testable import Definitions

/// The flags in the headers of the system have the values that a compiler gives them.
///
/// Every fortieth header is read; `FLAGDB_HEADERS=all` reads all of them in two minutes, and
/// `FLAGDB_HEADERS=FOLDER` those below a folder. It prints the sets that differ.
@Suite("Headers of the system", .enabled(if: Machine.hasCompiler, "there is no C compiler"))
struct HeaderTests {
  /// The sets of one header that were compared.
  private struct Comparison {
    var sets = 0
    /// A line for each set with a value that is not the compiler's.
    var differing: [String] = []
    /// A line for each set with a value that only a compiler works out, other than a size.
    var incomplete: [String] = []
    /// True if the compiler cannot read the header alone, so that nothing can be compared.
    var isUnreadable = false
  }

  @Test func haveTheValuesOfTheCompiler() throws {
    var all = Comparison()
    var unreadable: [String] = []
    for path in Self.headers {
      let one = try Self.compare(path)
      if one.isUnreadable {
        unreadable.append("\(path): \(one.sets) sets")
      } else {
        all.sets += one.sets
        all.differing += one.differing
        all.incomplete += one.incomplete
      }
    }
    let lines = all.differing + all.incomplete + unreadable.map { "not compiled: \($0)" }
    for line in lines { print(line) }
    print("compared \(all.sets) sets of flags")
    #expect(all.sets > 10)
    #expect(all.differing == [])
    #expect(all.incomplete.count * 100 <= max(100, all.sets))
  }

  /// Each set of four flags or more, a line for each that differs.
  private static func compare(_ path: String) throws -> Comparison {
    var comparison = Comparison()
    let machine = Machine(compiles: false)
    guard let source = machine.source(at: path) else { return comparison }
    let definitions = try FlagDefinitions(source, at: path, .c, machine)
    let names = Set(definitions.listings.filter { $0.flags >= 4 }.map(\.name))
    let groups = definitions.groups.filter { names.contains($0.name) && $0.isListed }
    comparison.sets = groups.count
    let members = groups.flatMap { group in group.members().map { (group, $0) } }
    if members.isEmpty { return comparison }
    var program = CompilerProgram(
      header: path, language: definitions.language,
      names: members.map { "\(definitions.compiledScope(of: $0.0))\($0.1.name)" })
    program.before = Self.publicHeader(of: source)
    guard let values = program.values(by: Machine().compile) else {
      comparison.isUnreadable = true
      return comparison
    }
    var (wrong, incomplete): ([Name: String], [Name: String]) = ([:], [:])
    for ((group, member), value) in zip(members, values) {
      let compiled = value.map { "\($0)" } ?? "none"
      let line = "\(path): \(group.name): \(member.name) is \(compiled)"
      switch member.value {
      case .success(let ours) where ours.value != value: wrong[group.name] = line
      // The size of a struct, which is left to the compiler, is in one set of fifty.
      case .failure(let reason) where reason.message == "only a compiler knows the size": break
      case .failure(let reason) where value != nil:
        incomplete[group.name] = "\(line), left out: \(reason.message)"
      default: break
      }
    }
    comparison.differing = Array(wrong.values)
    comparison.incomplete = Array(incomplete.values)
    return comparison
  }

  /// The header that one of the C library's own wants to be included by.
  private static func publicHeader(of source: SourceText) -> [String] {
    let text = source.text(0..<source.utf8.count)
    let named = text.firstMatch(of: #/(?:use|include) +<([^>]+)> instead/#)
    return named.map { [String($0.1)] } ?? []
  }

  // MARK: Which headers

  static let headers: [String] = {
    let wanted = ProcessInfo.processInfo.environment["FLAGDB_HEADERS"]
    if let wanted, wanted.hasPrefix("/") { return headers(below: wanted) }
    let all = installed.sorted()
    if wanted == "all" { return all }
    return stride(from: 3, to: all.count, by: 40).map { all[$0] }
  }()

  private static func headers(below folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".h") || $0.hasSuffix(".hpp") }.map { "\(folder)/\($0)" }
      .sorted()
  }

  /// The headers of the kernel and of the C library, as Debian's packages list them; elsewhere those
  /// of the kernel.
  private static let installed: [String] = {
    let folder = "/var/lib/dpkg/info"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let lists = files.filter {
      $0.firstMatch(of: #/^(linux-libc-dev|libc6-dev)(:\w+)?\.list$/#) != nil
    }
    let paths = lists.flatMap { name in
      ((try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? "")
        .split(separator: "\n").map(String.init).filter { $0.hasSuffix(".h") }
    }
    return paths.isEmpty ? headers(below: "/usr/include/linux") : paths
  }()
}
