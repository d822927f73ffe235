package import FlagModel

/// The comments of a model text that document nothing, such as those after `//`. A schema does
/// not contain them. Each belongs to the declaration below it, or before it on its line.
package struct SourceComments: Sendable {
  private var leading: [Landmark: [Comment]] = [:]
  private var trailing: [Landmark: [Comment]] = [:]

  private struct Comment {
    let text: String
    /// True if an empty line is above it; below it.
    let isAfterGap: Bool
    let isBeforeGap: Bool

    var isDoc: Bool { text.hasPrefix("///") || text.hasPrefix("/**") }
  }

  /// Reads the comments of a text; none if the text cannot be parsed.
  ///
  /// - Parameter start: the offset from which comments are read.
  package init(in source: SourceText, from start: Int = 0) {
    var diagnostics = DiagnosticList()
    guard let file = SourceFile.prepare(source, &diagnostics) else { return }
    let landmarks = Landmark.all(in: file)
    let docs = file.looseDocs(above: Set(landmarks.filter(\.landmark.isEnd).map(\.offset)))
    let comments = (file.comments + docs).sorted { $0.range.lowerBound < $1.range.lowerBound }
    var next = 0
    for comment in comments where comment.range.lowerBound >= start {
      while landmarks[next].offset < comment.range.lowerBound { next += 1 }
      let text = file.source.text(comment.range)
      let isLeading =
        comment.startsLine || next == 0 || text.utf8.contains(where: Characters.isNewline)
      let index = if isLeading { next } else { next - 1 }
      let landmark = landmarks[index].landmark
      let kept = Comment(
        text: String(text.reversed().drop { $0.isWhitespace }.reversed()),
        isAfterGap: file.source.newlines(before: comment.range.lowerBound) > 1,
        isBeforeGap: file.source.newlines(after: comment.range.upperBound) > 1)
      if isLeading {
        leading[landmark, default: []].append(kept)
      } else {
        trailing[landmark, default: []].append(kept)
      }
    }
    if let first = landmarks.first { keepHead(before: first.landmark) }
  }

  /// Comments above the first declaration belong to the whole text if an empty line follows.
  private mutating func keepHead(before first: Landmark) {
    guard let comments = leading[first], let last = comments.lastIndex(where: \.isBeforeGap) else {
      return
    }
    leading[.start] = Array(comments[...last])
    leading[first] = Array(comments[(last + 1)...])
  }

  /// Adds the comments to a printed model, at declarations that still exist.
  package func added(to text: String) -> String {
    var diagnostics = DiagnosticList()
    guard !leading.isEmpty || !trailing.isEmpty,
      let file = SourceFile.prepare(SourceText(text), &diagnostics)
    else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
    let places = Landmark.lines(of: file)
    let marked = Set(places.map(\.line))
    var before = [Int: [Comment]]()
    var behind = [Int: [Comment]]()
    for (line, landmark) in places {
      let start = lines.start(ofDeclarationAt: line, marked)
      before[start, default: []] += leading[landmark] ?? []
      behind[line, default: []] += trailing[landmark] ?? []
    }
    var written = CommentedLines()
    written.add(leading[.start] ?? [], above: "")
    for (number, line) in lines.enumerated() {
      written.add(before[number] ?? [], above: line)
      written.add(([line] + (behind[number] ?? []).map(\.text)).joined(separator: " "))
    }
    written.add(leading[.end("")] ?? [], above: "")
    return written.text
  }

  /// Lines of a text, into which comments are inserted.
  private struct CommentedLines {
    private(set) var text = ""
    private var last: String?

    mutating func add(_ line: String) {
      text += "\(line)\n"
      last = line
    }

    mutating func add(_ comments: [Comment], above line: String) {
      var indentation = line.prefix { $0 == " " }
      if line.hasSuffix("}"), !line.contains("{") { indentation += "  " }
      for comment in comments {
        if comment.isAfterGap { separate() }
        add("\(indentation)\(comment.text)")
      }
      guard let last = comments.last else { return }
      let wouldContinue = last.isDoc && line.drop { $0 == " " }.hasPrefix("///")
      if last.isBeforeGap || wouldContinue { separate() }
    }

    /// Adds an empty line, unless there is one or a body has just begun.
    private mutating func separate() {
      if let last, !last.isEmpty, !last.hasSuffix("{") { add("") }
    }
  }
}

/// A place that two texts of the same model have in common.
private enum Landmark: Hashable {
  case start
  case declaration(Name)
  /// The closing bracket of a type, or the end of the text.
  case end(Name)

  typealias Place = (offset: Int, landmark: Landmark)

  var isEnd: Bool { if case .end = self { true } else { false } }

  /// The landmarks of a text, in its order.
  static func all(in file: SourceFile) -> [Place] {
    var diagnostics = DiagnosticList()
    var places: [Place] = []
    add(Parser.parse(file, &diagnostics), in: nil, to: &places)
    places.sort { $0.offset < $1.offset }
    return places + [(Int.max, .end(""))]
  }

  /// The lines of the landmarks in a text; of two equal landmarks, the first.
  static func lines(of file: SourceFile) -> [(line: Int, landmark: Landmark)] {
    var (line, offset, seen) = (0, 0, Set<Landmark>())
    return all(in: file).dropLast().compactMap { place in
      line += file.source.utf8[offset..<place.offset].count { $0 == UInt8(ascii: "\n") }
      offset = place.offset
      if seen.insert(place.landmark).inserted { return (line, place.landmark) }
      return nil
    }
  }

  private static func add(_ members: [Declaration], in path: Name?, to places: inout [Place]) {
    func add(_ name: NameSyntax, _ typeName: Name? = nil) {
      let name = (name.place.range.lowerBound, typeName ?? name.value)
      places.append((name.0, .declaration(path.map { "\($0).\(name.1)" } ?? name.1)))
    }
    for member in members {
      switch member {
      case .alias(let alias): add(alias.name)
      case .property(let property): add(property.name)
      case .enumCase(let enumCase): add(enumCase.name)
      case .macro(let macro): add(macro.name, "#\(macro.name.value)")
      case .initialiser, .pattern, .accessor: break
      case .type(let type):
        let typeName = Name(path: type.path.map(\.value))
        add(type.name, typeName)
        let inside: Name = path.map { "\($0).\(typeName)" } ?? typeName
        self.add(type.members, in: inside, to: &places)
        places.append((type.end.range.lowerBound, .end(inside)))
      }
    }
  }
}

extension [String] {
  /// The first line of a declaration, including its documentation and attributes.
  fileprivate func start(ofDeclarationAt line: Int, _ marked: Set<Int>) -> Int {
    var start = line
    while start > 0, !marked.contains(start - 1) {
      let above = self[start - 1].drop { $0 == " " }
      guard above.hasPrefix("///") || above.hasPrefix("@") else { break }
      start -= 1
    }
    return start
  }
}

extension SourceText {
  /// The number of line breaks in the space before or after an offset.
  fileprivate func newlines(before offset: Int) -> Int {
    utf8[..<offset].reversed().prefix(while: Characters.isSpace).count { $0 == UInt8(ascii: "\n") }
  }

  fileprivate func newlines(after offset: Int) -> Int {
    utf8[offset...].prefix(while: Characters.isSpace).count { $0 == UInt8(ascii: "\n") }
  }
}
