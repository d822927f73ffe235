import CommandTable
import Foundation
import Testing

@testable import FlagTool

/// The pages in man/ have all that the tool has, and are as mandoc wants them. That they are what
/// the tool would write now, and that there is none besides, `GeneratedFilesTests` sees to.
@Suite("Pages of the manual")
struct ManualPagesTests {
  static let commandNames = handbook.listedCommands.map(\.name)
  static let pages = Repository.files(under: "man")

  /// The lines of a page as it lies in man/.
  private func lines(of file: String) throws -> [String] {
    try Repository.text(of: file).split(separator: "\n").map(String.init)
  }

  /// The lines of one section of a page.
  private func section(_ name: String, of lines: [String]) -> [String] {
    let start = lines.firstIndex(of: ".Sh \(name)") ?? lines.endIndex
    return Array(lines[start...].dropFirst().prefix { !$0.hasPrefix(".Sh ") })
  }

  @Test("have the sections of a command", arguments: commandNames)
  func sections(command: String) throws {
    let lines = try lines(of: "man/flagdb-\(command).1")
    let found = lines.filter { $0.hasPrefix(".Sh ") }.map { String($0.dropFirst(4)) }
    #expect(
      found == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
        "SEE ALSO",
      ])
  }

  @Test("have every option and argument that the command takes", arguments: commandNames)
  func options(command: String) throws {
    let lines = try lines(of: "man/flagdb-\(command).1")
    let description = try #require(handbook.command(named: command))
    let terms = lines.filter { $0.hasPrefix(".It Fl ") }.flatMap { line in
      line.split(separator: " ").dropFirst(2).map { String($0).replacing("\\-", with: "-") }
    }
    for option in handbook.options(of: description) {
      let names =
        ([option.name] + option.aliases).map { "-\($0)" } + (option.short.map { [$0] } ?? [])
      for name in names { #expect(terms.contains(name), "-\(name) is missing") }
    }
    let forms = description.forms
    for argument in description.arguments + forms.flatMap(\.arguments) {
      #expect(
        lines.contains { $0.hasPrefix(".It Ar ") && $0.hasSuffix(argument.name) },
        "\(argument.name) is missing")
    }
    for form in forms {
      #expect(lines.contains { $0.hasPrefix(".It Cm ") && $0.hasSuffix(form.keyword) })
    }
  }

  /// With which statuses each command ends in the transcripts, where it stands alone on its line.
  private func observedStatuses() throws -> [String: Set<Int>] {
    var observed: [String: Set<Int>] = [:]
    for path in Repository.files(under: "Tests/Transcripts") where path.hasSuffix(".txt") {
      let transcript = try Transcript(path: path)
      for step in transcript.steps {
        let words = step.command.split(separator: " ")
        let isAlone = !step.command.contains { "|;&\n$".contains($0) }
        guard isAlone, words.count > 1, words[0] == "flagdb" else { continue }
        let status = transcript.lines[step.output].compactMap { line in
          line.hasPrefix("[") && line.hasSuffix("]") ? Int(line.dropFirst().dropLast()) : nil
        }
        observed[String(words[1]), default: []].insert(status.last ?? 0)
      }
    }
    return observed
  }

  @Test("have every status that a command was ever seen to end with")
  func exitStatuses() throws {
    let observed = try observedStatuses()
    try #require(observed.values.contains { $0.contains(3) })
    for command in Self.commandNames {
      let lines = section("EXIT STATUS", of: try lines(of: "man/flagdb-\(command).1"))
      let told = Set(
        lines.filter { $0.hasPrefix(".It ") }.compactMap { Int($0.drop { !$0.isNumber }) })
      #expect(told.isSuperset(of: [0, 1, 2, 130]), "flagdb-\(command) tells \(told)")
      let missing = observed[command, default: []].subtracting(told)
      #expect(missing.isEmpty, "flagdb-\(command) does not tell \(missing.sorted())")
    }
  }

  @Test("are listed by flagdb(1) and the README")
  func listed() throws {
    let seeAlso = try lines(of: "man/flagdb.1")
    let readme = try Repository.text(of: "README.md")
    for page in Self.pages {
      let file = page.dropFirst("man/".count)
      let (name, number) = (file.dropLast(2), file.suffix(1))
      if name != "flagdb" {
        #expect(seeAlso.contains { $0.hasPrefix(".Xr \(name) \(number)") }, "\(file)")
      }
      #expect(readme.contains("(\(page))"), "the README does not list \(page)")
    }
  }

  @Test("refer to pages that are there", arguments: pages)
  func references(page: String) throws {
    for line in try lines(of: page) {
      let words = line.split(separator: " ")
      guard let macro = words.firstIndex(of: ".Xr"), words.count > macro + 2 else { continue }
      let (name, number) = (words[macro + 1], words[macro + 2])
      if name.hasPrefix("flagdb") {
        #expect(Self.pages.contains("man/\(name).\(number)"), "\(line)")
      }
    }
  }

  @Test("are mdoc that mandoc finds nothing in", arguments: pages)
  func lint(page: String) async throws {
    let sandbox = try Sandbox()
    let path = Repository.root.appendingPathComponent(page).path
    let result = try await Command(
      "sh", "-c", "mandoc -T lint -W style '\(path)' 2>/dev/null; [ $? -lt 127 ]"
    )
    .run(in: sandbox)
    // Which other pages are installed depends on the machine.
    let findings = result.outputText.split(separator: "\n").filter {
      !$0.contains("referenced manual not found")
    }
    #expect(result.status == 0 && findings == [])
  }

  @Test("have no table that is wider than 80 columns")
  func tables() {
    let blocks =
      handbook.listedCommands.flatMap(\.manual.discussion) + handbook.topics.flatMap(\.blocks)
    for case .table(let header, let rows) in blocks {
      let cells = ([header] + rows).map { $0.map { $0.replacing("`", with: "").count } }
      let widths = header.indices.map { column in cells.map { $0[column] }.max() ?? 0 }
      // The text is indented by 5, there are 4 between two columns, and its width is 78.
      #expect(5 + widths.reduce(0, +) + 4 * (widths.count - 1) <= 78, "\(header) \(widths)")
    }
  }

  @Test("fit a tall window with --help, and a small terminal with -h", arguments: commandNames)
  func help(command: String) throws {
    let description = try #require(handbook.command(named: command))
    let whole = handbook.help(for: description, .whole).split(separator: "\n").count
    let short = handbook.help(for: description, .short).utf8.count { $0 == 10 }
    // Insert has most to say, and then query. Options of record files are apart, at the end.
    let groups = description.options.filter { $0.group == OptionDescription.recordsGroup }
    let most = (["insert": 67, "query": 55][command] ?? 51) + (groups.isEmpty ? 0 : 23)
    #expect(whole <= most, "\(whole) lines")
    #expect(short <= 23, "\(short) lines")
  }

  @Test("end with two examples", arguments: commandNames)
  func examples(command: String) throws {
    let description = try #require(handbook.command(named: command))
    let lines = handbook.help(for: description, .whole).split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "for example:"))
    #expect(lines[(start + 1)...].count == 2)
    #expect(lines[(start + 1)...].allSatisfy { $0.contains("flagdb ") })
  }

  @Test("of the tool itself fits a small terminal with -h")
  func shortHelp() {
    let short = handbook.help(for: nil, .short)
    #expect(short.utf8.count { $0 == 10 } <= 23)
    #expect(handbook.listedCommands.allSatisfy { short.contains(" \($0.name)") })
  }
}
