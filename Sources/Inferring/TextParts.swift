/// The parts of the texts of a column that agree best with some bit: one to three words anywhere or at the beginning,
/// and the ends of file names.
struct TextParts {
  struct Part {
    let text: String
    let test: Test
    let records: RecordSet
  }

  enum Test: String {
    case contains
    case beginswith
    case endswith
  }

  private struct Key: Hashable {
    let text: Substring
    let test: Test
  }

  private let texts: [String?]
  private let trial: Trial
  private let halves: Halves
  /// The records with each part, as far as words show it.
  private var places: [Key: [Int]] = [:]

  init(of texts: [String?], in trial: Trial, _ halves: Halves) {
    self.texts = texts
    self.trial = trial
    self.halves = halves
    let words = texts.map { text in text.map(Self.words) ?? [] }
    var frequent: Set<Substring> = []
    for length in 1...Self.mostWords {
      frequent = addGroups(of: length, words, frequent)
    }
    addEnds()
  }

  private static let mostWords = 3
  private static let mostWordsOfText = 500
  private static let shortest = 3
  private static let longestEnd = 8
  private static let partsOfBit = 5

  /// The number of parts that were compared with the bits.
  var count: Int { places.count }

  private var least: Int { max(5, trial.count / 500) }

  // MARK: Groups of words

  /// Adds groups of consecutive words, of which a shorter group is frequent. Returns the frequent ones.
  private mutating func addGroups(
    of length: Int, _ words: [[Substring]], _ shorter: Set<Substring>
  ) -> Set<Substring> {
    var groups: [Substring: [Int]] = [:]
    var beginnings: [Substring: [Int]] = [:]
    for (record, words) in words.enumerated() where words.count >= length {
      guard let text = texts[record] else { continue }
      var seen: Set<Substring> = []
      for start in 0...words.count - length {
        guard let group = Self.group(words[start..<start + length], of: text, shorter) else {
          continue
        }
        if start == 0, words[0].startIndex == text.startIndex {
          beginnings[group, default: []].append(record)
        }
        if seen.insert(group).inserted { groups[group, default: []].append(record) }
      }
    }
    groups = groups.filter { $0.value.count >= least }
    for (group, records) in groups where group.utf8.count >= Self.shortest {
      places[Key(text: group, test: .contains)] = records
    }
    for (group, records) in beginnings where records.count >= least {
      places[Key(text: group, test: .beginswith)] = records
    }
    return Set(groups.keys)
  }

  /// The text of some words with one blank between them; nil if it cannot be frequent.
  private static func group(
    _ words: ArraySlice<Substring>, of text: String, _ shorter: Set<Substring>
  ) -> Substring? {
    guard let first = words.first, let last = words.last else { return nil }
    if words.count == 1 { return first }
    for (word, next) in zip(words, words.dropFirst()) {
      guard text[word.endIndex] == " ", text.index(after: word.endIndex) == next.startIndex else {
        return nil
      }
    }
    let before = text[first.startIndex..<words[words.endIndex - 2].endIndex]
    let after = text[words[words.startIndex + 1].startIndex..<last.endIndex]
    guard shorter.contains(before), shorter.contains(after) else { return nil }
    return text[first.startIndex..<last.endIndex]
  }

  /// Runs of letters and digits, with hyphens and apostrophes between them.
  private static func words(of text: String) -> [Substring] {
    let words = text.split { character in
      !(character.isLetter || character.isNumber || character == "-" || character == "'")
    }
    return Array(words.prefix(mostWordsOfText))
  }

  private mutating func addEnds() {
    var ends: [Substring: [Int]] = [:]
    for (record, text) in texts.enumerated() {
      guard let text, let point = text.lastIndex(of: "."), point > text.startIndex else { continue }
      let end = text[point...]
      if (2...Self.longestEnd).contains(end.utf8.count) { ends[end, default: []].append(record) }
    }
    for (end, records) in ends where records.count >= least {
      places[Key(text: end, test: .endswith)] = records
    }
  }

  // MARK: The best parts

  /// The parts that agree best with a bit, on the half of the records that selects statements.
  var best: [Part] {
    var best = trial.bits.map { _ in BestKeys(most: Self.partsOfBit) }
    for (key, records) in places {
      let (statement, both) = halves.counts(of: records)
      for index in trial.bits.indices {
        let agreement = Agreement(
          all: halves.firstCount, bit: halves.firstCounts[index], statement: statement,
          both: both[index])
        best[index].add(key, abs(agreement.phi))
      }
    }
    let bytes = texts.map { Array(($0 ?? "").utf8) }
    var keys: Set<Key> = []
    for bitKeys in best {
      for (key, _) in bitKeys.keys { keys.insert(key) }
    }
    return keys.sorted(by: Self.areInOrder).map { key in
      Part(text: String(key.text), test: key.test, records: records(with: key, bytes))
    }
  }

  private static func areInOrder(_ left: Key, _ right: Key) -> Bool {
    if left.text != right.text { return left.text < right.text }
    return left.test.rawValue < right.test.rawValue
  }

  /// The best few parts for a bit. Of equal ones, it keeps the shorter and then the first one.
  private struct BestKeys {
    let most: Int
    private(set) var keys: [(key: Key, score: Double)] = []

    mutating func add(_ key: Key, _ score: Double) {
      if keys.count == most, let last = keys.last, score < last.score { return }
      keys.append((key, score))
      keys.sort { left, right in
        if left.score != right.score { return left.score > right.score }
        let (leftLength, rightLength) = (left.key.text.utf8.count, right.key.text.utf8.count)
        if leftLength != rightLength { return leftLength < rightLength }
        return TextParts.areInOrder(left.key, right.key)
      }
      if keys.count > most { keys.removeLast() }
    }
  }

  /// The records that a predicate finds. It also finds a word within a longer one.
  private func records(with key: Key, _ texts: [[UInt8]]) -> RecordSet {
    let part = Array(key.text.utf8)
    var records = RecordSet(of: trial.count)
    for (record, text) in texts.enumerated() {
      let isThere =
        switch key.test {
        case .contains: text.contains(part)
        case .beginswith: text.starts(with: part)
        case .endswith: text.suffix(part.count).elementsEqual(part)
        }
      if isThere { records.insert(record) }
    }
    return records
  }
}

extension [UInt8] {
  /// True if some consecutive bytes equal the others.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return false }
    for start in 0...count - part.count where self[start] == first {
      if self[start..<start + part.count].elementsEqual(part) { return true }
    }
    return false
  }
}
