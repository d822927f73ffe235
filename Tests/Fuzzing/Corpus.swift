import CommandTable
import Definitions
import FlagTool
import Foundation

/// Inputs that somebody wrote: in the transcripts, the documentation, the manual and the tests.
enum Corpus {
  static let models: [String] =
    files(under: "Examples", ".swift").map(text)
    + files(under: "Tests/ModelTextTests/Apps", ".swift").map(text)
    + files(under: "Tests/ModelTextTests/Complaints", ".swift", ".txt").map(text)
    + blocks("swift") + hereDocuments.filter { $0.contains("struct ") || $0.contains("class ") }
    + literals(under: "Tests/ModelTextTests/Language").filter { $0.contains("{") }

  /// The sources in the tests of the readers, each behind lines with some of the languages.
  static let definitions = literals(under: "Tests/DefinitionsTests")
    .filter { $0.contains("=") || $0.contains("\n") }.enumerated().flatMap { index, text in
      [0, 4, 9].map { step in
        let all = DefinitionLanguage.allCases
        return "\(all[(index + step) % all.count].rawValue)\n\(text)"
      }
    }

  static let predicates: [String] =
    quoted(in: commands) + literals(under: "Tests/SQLTests")

  static let statements: [String] = (predicates + hereDocuments).filter { text in
    let words = ["select", "update", "insert", "delete", "create", "with"]
    return words.contains { text.lowercased().contains("\($0) ") }
  }

  static let records: [String] =
    hereDocuments + literals(under: "Tests/FlagFormatsTests") + blocks("csv") + blocks("json")

  static let sessionLines: [String] =
    hereDocuments + quoted(in: commands) + literals(under: "Tests/flagdbTests/Repl")

  /// Command lines with a newline after each word.
  static let commandLines: [String] = commands.flatMap { command in
    command.split(whereSeparator: { $0 == "|" || $0 == ";" || $0 == "\n" }).compactMap { part in
      let words = CommandWords(String(part)).words
      return words.first == "flagdb" ? words.dropFirst().joined(separator: "\n") : nil
    }
  }

  // MARK: Where they are

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func files(under folder: String, _ endings: String...) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    let names = found?.compactMap { $0 as? String } ?? []
    return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
      .map { "\(folder)/\($0)" }
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  /// The commands of transcripts, README and manual, each with the lines that belong to it.
  private static let commands: [String] = {
    var commands = handbook.commands.flatMap { $0.manual.examples.map(\.command) }
    for block in files(under: "Tests/Transcripts", ".txt").map(text) + blocks("console") {
      for line in block.split(separator: "\n") {
        if line.hasPrefix("$ ") {
          commands.append(String(line.dropFirst(2)))
        } else if line.hasPrefix("> "), let last = commands.popLast() {
          commands.append("\(last)\n\(line.dropFirst(2))")
        }
      }
    }
    return commands
  }()

  /// The input that commands are given on lines of their own.
  private static let hereDocuments: [String] = commands.compactMap { command in
    guard command.contains("<<"), let start = command.firstIndex(of: "\n") else { return nil }
    let lines = command[start...].split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().joined(separator: "\n") + "\n"
  }

  /// The text in quotes.
  private static func quoted(in commands: [String]) -> [String] {
    commands.flatMap { CommandWords($0).words.filter { $0.contains(" ") || $0.contains("=") } }
  }

  /// The fenced blocks of Markdown of a kind.
  private static func blocks(_ kind: String) -> [String] {
    let paths = ["README.md"] + files(under: "Documentation", ".md")
    return paths.flatMap { path in
      text(path).components(separatedBy: "```\(kind)\n").dropFirst().compactMap {
        $0.components(separatedBy: "```").first
      }
    }
  }

  /// The texts in the sources of tests, which are inputs for the most part.
  private static func literals(under folder: String) -> [String] {
    let literal = #/"""\n((?s:.*?))"""|#"((?:[^"\n]|"(?!\#))*)"#|"((?:[^"\\\n]|\\.)+)"/#
    return files(under: folder, ".swift").flatMap { path in
      text(path).matches(of: literal).map { match in
        let (_, block, raw, plain) = match.output
        return raw.map(String.init) ?? unescaped(block ?? plain ?? "")
      }
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(["n": "\n", "t": "\t", "r": "\r", "0": "\0"][character] ?? character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
