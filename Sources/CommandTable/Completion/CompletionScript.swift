/// A shell whose completion scripts can be made.
package enum Shell: String, CommandChoice, Sendable {
  case bash
  case zsh
  case fish
}

extension ToolDescription {
  /// The completion script for a shell: a function that passes the line to the tool, as
  /// `CompletionCall` describes, and returns the answer to the shell.
  package func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashScript(name)
    case .zsh: zshScript(name)
    case .fish: fishScript(name)
    }
  }
}

extension String {
  /// A name as a part of a shell function's name.
  var replacingHyphens: String { replacing("-", with: "_") }
}
