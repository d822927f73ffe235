import FlagModel
import UserSQL

// Columns that contain yes or no, a URL, or one of a few texts.

extension ColumnFacts {
  // MARK: Yes or no

  var declaredBool: Guess? {
    guard declaredType.contains("BOOL"), values.areNumbers else { return nil }
    if values.areZerosAndOnes { return bool("it is declared \(declaredType)", .likely) }
    return bool(
      "it is declared \(declaredType), though it has other numbers than 0 and 1", .perhaps)
  }

  var namedBool: Guess? {
    guard words.isQuestion, values.areZerosAndOnes else { return nil }
    return bool("its name asks a question, and its values are 0 and 1", .likely)
  }

  var bool: Guess? {
    guard values.areZerosAndOnes, values.counts?.count == 2, values.count >= 10, !words.isNumber,
      !words.isTime, !words.mentionsChoice
    else { return nil }
    return bool("its values are 0 and 1", .perhaps)
  }

  private func bool(_ reason: String, _ certainty: Proposal.Certainty) -> Guess {
    Guess(type: .bool, stored: .anyNumber, reason: reason, certainty: certainty)
  }

  /// Two texts that mean yes and no. The column stays a text.
  var yesOrNo: Guess? {
    guard let pair = values.yesAndNo else { return nil }
    let texts = pair.map(\.text)
    return Guess(
      type: enumeration(texts.map(Value.text)),
      reason: "\(listedInQuotes(texts, "and")) mean yes and no", certainty: .perhaps)
  }

  // MARK: URLs

  var namedURL: Guess? {
    if words.isURL { return url("its name suggests a URL, and its texts are URLs", .likely) }
    return nil
  }

  var url: Guess? { url("its texts are URLs", .perhaps) }

  private func url(_ reason: String, _ certainty: Proposal.Certainty) -> Guess? {
    guard values.areTexts, values.areURLs, values.hasExamples else { return nil }
    return Guess(type: .url, reason: reason, certainty: certainty)
  }

  // MARK: Enums

  /// `CHECK (kind IN ('cat', 'dog'))`, if no record has another value.
  var checkedChoice: Guess? {
    let allowed = use.values
    guard !allowed.isEmpty, values.blobs == 0, values.reals == 0,
      values.distinct.map({ Set($0).isSubset(of: allowed) }) == true
    else { return nil }
    if Set(allowed) == Set<Value>([.integer(0), .integer(1)]) {
      return bool("its CHECK allows 0 and 1", .likely)
    }
    let isUniform = allowed.allSatisfy { $0.isText } || allowed.allSatisfy { !$0.isText }
    guard allowed.count > 1, isUniform else { return nil }
    return Guess(
      type: enumeration(allowed), reason: "its CHECK allows \(counted(allowed.count, "value"))",
      certainty: .likely)
  }

  var namedChoice: Guess? {
    guard words.isChoice, !words.isFreeText else { return nil }
    return choice("its name suggests a choice, and there are", .likely)
  }

  var choice: Guess? {
    if words.isNumber || words.isFreeText || words.isTime { return nil }
    return choice("there are only", .perhaps)
  }

  /// An enum of a few words, each of which occurs in several records.
  private func choice(_ reason: String, _ certainty: Proposal.Certainty) -> Guess? {
    guard values.areTexts, let counts = values.textCounts, (2...12).contains(counts.count),
      values.count >= 20, values.count >= 5 * counts.count,
      counts.keys.allSatisfy(\.isWord)
    else { return nil }
    let texts = counts.keys.sorted().map { Value.text($0.text) }
    return Guess(
      type: enumeration(texts), reason: "\(reason) \(texts.count) different texts",
      certainty: certainty)
  }

  private func enumeration(_ values: [Value]) -> AttributeType {
    let texts = values.map { value -> Name in
      switch value {
      case .text(let text): Name(text)
      case .integer(let number): number < 0 ? "minus\(number.magnitude)" : "value\(number)"
      case .null, .real, .blob: ""
      }
    }
    let cases = zip(chosenNames(for: texts, or: "case") { $0 }, values).map {
      Enumeration.Case(name: $0, rawValue: $1)
    }
    let isText = values.allSatisfy(\.isText)
    return .enumeration(
      Enumeration(name: typeName, rawType: isText ? .string : .integer(.int), cases: cases))
  }
}

extension ColumnValues {
  /// True if there are numbers, and all are 0 or 1.
  var areZerosAndOnes: Bool {
    areIntegers && counts?.keys.allSatisfy { $0 == 0 || $0 == 1 } == true
  }

  /// All distinct integers and texts, if there are few.
  var distinct: [Value]? {
    guard let counts, let textCounts else { return nil }
    return counts.keys.map(Value.integer) + textCounts.keys.map { .text($0.text) }
  }

  /// True if an example is not the empty text.
  var hasExamples: Bool { examples.contains { $0 != .text("") } }

  /// The texts for yes and for no, as stored.
  fileprivate var yesAndNo: [Name]? {
    guard areTexts, let textCounts, textCounts.count == 2 else { return nil }
    let texts = textCounts.keys.sorted()
    let words = Set(texts.map(\.lowercased))
    let pairs: [Set<Name>] = [
      ["true", "false"], ["yes", "no"], ["y", "n"], ["t", "f"], ["on", "off"],
    ]
    if pairs.contains(words) { return texts }
    return nil
  }
}

extension Value {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension Name {
  /// True for a short text that looks like a constant: no leading digit and no symbols.
  fileprivate var isWord: Bool {
    guard let first = utf8.first, utf8.count <= 32, first | 0x20 >= 0x61, first | 0x20 <= 0x7A
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || " _-./:".unicodeScalars.contains($0)
    }
  }
}
