import FlagModel
import SQLText
import TestSupport
import Testing

@testable import Completing
@testable import Predicates
@testable import Queries

/// The rules for the candidates at each place, whichever they are: the parser and the checker
/// accept them, and they are all that these accept.
@Suite struct CompletionPropertyTests {
  private let schema: Schema
  private let patient: Entity

  init() throws {
    schema = try Clinic.schema()
    patient = try schema.declared("Patient")
  }

  private func candidates(_ text: String, _ use: ExpressionUse = .condition) -> [String] {
    patient.completions(of: text, at: text.utf8.count, in: schema, for: use).candidates.map(\.text)
  }

  // MARK: What follows is offered

  @Test(
    "each name and operator of a predicate is offered where it stands",
    arguments: Campaign.cases(ConformanceTable.all, few: 25, many: 5))
  func following(_ one: ConformanceCase) throws {
    guard one.arguments.isEmpty, !Self.beforehand.contains(one.text) else { return }
    let source = SourceText(one.text)
    let tokens = try PredicateLexer.lex(source)
    for (index, token) in tokens.enumerated() where Self.isOffered(index, tokens) {
      let typed = token.kind == .symbol ? "" : token.text
      let text = source.text(0..<token.range.lowerBound) + typed
      let offered = candidates(text)
      #expect(
        offered.contains { Self.plain($0) == Self.plain(token.text) },
        "'\(text)' of '\(one.text)' offers \(offered)")
    }
  }

  /// Predicates in which a value tells its type, or is given the right one, only further on.
  private static let beforehand = [
    "[.low, .high].contains(level)", "1 << 2 == level.rawValue - 1",
  ]

  /// Words for which others are offered.
  private static let aliases: Set<String> = [
    "yes", "no", "null", "truepredicate", "falsepredicate", "init", "comparisonresult",
  ]

  /// Not the letters of options, labels and the names that closures give.
  private static func isOffered(_ index: Int, _ tokens: [PredicateToken]) -> Bool {
    let token = tokens[index]
    let before = index > 0 ? tokens[index - 1] : nil
    switch token.kind {
    case .symbol: return Comparison(rawValue: token.text) != nil || token.text == "=="
    case .word:
      let isOption = before?.text == "[" && tokens[index + 1].text == "]" && token.text.count < 3
      let isNamed =
        ["{", "("].contains(before?.text) && ["in", ")"].contains(tokens[index + 1].text)
        && tokens[index...].prefix(3).contains { $0.text == "in" }
      return !token.isQuotedName && !aliases.contains(token.text.lowercased()) && !isOption
        && !isNamed && tokens[index + 1].text != ":"
    default: return false
    }
  }

  /// A word without its bracket, in small letters, and by its plainest spelling.
  private static func plain(_ word: String) -> String {
    let name = word.prefix { $0 != "(" }.lowercased()
    return ["=": "=="][name] ?? name
  }

  // MARK: What is offered is accepted

  /// Places where words of every kind may stand, and after `|` what makes them whole.
  private static let conditions = """
    | ; not | ; age > 0 and | ; (| ); (age > 0 or | ); marks has | ; marks has any (| ); \
    marks lacks | ; marks == | ; marks == [.| ]; marks & | ; wanted is | ; marks.contains(.| ); \
    level == | ; level == .| ; level in | ; level in (| ); level != Level.| ; isWell == | ; age | ; \
    age > | ; age + | ; age between | and 9; age in | ; weight | ; weight ?? | ; fee > | ; rate - | ; \
    name.| ; name.first | ; name.first == | ; name.first contains | ; name.first not | ; \
    name.first.| ; name.last == | ; seen | ; seen > | ; seen.| ; tags | ; tags.| ; \
    doses.| ; 'x' in | ; 5 in | ; site.| ; token == | ; token.| ; ward.| ; ward == | ; \
    ward.beds > | ; buddy.ward.| ; card.number | ; readings.| ; readings.value.| ; readings.mark.| ; \
    readings.@| ; readings.@max.| ; readings[| ].isEmpty; readings[value > | ].isEmpty; \
    readings.count > | ; any | ; all readings.| ; any readings.value | ; any readings.value > | ; \
    none drugs.price == | ; readings.filter { |  }.isEmpty; readings.filter { $0.|  }.isEmpty; \
    readings.contains { r in |  }; readings.contains { r in r.|  }; \
    readings.map { $0.value }.| ; drugs.allSatisfy { $0.price > |  }; SUBQUERY(| , $r, true).isEmpty; \
    SUBQUERY(readings, $r, | ).isEmpty; SUBQUERY(readings, $r, $r.| ).isEmpty; \
    TERNARY(| , 1, 2) == 1; abs(| ) == 1; abs(age) | ; abs(age) > | ; pow(| , 2) == 1; year(| ) == 1; \
    year(seen) | ; length(| ) == 1; count(| ) == 1; { |  }; { $0.|  }; { $0.age > |  }; \
    { $0.level == |  }; { $0.level == .|  }; { $0.marks.|  }; { $0.name.first.|  }; { p in |  }; \
    { p in p.|  }; { p in p.readings.contains { $0.|  } }; { !|  }; #Predicate<Patient> { $0.ward?.|  }; \
    remarks.| ; remarks[| ].isEmpty; remarks.contains { $0.|  }; care.| ; care is | ; labels.| ; \
    labels.values.| ; a| ; c| ; m| ; s| ; d| ; D| ; S| 
    """

  private static let lists: [(ExpressionUse, String)] = [
    (
      .columns,
      "max(| ); count(| ); sum(| ); age + | ; name.first.| ; readings.| ; age, max(a| ); a| "
    ),
    (.groups, "each(| ); month(| ); year(seen) + | ; ward.| ; m| ; level, | "),
    (.order, "-| ; -level, | ; c| "),
    (
      .groupCondition,
      "count() | ; count() > | ; max(age) > | ; max(| ) == nil; sum(age) > 5 and c| "
    ),
  ]

  private static let uses = ([(.condition, conditions)] + lists).flatMap { use, places in
    places.split(separator: "; ").map { (use, String($0)) }
  }

  @Test(
    "each candidate leads to something that is accepted",
    arguments: Campaign.cases(uses, few: 14, many: 3))
  func accepted(use: ExpressionUse, place: String) throws {
    let mark = try #require(place.firstIndex(of: "|"))
    let typed = String(place[..<mark])
    let rest = place[place.index(after: mark)...]
    let completion = patient.completions(of: typed, at: typed.utf8.count, in: schema, for: use)
    #expect(!completion.candidates.isEmpty)
    let head = String(decoding: typed.utf8.prefix(completion.range.lowerBound), as: UTF8.self)
    for candidate in completion.candidates {
      let text = head + candidate.text
      #expect(
        Self.endings.contains {
          isAccepted(text + $0 + rest, use) || isAccepted(text + $0 + " == nil" + rest, use)
        },
        "'\(text)'")
    }
  }

  /// The texts that can stand between a candidate and the rest: values after an operator, arguments
  /// after a name, and what records lead to.
  private static let endings: [String] = {
    let values = [
      "1", "'a'", "now", "true", "nil", "7d", "[]", "(1)", "age", "1 and 2", "'a' and 'b'",
      "in []", "like 'a'", "empty", "exactly (a)", "all (a)", "a", "low", ".now", "now and now",
      "readings.isEmpty", "'https://a.b'", "value > 1", "tags.isEmpty", "beds > 1",
    ]
    let others = [
      " == age", " == seen", " == fee", ".value.@count", ", 1", ", 'a'", ", now", ".first, 'a'",
      "1) == fee", "timeIntervalSinceNow: 1) == seen",
    ]
    let results = ["", ".count", ".isEmpty", ".first", " == .orderedSame"]
    var endings: [String] = others + results
    endings += values.map { " \($0)" }
    endings += paths.sorted()
    endings.append(" { $0.value > 1 }.isEmpty")
    for result in results {
      for closure in ["{ true }", "{ $0 }", "{ $0.value }"] {
        endings.append(" \(closure)\(result)")
      }
      for arguments in arguments.sorted() {
        endings.append("(\(arguments))\(result)")
        endings.append("\(arguments))\(result)")
      }
    }
    return endings
  }()

  /// The arguments of every call of the language.
  private static var arguments: Set<String> {
    var lists: Set<String> = [
      "1, 1", "age", "level", "marks", "readings", "seen", "readings.value", "true, 1, 1",
      "readings, $r, true",
    ]
    for call in Language.all where call.form != .selector {
      var texts = [""]
      for argument in call.arguments where argument != .more {
        texts = argument.samples.flatMap { sample in
          texts.map { $0 + ($0.isEmpty ? "" : ", ") + argument.labelled(sample) }
        }
      }
      lists.formUnion(texts)
    }
    return lists
  }

  private static var paths: Set<String> {
    guard let schema = try? Clinic.schema() else { return [] }
    let reach = Reach(schema: schema)
    var paths: Set<String> = []
    for entity in schema.entities {
      for isMany in [true, false] {
        paths.formUnion(reach.paths(from: entity, isMany: isMany).map(\.text))
      }
    }
    return paths
  }

  private func isAccepted(_ text: String, _ use: ExpressionUse) -> Bool {
    do {
      if use == .condition {
        let syntax = try PredicateSyntax.parse(SourceText(text))
        _ = try PredicateChecker(patient, in: schema, now: testNow).check(syntax)
        return true
      }
      if case .value(let attribute) = use {
        let syntax = try PredicateSyntax.parse(SourceText(text))
        _ = try PredicateChecker(patient, in: schema, now: testNow).value(syntax, for: attribute)
        return true
      }
      return try requests(text, use).contains { request in
        (try? request.query(of: patient, in: schema, now: testNow)) != nil
      }
    } catch {
      return false
    }
  }

  /// With groups and without.
  private func requests(_ text: String, _ use: ExpressionUse) throws -> [AnswerRequest] {
    let list = [SourceText(text)]
    let groups = [SourceText(patient.attributes.map(\.name).joined(separator: ", ") + ", id")]
    return switch use {
    case .groups: [AnswerRequest(groups: list)]
    case .order: [AnswerRequest(sort: list), AnswerRequest(groups: groups, sort: list)]
    case .groupCondition:
      [AnswerRequest(groups: groups, having: [try PredicateSyntax.parse(list[0])])]
    case .columns, .condition, .value:
      [AnswerRequest(columns: list), AnswerRequest(columns: list, groups: groups)]
    }
  }

  @Test(
    "a predicate can be cut off anywhere",
    arguments: Campaign.cases(ConformanceTable.all, few: 35, many: 7))
  func beginnings(_ one: ConformanceCase) {
    // Where nothing is typed of a word, the places are those of `following`.
    for (index, byte) in one.text.utf8.enumerated()
    where PredicateLexer.isNameByte(Unicode.Scalar(byte)) {
      let completion = patient.completions(of: one.text, at: index + 1, in: schema)
      #expect(completion.range.upperBound == index + 1)
    }
  }
}
