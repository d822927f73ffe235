import TestSupport
import Testing

@testable import CommandTable

/// A line split at its blanks, since none of the cases needs blanks in a word.
private func words(_ line: some StringProtocol) -> [String] {
  line.split { $0 == " " }.map { String($0) }
}

/// An invocation in one line: `query DB=zoo.db ENTITY=Sample | has=HRM count`.
private func summary(_ request: CommandLineRequest) -> String {
  switch request {
  case .help(let command, let length):
    "help \(command?.name ?? "of all")\(length == .short ? ", in short" : "")"
  case .version(let length): "version\(length == .whole ? ", in detail" : "")"
  case .run(let call):
    ([call.command.name] + (call.form.map { ["(\($0))"] } ?? [])
      + call.arguments.map { "\($0.name)=\($0.values.joined(separator: ","))" }
      + (call.options.isEmpty ? [] : ["|"])
      + call.options.map { $0.name + ($0.value.map { "=\($0)" } ?? "") }).joined(separator: " ")
  }
}

/// The lines that the error prints.
private func report(_ error: UsageError) -> [String] {
  [error.message] + (error.hint.map { [$0] } ?? []) + [error.reference]
}

/// Lines that are understood, and what they mean.
private let lines: [(String, String)] = [
  ("query zoo.db Sample", "query DB=zoo.db ENTITY=Sample"),
  ("query zoo.db --count Sample", "query DB=zoo.db ENTITY=Sample | count"),
  ("--count query zoo.db Sample", "query DB=zoo.db ENTITY=Sample | count"),
  ("--limit 5 query zoo.db Sample", "query DB=zoo.db ENTITY=Sample | limit=5"),
  ("-l query query zoo.db Sample", "query DB=zoo.db ENTITY=Sample | limit=query"),
  ("query zoo.db Sample --limit=5", "query DB=zoo.db ENTITY=Sample | limit=5"),
  ("query zoo.db Sample --limit -1", "query DB=zoo.db ENTITY=Sample | limit=-1"),
  ("query zoo.db Sample --null -", "query DB=zoo.db ENTITY=Sample | null=-"),
  ("query zoo.db Sample --null=", "query DB=zoo.db ENTITY=Sample | null="),
  ("query zoo.db Sample --null=--count", "query DB=zoo.db ENTITY=Sample | null=--count"),
  ("query zoo.db Sample --where a=b=c", "query DB=zoo.db ENTITY=Sample | where=a=b=c"),
  ("query zoo.db Sample -w -x", "query DB=zoo.db ENTITY=Sample | where=-x"),
  ("query zoo.db Sample -ofile", "query DB=zoo.db ENTITY=Sample | output=file"),
  ("query zoo.db Sample -o=file", "query DB=zoo.db ENTITY=Sample | output=file"),
  ("query zoo.db Sample -cvo file", "query DB=zoo.db ENTITY=Sample | count verbose output=file"),
  ("query zoo.db Sample --has A --lacks B", "query DB=zoo.db ENTITY=Sample | has=A none=B"),
  ("query -- zoo.db --count", "query DB=zoo.db ENTITY=--count"),
  ("-- query zoo.db Sample", "query DB=zoo.db ENTITY=Sample"),
  ("query -- -- --", "query DB=-- ENTITY=--"),
  ("insert zoo.db Sample a-=B c=-5", "insert DB=zoo.db ENTITY=Sample name=value=a-=B,c=-5"),
  ("add - Sample", "insert DB=- ENTITY=Sample"),
  ("insert zoo.db Sample -5 -.5 -0x40", "insert DB=zoo.db ENTITY=Sample name=value=-5,-.5,-0x40"),
  ("new a.db A.swift B.swift", "new DB=a.db MODEL.swift=A.swift,B.swift"),
  ("define zoo.db flags M RAW HRM", "define (flags) DB=zoo.db NAME=M FLAG=RAW,HRM"),
  ("define zoo.db attribute S a:Int", "define (attribute) DB=zoo.db ENTITY=S NAME:TYPE=a:Int"),
  ("stats zoo.db", "stats DB=zoo.db"),
  ("zoo.db", "repl DB=zoo.db"),
  ("./zoo Sample -v", "repl DB=./zoo ENTITY=Sample | verbose"),
  ("postgresql://host", "repl DB=postgresql://host"),
  ("kept", "repl DB=kept"),
  ("--help", "help of all"), ("-h", "help of all, in short"), ("help", "help"),
  ("zoo.db --help", "help of all"),
  ("help query", "help COMMAND=query"), ("help add", "help COMMAND=add"),
  ("query --help", "help query"), ("--help query", "help query"),
  ("query -ch", "help query, in short"), ("query -h --help", "help query"),
  ("--help query -h", "help query"), ("-h query", "help query, in short"),
  ("query --nonsense --help", "help query"), ("query --format --help", "help query"),
  ("query a b c d -h", "help query, in short"), ("help --help", "help help"),
  ("query zoo.db -- --help", "query DB=zoo.db ENTITY=--help"),
  ("query zoo.db Sample --null -h", "query DB=zoo.db ENTITY=Sample | null=-h"),
  ("--version", "version"), ("query -V", "version"), ("-vV", "version, in detail"),
  ("--version --verbose", "version, in detail"), ("-v query -V", "version, in detail"),
  ("complete fish -- query --has H", "complete SHELL=fish WORD=query,--has,H"),
]

@Test(arguments: lines)
func lineParses(line: String, expected: String) throws {
  let found = try sample.parse(words(line), preset: PresetArgument { $0 == "kept" })
  #expect(summary(found) == expected)
}

/// The tool with an option that gives the database as well.
private let toolWithOption: ToolDescription = {
  var tool = sample
  let option = OptionDescription(
    name: "database", short: "d", value: OptionValue(placeholder: "DB"), help: "the database")
  for index in tool.commands.indices where !["new", "generate"].contains(tool.commands[index].name)
  {
    guard tool.commands[index].arguments.first?.name == "DB" else { continue }
    tool.commands[index].arguments[0].option = option.name
    tool.commands[index].options.append(option)
    for place in tool.commands[index].arguments.indices
    where tool.commands[index].arguments[place].name == "ENTITY" {
      tool.commands[index].arguments[place].followsFirst = true
    }
  }
  return tool
}()

/// Lines where `zoo.db` is preset, and what they mean.
private let presetLines: [(String, String)] = [
  ("query Sample", "query DB=zoo.db ENTITY=Sample"),
  ("query kept Sample", "query DB=kept ENTITY=Sample"),
  ("query ./other Sample", "query DB=./other ENTITY=Sample"),
  ("-d other query Sample", "query ENTITY=Sample | database=other"),
  ("query Sample --database=kept", "query ENTITY=Sample | database=kept"),
  ("stats", "stats DB=zoo.db"),
  ("stats Sample score", "stats DB=zoo.db ENTITY=Sample ATTRIBUTE=score"),
  ("define flags M RAW", "define (flags) DB=zoo.db NAME=M FLAG=RAW"),
  ("new a.db A.swift", "new DB=a.db MODEL.swift=A.swift"),
  ("", "repl DB=zoo.db"),
  ("-d other", "repl | database=other"),
  ("repl -dother Sample", "repl ENTITY=Sample | database=other"),
]

@Test("the database may be preset", arguments: presetLines)
func presetIsTaken(line: String, expected: String) throws {
  let preset = PresetArgument("zoo.db") { $0 == "kept" }
  #expect(summary(try toolWithOption.parse(words(line), preset: preset)) == expected)
}

/// Lines of a command with a dotted name after the database, and what they mean.
private let dottedLines: [(String, String)] = [
  ("query Sample.markers", "query DB=zoo.db ENTITY=Sample.markers"),
  ("query kept Sample.markers", "query DB=kept ENTITY=Sample.markers"),
  ("query ./other Sample.markers", "query DB=./other ENTITY=Sample.markers"),
  ("-d other query Sample.markers", "query ENTITY=Sample.markers | database=other"),
]

@Test("a dotted name alone is no database", arguments: dottedLines)
func dottedNameIsTaken(line: String, expected: String) throws {
  var tool = toolWithOption
  let query = try #require(tool.commands.firstIndex { $0.name == "query" })
  tool.commands[query].arguments[1].isDottedName = true
  let preset = PresetArgument("zoo.db") { $0 == "kept" }
  #expect(summary(try tool.parse(words(line), preset: preset)) == expected)
}

/// Lines of a command with an optional dotted name after the database, and what they mean.
private let nestedLines: [(String, String)] = [
  ("stats Outer.Inner", "stats DB=zoo.db ENTITY=Outer.Inner"),
  ("stats Outer.Inner score", "stats DB=zoo.db ENTITY=Outer.Inner ATTRIBUTE=score"),
  ("stats kept Outer.Inner", "stats DB=kept ENTITY=Outer.Inner"),
  ("stats Kept.DB", "stats DB=Kept.DB"),
  ("stats outer.db", "stats DB=outer.db"),
  ("stats Outer.db", "stats DB=Outer.db"),
  ("stats ./Outer.Inner", "stats DB=./Outer.Inner"),
  ("stats Outer.", "stats DB=Outer."),
]

@Test("the name of a nested type is no database", arguments: nestedLines)
func nestedTypeIsTaken(line: String, expected: String) throws {
  var tool = toolWithOption
  let stats = try #require(tool.commands.firstIndex { $0.name == "stats" })
  tool.commands[stats].arguments[1].isDottedName = true
  let preset = PresetArgument("zoo.db") { $0 == "kept" || $0 == "Kept.DB" }
  #expect(summary(try tool.parse(words(line), preset: preset)) == expected)
}

/// Lines whose entity follows from the file, and what they mean.
private let followingLines: [(String, String)] = [
  ("query data.csv", "query DB=data.csv ENTITY=data"),
  ("query data.csv data", "query DB=data.csv ENTITY=data"),
  ("query data.csv --count", "query DB=data.csv ENTITY=data | count"),
  ("query --count -d data.csv", "query ENTITY=data | count database=data.csv"),
  ("stats data.csv score", "stats DB=data.csv ENTITY=data ATTRIBUTE=score"),
  ("stats data.csv data score", "stats DB=data.csv ENTITY=data ATTRIBUTE=score"),
  ("query zoo.db Sample", "query DB=zoo.db ENTITY=Sample"),
  ("stats zoo.db", "stats DB=zoo.db"),
]

@Test("an argument may follow from the first", arguments: followingLines)
func followingIsTaken(line: String, expected: String) throws {
  let preset = PresetArgument(following: { first, next in
    first == "data.csv" && next != "data" ? "data" : nil
  })
  #expect(summary(try toolWithOption.parse(words(line), preset: preset)) == expected)
}

/// Lines that are refused, with all that is printed then.
private let refusals = """
  $
  expected a command, found nothing
  see 'flagdb --help'

  $ -v
  expected a command, found nothing
  see 'flagdb --help'

  $ qurey zoo.db
  'qurey' is not a command of flagdb
  did you mean 'query'?
  see 'flagdb --help'

  $ xyzzy --help
  'xyzzy' is not a command of flagdb
  see 'flagdb --help'

  $ --vresion
  '--vresion' is not an option of flagdb
  did you mean '--version'?
  see 'flagdb --help'

  $ zoo.db query Sample
  unexpected argument 'Sample'
  put the command first: 'flagdb query …'
  see 'flagdb repl --help'

  $ query zoo.db
  expected ENTITY, found nothing
  see 'flagdb query --help'

  $ query zoo.db A B
  unexpected argument 'B'
  see 'flagdb query --help'

  $ query a b --fromat=csv
  '--fromat' is not an option of 'query'
  did you mean '--format'?
  see 'flagdb query --help'

  $ query a b --lim 5
  '--lim' is not an option of 'query'
  did you mean '--limit'?
  see 'flagdb query --help'

  $ query a b --ver
  '--ver' is not an option of 'query'
  did you mean '--verbose' or '--version'?
  see 'flagdb query --help'

  $ delete a b --sort c
  '--sort' is not an option of 'delete'
  'query' has --sort
  see 'flagdb delete --help'

  $ stats a --has H
  '--has' is not an option of 'stats'
  'query' and 'delete' have --has
  see 'flagdb stats --help'

  $ query a b -format csv
  '-format' is not an option of 'query'
  did you mean '--format'?
  see 'flagdb query --help'

  $ query a b -cx
  '-x' is not an option of 'query'
  see 'flagdb query --help'

  $ query a b -5x
  '-5x' is not an option of 'query'
  see 'flagdb query --help'

  $ query a b –has H
  '–has' is not an option of 'query'
  did you mean '--has'?
  see 'flagdb query --help'

  $ query a b --limit
  '--limit' expects N, found nothing
  see 'flagdb query --help'

  $ query a b -co
  '-o' expects FILE, found nothing
  see 'flagdb query --help'

  $ query a b --null --count
  '--null' expects TEXT, found option '--count'
  if that is the value, write '--null=--count'
  see 'flagdb query --help'

  $ query a b --null -- c
  '--null' expects TEXT, found '--'
  if that is the value, write '--null=--'
  see 'flagdb query --help'

  $ query a b --count=3
  '--count' takes no value, found '3'
  see 'flagdb query --help'

  $ query a b -c=3
  '-c' takes no value, found '3'
  see 'flagdb query --help'

  $ query a b --limit 1 -l 2
  '-l' is given twice
  see 'flagdb query --help'

  $ query a b -cc
  '-c' is given twice
  see 'flagdb query --help'

  $ query a b --format cvs
  '--format' expects one of table, csv, json, found 'cvs'
  did you mean 'csv'?
  see 'flagdb query --help'

  $ query a b --format=
  '--format' expects one of table, csv, json, found ''
  see 'flagdb query --help'

  $ query a b --=5
  expected the name of an option, found '--=5'
  see 'flagdb query --help'

  $ completions
  'completions' expects one of bash, zsh, fish, found nothing
  see 'flagdb completions --help'

  $ completions zhs
  SHELL expects one of bash, zsh, fish, found 'zhs'
  did you mean 'zsh'?
  see 'flagdb completions --help'

  $ define zoo.db
  'define' expects one of flags, attribute, found nothing
  see 'flagdb define --help'

  $ define zoo.db flag A B
  'define' expects one of flags, attribute, found 'flag'
  did you mean 'flags'?
  see 'flagdb define --help'

  $ define zoo.db flags A
  expected FLAG, found nothing
  see 'flagdb define --help'
  """

@Test(arguments: refusals.split(separator: "\n\n").map(String.init))
func lineIsRefused(transcript: String) throws {
  let lines = transcript.split(separator: "\n").map(String.init)
  let error = #expect(throws: UsageError.self) { try sample.parse(words(lines[0].dropFirst())) }
  #expect(error.map(report) == Array(lines.dropFirst()))
}

/// To Swift's own ==, the Kelvin sign is a K, and = with a stroke over it is no =.
@Test func bytesDecide() {
  let kelvin = #expect(throws: UsageError.self) { try sample.parse(["query", "-\u{212A}"]) }
  #expect(kelvin?.problem == .unknownOption("-\u{212A}", near: [], ofCommands: []))
  let stroke = #expect(throws: UsageError.self) { try sample.parse(["query", "--sql=\u{338}"]) }
  #expect(stroke?.problem == .unexpectedValue(option: "--sql", value: "\u{338}"))
}

@Test func longWordsAreCut() throws {
  let long = String(repeating: "x", count: 100_000)
  for line in [
    [long], ["query", "--" + long], ["query", "a", "b", long],
    ["query", "a" + "\u{301}" + long, "b", "--null=", "-" + long],
  ] {
    let error = #expect(throws: UsageError.self) { try sample.parse(line) }
    #expect(error.map { $0.message.utf8.count < 160 && $0.message.contains("…") } == true)
  }
  let marks = "e" + String(repeating: "\u{301}", count: 100_000)
  let error = #expect(throws: UsageError.self) { try sample.parse([marks]) }
  #expect(error.map { $0.message.utf8.count < 250 } == true)
}

@Test func parserSurvivesAnyWords() {
  let pieces = [
    "", "-", "--", "---", "=", "--=", "-=", "query", "zoo.db", "--has", "-o", "-ch", "\u{301}",
    "--\u{301}", "\u{0}", "–", "-–", "--limit=", "-5", "define", "flags", "help",
  ]
  var dice = Dice(seed: 7)
  for _ in 0..<5_000 {
    let line = (0..<Int.random(in: 0...6, using: &dice)).map { _ in
      (pieces.randomElement(using: &dice) ?? "")
        + (Bool.random(using: &dice) ? "" : pieces.randomElement(using: &dice) ?? "")
    }
    let request = try? sample.parse(line)
    let unfinished = sample.parseUnfinished(line)
    if case .run(let call)? = request { #expect(unfinished == call, "\(line)") }
  }
}

@Test(arguments: [
  ("query zoo.db Sample --has HRM,P", "HRM,P", "query DB=zoo.db ENTITY=Sample"),
  (
    "query zoo.db Sample --wrong --limit 5 --limit 6 --where x", "x",
    "query DB=zoo.db ENTITY=Sample | limit=5"
  ),
  ("define zoo.db attribute Sam", "Sam", "define (attribute) DB=zoo.db"),
  ("define zoo.db attr", "attr", "define DB=zoo.db"),
  ("zoo Sam", "Sam", "repl DB=zoo"),
  ("Sam", "Sam", nil),
])
func unfinishedLineIsUnderstood(line: String, typed: String, before: String?) throws {
  let place = sample.completionPlace(after: words(line).dropLast(), typed: typed)
  #expect(place.typed == typed)
  #expect(place.line.map { summary(.run($0)) } == before)
}
