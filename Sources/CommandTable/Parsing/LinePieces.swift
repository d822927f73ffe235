/// The parts of a command line that failed: the command, the options with their values, and the other arguments. It
/// accepts more than the parser, so that flagdb can suggest a repair.
package struct LinePieces: Sendable {
  /// A plain word, or an option with its value.
  package struct Piece: Hashable, Sendable {
    /// The long name of the option, or the typed name if the command does not have it. Nil for a plain word.
    package var option: String?
    /// The plain word, or the value of the option.
    package var value: String?
    /// True if the value must follow the option in the same word, as in `--sql=parameters`.
    package var isJoined = false

    package init(_ word: String) { value = word }

    package init(option: String, _ value: String? = nil) {
      self.option = option
      self.value = value
    }
  }

  package var command: String?
  package var pieces: [Piece] = []

  package init(_ words: [String], of tool: ToolDescription) {
    let index = LineSurvey(words, of: tool).firstWord
    let described = index.flatMap { tool.command(named: words[$0]) }
    command = described?.name
    var rest = words
    if let index, described != nil { rest.remove(at: index) }
    read(rest[...], tool.options(of: described))
  }

  private mutating func read(_ words: ArraySlice<String>, _ options: [OptionDescription]) {
    var words = words
    while let word = words.popFirst() {
      switch LineWord(word) {
      case .plain: pieces.append(Piece(word))
      case .separator:
        pieces += words.map { Piece($0) }
        return
      case .long(let name, let joined):
        let option = options.first { $0.isNamed(name) }
        let value =
          if option?.takesNextWord == true && joined == nil { words.popFirst() } else { joined }
        var piece = Piece(option: option?.name ?? name, value)
        piece.isJoined = option?.value?.isOptional ?? false
        pieces.append(piece)
      case .short(let letters): readShort(letters, &words, options)
      }
    }
  }

  private mutating func readShort(
    _ letters: String, _ words: inout ArraySlice<String>, _ options: [OptionDescription]
  ) {
    var rest = letters.unicodeScalars[...]
    while let letter = rest.popFirst() {
      guard let option = options.first(where: { $0.isShort(letter) }) else {
        pieces.append(Piece(option: String(letter)))
        continue
      }
      guard option.takesNextWord else {
        pieces.append(Piece(option: option.name))
        continue
      }
      if rest.first == "=" { rest.removeFirst() }
      let value: String? = if rest.isEmpty { words.popFirst() } else { String(rest) }
      pieces.append(Piece(option: option.name, value))
      return
    }
  }

  /// True if both have the same command, words and options, whatever the options' positions are.
  package func isSame(as other: LinePieces) -> Bool {
    let options = pieces.filter { $0.option != nil }
    let others = other.pieces.filter { $0.option != nil }
    return command == other.command && plain == other.plain && options == others
  }

  /// The plain words, without the command.
  package var plain: [String] { pieces.filter { $0.option == nil }.compactMap(\.value) }

  /// Replaces the plain words from an index on. Options stay.
  package mutating func replacePlain(from start: Int, with words: [String]) {
    var count = 0
    var kept: [Piece] = []
    for piece in pieces {
      if piece.option == nil { count += 1 }
      if piece.option != nil || count <= start { kept.append(piece) }
    }
    let end = kept.lastIndex { $0.option == nil }.map { $0 + 1 } ?? 0
    kept.insert(contentsOf: words.map { Piece($0) }, at: end)
    pieces = kept
  }

  /// The command line without the tool's name.
  package var words: [String] {
    var words: [String] = []
    if let command { words.append(command) }
    for piece in pieces {
      if let option = piece.option {
        let name = if option.unicodeScalars.count == 1 { "-\(option)" } else { "--\(option)" }
        if let value = piece.value, piece.isJoined || value.hasPrefix("--") {
          words.append("\(name)=\(value)")
          continue
        }
        words.append(name)
      }
      if let value = piece.value { words.append(value) }
    }
    return words
  }
}
