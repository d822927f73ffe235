import FlagModel
import Testing

@testable import Completing
@testable import Predicates
@testable import SQLText

/// The table of all that can be called, entry by entry.
@Suite("What can be called") struct LanguageTests {
  /// A name of an entry, with what it is called on.
  struct Name: Hashable, CustomTestStringConvertible {
    let form: Callable.Form
    let name: String
    let label: String?
    let receiver: Kinds
    let takesClosure: Bool
    let argumentCount: Int

    init(_ call: Callable, _ name: String) {
      form = call.form
      self.name = name
      label = call.label
      receiver = call.receiver
      takesClosure = call.arguments.last == .closure
      argumentCount = call.arguments.count
    }

    var testDescription: String { "\(form) \(name) \(receiver.rawValue) \(argumentCount)" }
  }

  private static let names = Language.all.flatMap { call in call.names.map { Name(call, $0) } }

  @Test func eachNameHasOneMeaning() {
    for (index, one) in Self.names.enumerated() {
      for other in Self.names.dropFirst(index + 1)
      where one.form == other.form && one.name == other.name && one.label == other.label {
        let isApart = one.receiver.isDisjoint(with: other.receiver) && !one.receiver.isEmpty
        #expect(isApart || one.takesClosure != other.takesClosure, "\(one)")
      }
    }
  }

  @Test func eachIsFoundByItsName() {
    for call in Language.all {
      for name in call.names {
        let found =
          switch call.form {
          case .function: Language.function(named: name.uppercased())
          case .type: Language.type(named: name, label: call.label)
          case .selector: Language.selector(named: name)
          case .pathOperator: Language.pathOperator(named: name)
          case .constant: Language.constant(named: name)
          case .property: Language.property(named: name, of: call.receiver)
          case .method:
            Language.method(
              named: name, of: call.receiver, taking: call.arguments.count,
              isClosure: call.arguments.last == .closure)
          }
        #expect(found?.meaning == call.meaning, "\(name)")
      }
    }
  }

  /// The table of conformance runs every name of every entry, and what it finds there is what the
  /// entry says.
  @Test func eachIsInTheTableOfConformance() throws {
    var survey = try CallSurvey()
    for one in ConformanceTable.all {
      survey.note(try PredicateSyntax.parse(one.text, with: one.arguments), in: one.text)
    }
    // `each` stands in groups alone.
    let missing = Self.names.filter { !survey.found.contains($0) && $0.name != "each" }
    #expect(missing.map(\.testDescription) == [])
    #expect(survey.wrong == [])
  }

  /// A calculation of the engine is printed as a call of the table, and read again as the same.
  @Test(
    arguments: Language.all.filter { if case .value = $0.meaning { true } else { false } }.indices)
  func eachIsSpelledBack(_ index: Int) throws {
    let calls = Language.all.filter { if case .value = $0.meaning { true } else { false } }
    let call = calls[index]
    guard case .value(let function) = call.meaning else { return }
    let spelled = try #require(Language.spelling(of: function))
    #expect(spelled.gives == call.gives)
    let schema = try Clinic.schema()
    let argument = ["weight", "name.first", "seen"].first { name in
      let value = try? PredicateChecker(schema.declared("Patient"), in: schema, now: testNow)
        .operand(.parse(SourceText(name)))
      return value.map { spelled.accepts($0) || !spelled.receiver.isDisjoint(with: $0.kinds) }
        ?? false
    }
    let value = try #require(argument)
    let others = spelled.arguments.dropFirst().compactMap(\.samples.first)
    let list = ([value] + others).joined(separator: ", ")
    let text = spelled.receiver.isEmpty ? "\(spelled.name)(\(list))" : "\(value).\(spelled.name)"
    let brackets = spelled.form == .method ? "()" : ""
    let predicate = try Predicate("\(text)\(brackets) != nil", of: "Patient", in: schema)
    let printed = try predicate.spelled(of: schema.declared("Patient"), in: schema)
    #expect(printed.contains(spelled.name), "\(printed)")
    #expect(try Predicate(printed, of: "Patient", in: schema) == predicate, "\(printed)")
  }

  /// The lines of the manual stand in two columns of one page.
  @Test(arguments: Language.groups.indices)
  func eachLineOfTheManualFits(_ index: Int) {
    let calls = Language.groups[index].calls
    let signatures = calls.flatMap { call in call.names.map { call.signature($0).count } }
    let column = (signatures.max() ?? 0) + 4
    let long = calls.filter { $0.about.isEmpty || column + $0.about.count > 75 }
    #expect(long.map(\.about) == [])
  }

  @Test(arguments: [
    ("lowercased(name.first) = 'x'", "lowercase"),
    ("LCASE(name.first) = 'x'", "lowercase"),
    ("len(name.first) = 1", "length"), ("mean(age) = 1", "avg"),
    ("dayOfWeek(seen) = 1", "weekday"), ("ab(age) = 1", "abs"),
    ("iif(isWell, 1, 2) = 1", "TERNARY"),
    ("name.first.startsWith('x')", "hasPrefix"),
    ("name.first.toLowerCase() = 'x'", "lowercased"),
    ("name.first.size = 1", "count"), ("marks.size = 1", "count"),
    ("marks.hasAll([.a])", "isSuperset"),
    ("tags.includes('x')", "contains"),
    ("readings.@avrg.value > 1", "@avg"),
  ])
  func namesOfOtherLanguages(_ text: String, _ suggestion: String) throws {
    let error = #expect(throws: Diagnostic.self) {
      try Predicate(text, of: "Patient", in: Clinic.schema())
    }
    #expect(error?.hint?.suggestions == [suggestion])
  }
}

/// Finds the entries that predicates call, by what stands before the point.
private struct CallSurvey {
  let checker: PredicateChecker
  var found: Set<LanguageTests.Name> = []
  /// The facts that differ from the entry.
  var wrong: [String] = []

  init() throws {
    let schema = try Clinic.schema()
    checker = PredicateChecker(try schema.declared("Patient"), in: schema, now: testNow)
  }

  mutating func note(_ syntax: PredicateSyntax, in text: String) {
    switch syntax.kind {
    case .call(nil, let name, let arguments): noteFunction(name, arguments, syntax)
    case .call(let base?, let name, let arguments):
      noteMember(name, of: base, arguments, syntax)
    case .member(let base, let name): noteMember(name.text, of: base, [], syntax)
    case .filter(let base, _, _):
      note(Language.function(named: "SUBQUERY"), "SUBQUERY", text.contains("SUBQUERY("))
      noteMember("filter", of: base, [], syntax)
      if let kinds = kinds(of: base), text.contains("filter") {
        let filter = Language.method(named: "filter", of: kinds, taking: 1, isClosure: true)
        note(filter, "filter")
      }
    case .conditional:
      note(Language.function(named: "TERNARY"), "TERNARY", text.contains("TERNARY("))
    case .dotted(let name): note(Language.constant(named: name.text), name.text)
    default: break
    }
    _ = try? syntax.kind.mapChildren { child throws(Diagnostic) in
      note(child, in: text)
      return child
    }
  }

  private mutating func note(_ call: Callable?, _ name: String, _ isThere: Bool = true) {
    guard let call, isThere else { return }
    let written = call.names.first { $0.lowercased() == name.lowercased() }
    found.insert(LanguageTests.Name(call, written ?? name))
  }

  private mutating func noteFunction(
    _ name: String, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) {
    if let type = Language.type(named: name, label: arguments.first?.label),
      type.takes(arguments.count)
    {
      return note(type, name)
    }
    guard let function = Language.function(named: name) else { return }
    note(function, name)
    compare(function, syntax)
    if function.meaning == .selector, case .text(let selector) = arguments[1].value.kind {
      let plain = arguments.count == 2 ? String(selector.prefix { $0 != ":" }) : selector
      note(Language.selector(named: plain), plain)
    }
  }

  private mutating func noteMember(
    _ name: String, of base: PredicateSyntax, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) {
    note(Language.pathOperator(named: name), name)
    if case .name("Date") = base.kind { note(Language.constant(named: name), name) }
    guard let kinds = kinds(of: base) else { return }
    let isClosure = arguments.last?.value.isClosure ?? false
    let method = Language.method(
      named: name, of: kinds, taking: arguments.count, isClosure: isClosure)
    let call = method ?? Language.property(named: name, of: kinds)
    note(call, name)
    if let call { compare(call, syntax) }
  }

  private func kinds(of base: PredicateSyntax) -> Kinds? {
    guard let checked = try? checker.check(operand: base) else { return nil }
    if case .operand(let operand) = checked, case .array? = operand.type { return .values }
    return checked.kinds
  }

  private mutating func compare(_ call: Callable, _ syntax: PredicateSyntax) {
    guard let checked = try? checker.check(operand: syntax) else { return }
    let isRight: Bool =
      switch (call.gives, checked) {
      case (.type(.bool), .predicate): true
      case (.type(let type), .operand(let operand)):
        operand.type == type || operand.term.type == .moment && type == .date
          || operand.type == .integer(.int64) && type == .integer(.int)
      case (.calendar(let unit), .operand(let operand)): operand.term.type == .calendar(unit)
      case (.number, .operand(let operand)): operand.kinds.contains(.number)
      case (.type, .literal), (.same, _), (.open, _): true
      default: false
      }
    if !isRight { wrong.append(checker.text(of: syntax)) }
  }
}
