import Foundation
import Testing

@testable import CommandTable

/// The text typed before Tab, and the line after it.
private let tabs: [(typed: String, line: String)] = [
  ("flagdb qu", "flagdb query "),
  ("flagdb comp", "flagdb completions "),
  ("flagdb completions z", "flagdb completions zsh "),
  ("flagdb query zo", "flagdb query zoo.db "),
  ("flagdb query my\\ z", "flagdb query my\\ zoo.db "),
  ("flagdb query 'my z", "flagdb query 'my zoo.db' "),
  ("flagdb query ~/zo", "flagdb query ~/zoo.db "),
  ("flagdb query a b --output=no", "flagdb query a b --output=notes.txt "),
  ("flagdb query a b --where 'sc", "flagdb query a b --where 'score > 5' "),
  ("flagdb query a b --has 'HRM|P", "flagdb query a b --has 'HRM|PLX' "),
  ("flagdb query zoo.db Sam", "flagdb query zoo.db Sample "),
  ("flagdb query 'my zoo.db' Sam", "flagdb query 'my zoo.db' Sample "),
  ("flagdb query my\\ zoo.db Sam", "flagdb query my\\ zoo.db Sample "),
  ("flagdb query zoo.db Sample --lim", "flagdb query zoo.db Sample --limit "),
  ("flagdb query zoo.db Sample --format c", "flagdb query zoo.db Sample --format csv "),
  ("flagdb query zoo.db Sample --format=c", "flagdb query zoo.db Sample --format=csv "),
  ("flagdb query zoo.db Sample -co no", "flagdb query zoo.db Sample -co notes.txt "),
  ("flagdb query --has HRM zoo.db Sam", "flagdb query --has HRM zoo.db Sample "),
  ("flagdb --limit 5 query zoo.db Sam", "flagdb --limit 5 query zoo.db Sample "),
  ("flagdb query -- zoo.db Sam", "flagdb query -- zoo.db Sample "),
  ("flagdb query zoo.db Sample --has HRM,P", "flagdb query zoo.db Sample --has HRM,PLX "),
  ("flagdb query zoo.db Sample --has=HRM,P", "flagdb query zoo.db Sample --has=HRM,PLX "),
  (
    "flagdb query zoo.db Sample --lacks markers:H",
    "flagdb query zoo.db Sample --lacks markers:HRM "
  ),
  ("flagdb query zoo.db Sample --has=markers:H", "flagdb query zoo.db Sample --has=markers:HRM "),
  ("flagdb query zoo.db Sample --has HRM\\|P", "flagdb query zoo.db Sample --has HRM\\|PLX "),
  ("flagdb query zoo.db Sample --where sc", "flagdb query zoo.db Sample --where score\\ \\>\\ 5 "),
  ("flagdb insert zoo.db Sample mar", "flagdb insert zoo.db Sample markers="),
  ("flagdb add zoo.db Sample markers+=H", "flagdb add zoo.db Sample markers+=HRM "),
  ("flagdb define zoo.db fl", "flagdb define zoo.db flags "),
  ("flagdb define zoo.db attribute Sam", "flagdb define zoo.db attribute Sample "),
  ("flagdb zoo.db Sam", "flagdb zoo.db Sample "),
  ("flagdb help qu", "flagdb help query "),
  ("flagdb nonsense --wrong", "flagdb nonsense --wrong"),
]

/// The package that many systems have, which completion must work with as well as without.
private let bashCompletion =
  "set +u; for file in /usr/share/bash-completion/bash_completion; do [ ! -r $file ] || . $file; done"

/// The least that a tool can be, and one with a hyphen and without a default command.
private let smallest = ToolDescription(
  name: "my-tool", version: "1", date: "2026-11-20", summary: "does little",
  commands: [CommandDescription(name: "do-it", summary: "does `it's` thing")])

@Suite
struct CompletionScriptTests {
  @Test(arguments: Shell.allCases) func shellReadsItsScript(shell: Shell) throws {
    guard let program = installed(shell.rawValue) else { return skip(shell.rawValue) }
    let workshop = try Workshop()
    for tool in [sample, smallest] {
      try workshop.write(tool.completionScript(for: shell), to: "script")
      let checked = try workshop.run(program, ["-n", workshop.path("script")])
      #expect(checked.output == "")
      #expect(checked.status == 0)
    }
  }

  @Test func shellcheckFindsNothing() throws {
    guard let program = installed("shellcheck") else { return skip("shellcheck") }
    let workshop = try Workshop()
    for tool in [sample, smallest] {
      try workshop.write(tool.completionScript(for: .bash), to: "script")
      let checked = try workshop.run(program, ["--shell=bash", workshop.path("script")])
      #expect(checked.output == "")
    }
  }

  /// Each way that bash may be set up to cut words, and with every option that trips scripts.
  @Test(arguments: [
    "", "COMP_WORDBREAKS=${COMP_WORDBREAKS//[:=]/}", "set -o posix", "set -e", bashCompletion,
  ])
  func bashCompletes(setup: String) throws {
    guard let program = installed("bash") else { return skip("bash") }
    let workshop = try Workshop()
    try workshop.write(sample.completionScript(for: .bash), to: "script")
    let rc = """
      set -u
      \(setup)
      bind 'set bell-style none'; bind 'set enable-bracketed-paste off'
      show_line() { printf '<<%s>>\\n' "$READLINE_LINE"; }
      bind -x '"\\C-t": show_line'
      source '\(workshop.path("script"))'
      cd; PS1='ready> '
      """
    try workshop.write(rc, to: "rc")
    let session = try ShellSession(
      program, ["--noprofile", "--rcfile", workshop.path("rc"), "-i"], in: workshop)
    let quoted = "flagdb query a b --has='markers:H"
    try expectTabs(session, workshop, tabs + [(quoted, quoted + "RM' ")])
    session.type("flagdb query zoo.db Sample --has HRM,\t\t")
    let list = try session.read(to: "PLX")
    #expect(list.contains("RAW") && !list.contains("HRM,PLX"))
  }

  /// Found on the function path, and read by a start file, with options that trip scripts.
  @Test(arguments: ["", "source _flagdb; setopt nounset ksharrays shwordsplit noglob"])
  func zshCompletes(setup: String) throws {
    guard let program = installed("zsh") else { return skip("zsh") }
    let workshop = try Workshop()
    try workshop.write(sample.completionScript(for: .zsh), to: "_flagdb")
    let rc = """
      cd; PS1='ready> '; unsetopt beep
      fpath=(\(setup.isEmpty ? "$HOME" : "") $fpath)
      autoload -Uz compinit; compinit -u -D
      show-line() { print -r -- "<<$BUFFER>>" }
      zle -N show-line; bindkey -e; bindkey '^T' show-line
      \(setup)
      """
    try workshop.write(rc, to: "rc")
    let session = try ShellSession(program, ["-f", "-i"], in: workshop)
    session.type("source '\(workshop.path("rc"))'\n")
    try expectTabs(session, workshop, tabs)
    session.type("flagdb query zoo.db S\t\t")
    let list = try session.read(to: "it: lives")
    #expect(list.contains("what was taken"))
  }

  @Test func fishCompletes() throws {
    guard let program = installed("fish") else { return skip("fish") }
    let workshop = try Workshop()
    try workshop.write(sample.completionScript(for: .fish), to: "script")
    for (typed, line) in tabs {
      let command = "source \(workshop.path("script")); complete -C \(fishQuoted(typed))"
      let found = try workshop.run(program, ["--no-config", "-c", command])
      #expect(found.status == 0)
      let words = found.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      let isNothing = typed == line
      #expect(isNothing ? words.isEmpty : words.count == 1, "\(typed): \(found.output)")
      let word = words.first.map(String.init) ?? ""
      let plainLine = line.filter { !"\\'".contains($0) }.trimmingCharacters(in: .whitespaces)
      #expect(plainLine.hasSuffix(word), "\(typed): \(word)")
    }
  }

  @Test func fishDescribes() throws {
    guard let program = installed("fish") else { return skip("fish") }
    let workshop = try Workshop()
    try workshop.write(sample.completionScript(for: .fish), to: "script")
    let command = "source \(workshop.path("script")); complete -C 'flagdb query zoo.db S --format '"
    let found = try workshop.run(program, ["--no-config", "-c", command])
    #expect(
      found.output
        == "table\taligned columns\ncsv\tthe user's spreadsheet\njson\tan array of objects\n")
  }

  private func expectTabs(
    _ session: ShellSession, _ workshop: Workshop, _ tabs: [(typed: String, line: String)]
  ) throws {
    try session.read(to: "ready> ")
    for (typed, line) in tabs {
      session.type(typed + "\t\u{14}")
      try session.read(to: "<<")
      let found = try session.read(to: ">>")
      #expect(found == line, "after \(typed)")
      session.type("\u{15}")
    }
    let questions = workshop.takeQuestions()
    #expect(questions.contains("entity <my zoo.db> <Sam>"))
    #expect(questions.contains("flags <zoo.db> <Sample> <HRM,P>"))
    #expect(questions.contains("entity <zoo.db> <Sam>"))
  }

  private func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  private func skip(_ program: String) {
    withKnownIssue { Issue.record("\(program) is not installed, so this was not tested") }
  }
}
