package import PlainText

/// The names in imported files for parts of the model. They are in documentation comments, so that
/// the model stays valid Swift:
///
///     /// - In files: "first name", "firstname"
///     var firstName: String
///
/// See Documentation/Decisions/original-names-are-in-doc-comments.md.
package enum NamesInFiles {
  private static let mark = "- In files: "
  private static let passedOverMark = "- Passed over in files: "

  /// The documentation comment with the names in files.
  package static func summary(_ names: [Name]) -> String { mark + literals(names) }

  /// The documentation comment of an entity that ignores some columns of its files.
  package static func summary(passingOver names: [Name]) -> String {
    passedOverMark + literals(names)
  }

  private static func literals(_ names: [Name]) -> String {
    names.map { SwiftText.string($0.text) }.joined(separator: ", ")
  }

  /// The names in files from a documentation comment.
  static func names(in summary: String?) -> [Name] { names(after: mark, in: summary) }

  static func passedOver(in summary: String?) -> [Name] {
    names(after: passedOverMark, in: summary)
  }

  private static func names(after mark: String, in summary: String?) -> [Name] {
    guard let summary, summary.contains(mark) else { return [] }
    return summary.split(separator: "\n").flatMap { line -> [Name] in
      if line.utf8.starts(with: mark.utf8) {
        strings(in: line.dropFirst(mark.count)) ?? []
      } else {
        []
      }
    }
  }

  /// The comma-separated string literals of a line; nil if it contains anything else.
  private static func strings(in line: Substring) -> [Name]? {
    var rest = Array(line.utf8)[...]
    var names: [Name] = []
    while true {
      rest = rest.drop(while: Characters.isSpace)
      if rest.isEmpty { return names }
      guard let text = SwiftText.takeString(from: &rest) else { return nil }
      names.append(Name(text))
      rest = rest.drop(while: Characters.isSpace)
      guard rest.isEmpty || rest.popFirst() == UInt8(ascii: ",") else { return nil }
    }
  }
}

extension Entity {
  /// The columns of files that the entity ignores.
  package var passedOverInFiles: [Name] { NamesInFiles.passedOver(in: summary) }

  /// Each name in files with the property's own name. The parts of a struct have a name for every
  /// name of the struct.
  package var namesInFiles: [(inFiles: Name, name: Name)] {
    properties.flatMap { $0.namesInFiles(within: []) }
  }
}

extension Property {
  fileprivate func namesInFiles(within owners: [Name]) -> [(inFiles: Name, name: Name)] {
    let told = NamesInFiles.names(in: summary)
    let member = name.parts.last ?? name
    var paths: [Name] = []
    if owners.isEmpty {
      if !told.isEmpty { paths = [member] + told }
    } else {
      for word in [member] + told {
        for owner in owners { paths.append("\(owner).\(word)") }
      }
    }
    guard case .group(let group) = self else {
      return paths.filter { $0 != name }.map { ($0, name) }
    }
    let owners = if paths.isEmpty { [name] } else { paths }
    return group.properties.flatMap { $0.namesInFiles(within: owners) }
  }

  private var summary: String? {
    switch self {
    case .attribute(let attribute): attribute.summary
    case .group(let group): group.summary
    case .relationship(let relationship): relationship.summary
    }
  }
}

extension FlagSet {
  /// The mask of the flag or combination with a name, in the model or in files.
  package func mask(called name: Name) -> UInt64? { mask(named: name) ?? mask(inFiles: name) }

  /// The mask of the flag or combination with a name in files.
  func mask(inFiles name: Name) -> UInt64? {
    (flags + combinations).first { NamesInFiles.names(in: $0.summary).contains(name) }?.mask
  }

  /// All names of flags and combinations, in the model and in files.
  package var allNames: [Name] {
    (flags + combinations).flatMap { [$0.name] + NamesInFiles.names(in: $0.summary) }
  }

  /// The set whose flags have their names in files.
  package var calledAsInFiles: FlagSet {
    func called(_ flag: Flag) -> Flag {
      Flag(
        name: NamesInFiles.names(in: flag.summary).first ?? flag.name, mask: flag.mask,
        summary: flag.summary)
    }
    return FlagSet(
      name: name, rawType: rawType, flags: flags.map(called),
      combinations: combinations.map(called), fields: fields.map(\.calledAsInFiles),
      summary: summary)
  }
}

extension BitField {
  fileprivate var calledAsInFiles: BitField {
    BitField(
      name: name, bits: bits, declaredType: declaredType, type: type.calledAsInFiles,
      isOptional: isOptional, isInPlace: isInPlace, summary: summary)
  }
}

extension Enumeration {
  /// The raw value of the case with a name, in the model or in files. A text that is no Swift name
  /// is a raw value, and stands for the case with that raw value.
  package func rawValue(called name: Name) -> Value? {
    if let value = rawValue(of: name) ?? rawValue(inFiles: name) { return value }
    guard rawType == .string, !SwiftText.isPlain(name) else { return nil }
    return cases.first { $0.rawValue == .text(name.text) }?.rawValue
  }

  /// The raw value of the case with a name in files.
  func rawValue(inFiles name: Name) -> Value? {
    cases.first { NamesInFiles.names(in: $0.summary).contains(name) }?.rawValue
  }

  fileprivate var calledAsInFiles: Enumeration {
    let cases = cases.map {
      Case(
        name: NamesInFiles.names(in: $0.summary).first ?? $0.name, rawValue: $0.rawValue,
        summary: $0.summary)
    }
    return Enumeration(name: name, rawType: rawType, cases: cases, summary: summary)
  }
}

extension AttributeType {
  /// The type whose flags and cases have their names in files.
  package var calledAsInFiles: AttributeType {
    replacing(flags: \.calledAsInFiles, cases: \.calledAsInFiles)
  }
}
