/// What a word may be that is being typed on a command's line.
public enum NextWord: Hashable, Sendable {
  /// It begins with a hyphen.
  case option([OptionDescription])
  /// An argument, or the value of an option.
  case value(Completion)
  /// The keyword of a form.
  case keyword([CommandForm])
}

extension ToolDescription {
  /// What may be typed after some words of a command's line, without the command itself.
  public func nextWord(
    of command: CommandDescription, after words: [String], typed: String
  ) -> NextWord {
    let options = options(of: command)
    var plainWords: [String] = []
    var awaiting: OptionDescription?
    var isAfterSeparator = false
    for word in words {
      if awaiting != nil {
        awaiting = nil
      } else if isAfterSeparator {
        plainWords.append(word)
      } else {
        switch LineWord(word) {
        case .plain: plainWords.append(word)
        case .separator: isAfterSeparator = true
        case .long(let name, nil):
          awaiting = options.first { $0.value != nil && $0.isNamed(name) }
        case .long: break
        case .short(let letters):
          let last = letters.unicodeScalars.last
          awaiting = options.first { option in
            option.value != nil && last.map { option.isShort($0) } ?? false
          }
        }
      }
    }
    if let value = awaiting?.value { return .value(value.completion) }
    if typed.utf8.first == UInt8(ascii: "-"), !isAfterSeparator { return .option(options) }
    return argument(of: command, after: plainWords)
  }

  private func argument(of command: CommandDescription, after words: [String]) -> NextWord {
    var arguments = command.arguments
    if !command.forms.isEmpty, words.count >= arguments.count {
      guard words.count > arguments.count else { return .keyword(command.forms) }
      let keyword = words[arguments.count]
      let form = command.forms.first { $0.keyword.isSame(as: keyword) }
      let place = words.count - arguments.count - 1
      arguments = form?.arguments ?? []
      return .value(completion(of: arguments, at: place))
    }
    return .value(completion(of: arguments, at: words.count))
  }

  private func completion(of arguments: [ArgumentDescription], at place: Int) -> Completion {
    if arguments.indices.contains(place) { return arguments[place].completion }
    return arguments.last.flatMap { $0.isRepeating ? $0.completion : nil } ?? .none
  }
}
