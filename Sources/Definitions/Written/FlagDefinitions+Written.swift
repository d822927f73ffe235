package import FlagModel
import ModelText

extension FlagDefinitions {
  /// The reasons why flag sets of a Swift source are missing among the written sets.
  package var problemsOfSets: [Diagnostic] { swift?.readWithoutWideFlags().diagnostics ?? [] }

  /// The flag sets of the source itself, as it spells them, and the enums with a few different bits, which are flags
  /// only if another file says so. The values are calculated without a compiler.
  package var written: (sets: [WrittenSet], enumsOfFewBits: [WrittenSet]) {
    if let swift {
      let (sets, wide, _) = swift.readWithoutWideFlags()
      return (SwiftSpelling(source).sets(sets, wide), [])
    }
    let groups = writtenGroups
    let others = groups.filter { !$0.areFlags && $0.set.isEnumOfBits }.map(\.set)
    return (groups.filter(\.areFlags).map(\.set), others)
  }

  /// The groups of constants in another language than Swift, and true for those that are flags.
  var writtenGroups: [(set: WrittenSet, areFlags: Bool)] {
    var spelling = SourceSpelling(sourceList, language)
    var seen: Set<Name> = []
    var written: [(set: WrittenSet, areFlags: Bool)] = []
    for group in groups where group.isListed {
      let numbers = group.members().compactMap { try? $0.value.get() }
      let set = self.written(group, &spelling)
      let areFlags =
        group.areFlags && !numbers.isEmpty || FamilyFinder.areFlags(numbers)
        || FamilyFinder.areFlags(set.members.compactMap(\.probableNumber))
      if areFlags, !seen.insert(group.name).inserted { continue }
      written.append((set, areFlags))
    }
    return written
  }

  private func written(_ group: DefinedGroup, _ spelling: inout SourceSpelling) -> WrittenSet {
    let members = group.members()
    let fields = FieldFinder(language.isPreprocessed ? members : [])
    let others = if language.isPreprocessed { fields.others } else { members }
    let mask = (group.fields + fields.fields).reduce(UInt64(0)) { $0 | $1.mask }
    return WrittenSet(
      group.name, group.origin, language, rawType: group.rawType,
      at: group.place.map(sourceList.place), members: others.map { spelling.member($0) },
      fieldMask: mask)
  }

  /// The sets with these names that are not among the written sets, because they have too few flags.
  /// Members that a written set has do not belong to them.
  package func smallSets(named names: [Name], beside sets: [WrittenSet]) -> [WrittenSet] {
    guard swift == nil else { return [] }
    let wanted = names.filter { name in !sets.contains { $0.name == name } }
    let taken = Set(sets.flatMap { $0.members.map(\.name) })
    var spelling = SourceSpelling(sourceList, language)
    var small: [WrittenSet] = []
    for name in wanted {
      guard let group = smallGroup(named: name) else { continue }
      let members = written(group, &spelling).members.filter { !taken.contains($0.name) }
      if members.isEmpty { continue }
      small.append(
        WrittenSet(
          name, group.origin, language, rawType: group.rawType,
          at: group.place.map(sourceList.place), members: members))
    }
    return small
  }
}

extension WrittenSet {
  /// True for an enum whose values are different bits, at least two.
  fileprivate var isEnumOfBits: Bool {
    let bits = members.compactMap(\.bits).filter { $0 != 0 }
    return origin == .enumeration && bits.count > 1 && Set(bits).count == bits.count
      && bits.allSatisfy { $0.nonzeroBitCount == 1 }
  }
}

extension WrittenMember {
  /// The number; for `0x16` and `0x32` that of the digits, which decimal bits with a prefix have, and
  /// for `3 << 0` that of the third bit.
  fileprivate var probableNumber: Number? {
    if case .shift(let base, 0) = spelling, (1...64).contains(base) {
      return Number(1 << Int128(base - 1))
    }
    guard case .number(let digits, 16) = spelling, let decimal = Int128(digits), decimal > 8,
      decimal.nonzeroBitCount == 1
    else { return value.map { Number($0) } }
    return Number(decimal)
  }
}

extension DefinedGroup {
  fileprivate var origin: WrittenSet.Origin {
    if isFamily { return .prefix }
    if areFlags { return .flags }
    return .enumeration
  }
}

/// Finds the spelling of values in the files of a reading.
private struct SourceSpelling {
  private let sourceList: SourceList
  private let language: DefinitionLanguage
  private var files: [Int32: [Token]] = [:]

  init(_ sourceList: SourceList, _ language: DefinitionLanguage) {
    self.sourceList = sourceList
    self.language = language
  }

  mutating func member(_ member: DefinedMember) -> WrittenMember {
    let number = try? member.value.get()
    var excess: String?
    if case .failure(let reason) = member.value, reason.exceedsType { excess = reason.message }
    let value = spelled(at: member.place) ?? expression(of: member)
    return WrittenMember(
      member.name, value: number?.value, type: number?.type, excess: excess,
      at: sourceList.place(member.place), spelling: value?.spelling(of: number?.value) ?? .next,
      valuePlace: value?.range.map {
        SourcePlace(sourceList.sources[Int(member.place.file)], $0)
      }, comment: member.comment?.text)
  }

  /// The value of a pair or an argument, which does not follow the name and `=`. The tokens of a macro
  /// are those of other places, and so is the shift of a constructor, which stands below its arguments.
  private func expression(of member: DefinedMember) -> SpelledValue? {
    guard !language.isPreprocessed, let tokens = member.expression, let first = tokens.first,
      let last = tokens.last, first.place.file == member.place.file,
      first.place.start <= last.place.start
    else { return nil }
    return SpelledValue(tokens, language)
  }

  private mutating func spelled(at place: TokenPlace) -> SpelledValue? {
    let tokens = tokens(of: place.file)
    // The tokens are sorted by their places.
    let index = partition(tokens.count) { tokens[$0].place.start >= place.start }
    guard index < tokens.count else { return nil }
    let value = SpelledValue(after: index, in: tokens, language)
    return value.tokens.isEmpty ? nil : value
  }

  private mutating func tokens(of file: Int32) -> [Token] {
    if let cached = files[file] { return cached }
    let source = sourceList.sources[Int(file)]
    let tokens = Tokenizer.read(source.utf8, file: Int(file), language).tokens
    files[file] = tokens
    return tokens
  }
}

/// Finds the members of flag sets in a Swift source.
struct SwiftSpelling {
  let source: SourceText
  let tokens: [Token]
  let closers: [Int32]

  init(_ source: SourceText) {
    self.source = source
    tokens = Tokenizer.read(source.utf8, file: 0, .swift).tokens
    closers = Brackets.closers(of: tokens)
  }

  func sets(_ sets: [FlagSet], _ wide: [WideFlag]) -> [WrittenSet] {
    sets.map { set in
      let bodies = bodies(of: set.name)
      let wide = wide.filter { $0.set == set.name }
      return WrittenSet(
        set.name, .flags, .swift, rawType: set.rawType,
        at: bodies.first.map { SourcePlace(source, tokens[$0.name].place.range) },
        members: members(of: set, wide, in: bodies.map(\.braces)), fieldMask: set.fieldMask)
    }
  }

  /// The braces after `struct Name` and `extension Name`, and the index of the name.
  private func bodies(of name: Name) -> [(name: Int, braces: Range<Int>)] {
    let last = name.parts.last ?? name
    let heads = tokens.indices.dropLast().filter {
      (tokens[$0].isWord("struct") || tokens[$0].isWord("extension"))
        && tokens[$0 + 1].kind == .identifier
    }
    return heads.compactMap { head in
      guard let open = tokens[head...].firstIndex(where: { $0.isSymbol("{") }),
        let word = tokens[head + 1..<open].prefix(while: { !$0.isSymbol(":") }).lastIndex(where: {
          $0.isWord(last)
        })
      else { return nil }
      return (word, open..<min(Int(closers[open]), tokens.count))
    }
  }

  /// The members in the order of the source.
  private func members(
    of set: FlagSet, _ wide: [WideFlag], in bodies: [Range<Int>]
  ) -> [WrittenMember] {
    let tooWide = wide.map { member($0.name, value: nil, excess: $0.reason, in: bodies) }
    let fitting = (set.flags + set.combinations).map { flag in
      let isSigned = set.rawType.isSigned
      let stored = if isSigned { Int128(set.stored(flag.mask)) } else { Int128(flag.mask) }
      return member(
        flag.name, value: stored, type: set.rawType, bits: Int128(flag.mask),
        comment: flag.summary, in: bodies)
    }
    return (fitting + tooWide).sorted { $0.place < $1.place }.map(\.member)
  }

  /// A member, and the index of its name; the greatest index if the name is not written.
  private func member(
    _ name: Name, value: Int128?, type: IntegerType? = nil, excess: String? = nil,
    bits: Int128? = nil, comment: String? = nil, in bodies: [Range<Int>]
  ) -> (place: Int, member: WrittenMember) {
    guard let index = bodies.lazy.compactMap({ place(of: name, in: $0) }).first else {
      return (.max, WrittenMember(name, value: value, type: type, excess: excess))
    }
    let spelled = SpelledValue(after: index, in: tokens, .swift)
    let member = WrittenMember(
      name, value: value, type: type, excess: excess,
      at: SourcePlace(source, tokens[index].place.range), spelling: spelled.spelling(of: bits),
      valuePlace: spelled.range.map { SourcePlace(source, $0) }, comment: comment)
    return (index, member)
  }

  /// The index of the name in `static let NAME` or `case NAME`.
  private func place(of name: Name, in body: Range<Int>) -> Int? {
    body.dropFirst().first { index in
      tokens[index].isWord(name) && index > 0
        && ["let", "var", "case", ","].contains(tokens[index - 1].text)
    }
  }
}
