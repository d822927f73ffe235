import PlainText

extension String {
  /// Removes comments from a session line: after `# `, and after `-- ` unless that is an operator.
  /// At the start of a line no blank need follow.
  func withoutComments(hyphens: Bool = true) -> String {
    var kept: [UInt8] = []
    passComments(hyphens) { byte, _ in kept.append(byte) }
    return String(decoding: kept, as: UTF8.self)
  }

  /// True if a text within quotes goes on in the next line.
  var hasTextOfSeveralLines: Bool {
    var isFound = false
    passComments(true) { byte, isInText in
      if isInText, byte == UInt8(ascii: "\n") { isFound = true }
    }
    return isFound
  }

  /// Calls the body with each byte that is not of a comment.
  private func passComments(_ hyphens: Bool, _ body: (_ byte: UInt8, _ isInText: Bool) -> Void) {
    var quote: UInt8?
    var isEscaped = false
    var isPassing = false
    let bytes = Array(utf8)
    for (index, byte) in bytes.enumerated() {
      let isLineEnd = byte == UInt8(ascii: "\n")
      if isPassing, !isLineEnd { continue }
      isPassing = false
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\"), open != UInt8(ascii: "`") {
          isEscaped = true
        } else if byte == open {
          quote = nil
        }
      } else if "'\"`".utf8.contains(byte) {
        quote = byte
      } else if bytes.beginsComment(at: index, hyphens) {
        isPassing = true
        continue
      }
      body(byte, quote != nil)
    }
  }
}

extension [UInt8] {
  fileprivate func beginsComment(at index: Int, _ hyphens: Bool) -> Bool {
    func isBlank(_ place: Int) -> Bool { !indices.contains(place) || self[place] <= 0x20 }
    guard isBlank(index - 1) else { return false }
    switch self[index] {
    case UInt8(ascii: "#"):
      // `#count` is a name.
      return isBlank(index + 1) || startsLine(index) && !isWordByte(self[index + 1])
    case UInt8(ascii: "-") where hyphens:
      guard index + 1 < count, self[index + 1] == UInt8(ascii: "-") else { return false }
      return isBlank(index + 2) || startsLine(index)
    default: return false
    }
  }

  private func startsLine(_ index: Int) -> Bool {
    self[..<index].reversed().first { $0 != 0x20 && $0 != 0x09 } ?? 0x0A == 0x0A
  }
}
