import TestSupport
import Testing

@testable import CommandTable

@Test func sampleHasNoFaults() {
  #expect(sample.faults() == [])
}

private func option(_ name: String, _ change: (inout OptionDescription) -> Void = { _ in })
  -> CommandDescription
{
  var option = OptionDescription(name: name, help: "does something")
  change(&option)
  return CommandDescription(name: "odd", summary: "is odd", options: [option])
}

private func arguments(_ arguments: ArgumentDescription...) -> CommandDescription {
  CommandDescription(name: "odd", summary: "is odd", arguments: arguments)
}

@Test(arguments: [
  (CommandDescription(name: "add", summary: "adds"), "two commands are named 'add'"),
  (CommandDescription(name: "Odd", summary: "is odd"), "'Odd' is not a name for a command"),
  (
    CommandDescription(name: "odd", summary: "Is odd"),
    "the help of odd does not begin in lower case"
  ),
  (CommandDescription(name: "odd", summary: ""), "the help of odd does not begin in lower case"),
  (CommandDescription(name: "odd", summary: "is odd."), "the help of odd ends in a full stop"),
  (
    CommandDescription(name: "odd", summary: "is `odd"), "a backquote of odd is not closed: is `odd"
  ),
  (option("verbose"), "two options of odd are written '--verbose'"),
  (option("x") { $0.short = "V" }, "two options of odd are written '-V'"),
  (option("x") { $0.short = "xy" }, "'xy' of --x of odd is no short name"),
  (option("x") { $0.short = "5" }, "'-5' of --x of odd would be a negative number"),
  (option("-x"), "'-x' is not a name for an option"),
  (option("limit"), "'--limit' takes a value in one command and none in another"),
  (
    option("x") { $0.value = OptionValue(placeholder: "") },
    "the value of --x of odd has no placeholder"
  ),
  (
    option("x") { $0.value = OptionValue(placeholder: "X", completion: .choices([])) },
    "--x of odd has no choices"
  ),
  (
    option("x") { $0.value = OptionValue(placeholder: "X", completion: .choices(["a", "a"])) },
    "two choices of --x of odd are named 'a'"
  ),
  (
    option("x") { $0.value = OptionValue(placeholder: "X", completion: .asks("$(rm)")) },
    "'$(rm)' of --x of odd is no kind of completion"
  ),
  (
    option("x") { $0.value = OptionValue(placeholder: "X", completion: .file(extensions: ["*"])) },
    "'*' of --x of odd is no extension"
  ),
  (
    arguments(
      ArgumentDescription(name: "A", isRepeating: true, help: "many"),
      ArgumentDescription(name: "B", help: "one")),
    "A of odd repeats but is not last"
  ),
  (
    arguments(
      ArgumentDescription(name: "A", isOptional: true, help: "one"),
      ArgumentDescription(name: "B", help: "one")
    ),
    "B of odd is required after an optional argument"
  ),
])
func faultIsFound(command: CommandDescription, fault: String) {
  var tool = sample
  tool.commands.append(command)
  #expect(tool.faults() == [fault])
}

@Test func faultsOfTheToolAreFound() {
  var tool = sample
  tool.date = "2026-13-01"
  tool.defaultCommand = "none"
  tool.commands.removeAll { $0.isHidden }
  #expect(
    tool.faults() == [
      "the default command 'none' is not in the table",
      "completions ask 'complete', which is missing", "the date '2026-13-01' is not a date",
    ])
}
