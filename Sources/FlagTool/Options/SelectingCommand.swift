/// A command whose records are selected by options, and which takes values for variables in them.
protocol SelectingCommand: Command {
  var selection: SelectionOptions { get }
}
