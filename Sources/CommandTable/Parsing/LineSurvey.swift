/// Finds the command in a command line, and requests for help or the version, which take precedence
/// over errors.
///
/// Options can precede the command. So an option name must take a value in all commands or in none.
struct LineSurvey {
  /// The index of the first word that is neither an option nor its value.
  private(set) var firstWord: Int?
  /// The requested help; the long one if both are requested.
  private(set) var help: HelpLength?
  private(set) var asksForVersion = false
  /// The long one if the line has `--verbose`.
  private(set) var lengthOfVersion = HelpLength.short
  /// The long names of the line's options with a value.
  private(set) var valuedOptions: [String] = []

  init(_ words: [String], of tool: ToolDescription) {
    let options = tool.commands.flatMap(\.options) + tool.globalOptions
    var index = 0
    while index < words.count {
      switch LineWord(words[index]) {
      case .plain:
        firstWord = firstWord ?? index
      case .separator:
        if firstWord == nil, index + 1 < words.count { firstWord = index + 1 }
        return
      case .long(let name, nil) where OptionDescription.help.isNamed(name):
        help = .whole
      case .long(let name, nil) where OptionDescription.version.isNamed(name):
        asksForVersion = true
      case .long(let name, nil) where name.isSame(as: Self.verbose):
        lengthOfVersion = .whole
      case .long(let name, let value):
        if let option = options.first(where: { $0.takesNextWord && $0.isNamed(name) }) {
          valuedOptions.append(option.name)
          if value == nil { index += Self.wordsOfValue(after: index, in: words) }
        }
      case .short(let letters):
        surveyShort(letters, options, words, &index)
      }
      index += 1
    }
  }

  private mutating func surveyShort(
    _ letters: String, _ options: [OptionDescription], _ words: [String], _ index: inout Int
  ) {
    if letters.isSame(as: "h") { help = help ?? .short }
    if letters.isSame(as: "V") { asksForVersion = true }
    var rest = letters.unicodeScalars[...]
    while let letter = rest.popFirst() {
      if options.contains(where: { $0.name.isSame(as: Self.verbose) && $0.isShort(letter) }) {
        lengthOfVersion = .whole
      }
      guard let option = options.first(where: { $0.takesNextWord && $0.isShort(letter) }) else {
        continue
      }
      valuedOptions.append(option.name)
      if rest.isEmpty { index += Self.wordsOfValue(after: index, in: words) }
      return
    }
  }

  /// The option of a tool that asks for details.
  private static let verbose = "verbose"

  /// 1 for an option's value; 0 if the next word requests help or ends the options.
  private static func wordsOfValue(after index: Int, in words: [String]) -> Int {
    guard index + 1 < words.count else { return 0 }
    if ["--", "--help"].contains(where: { $0.isSame(as: words[index + 1]) }) { return 0 }
    return 1
  }
}

extension OptionDescription {
  func isNamed(_ long: String) -> Bool { longNames.contains { $0.isSame(as: long) } }

  func isShort(_ letter: Unicode.Scalar) -> Bool {
    short?.unicodeScalars.elementsEqual(CollectionOfOne(letter)) ?? false
  }
}
