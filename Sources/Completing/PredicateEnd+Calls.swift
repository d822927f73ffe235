import FlagModel
import Predicates
import SQLText

// Functions, properties and methods, with sample arguments to complete them.

extension PredicateEnd {
  // MARK: Members

  func members(of owner: Checked) -> [CompletionOffer] {
    if typed.isAfter("@") {
      return Language.all.filter { $0.form == .pathOperator }.map { call in
        let name = String(call.name.dropFirst())
        return CompletionOffer(keyword: name, about: call.about).standing(for: nil) {
          guard case .records(_, let entity) = owner else { return [] }
          return reach.paths(from: entity, isMany: false).map { .init(text: $0.text) }
        }
      }
    }
    switch owner {
    case .record(let path): return reach.names(of: path.entity) + methods(of: owner)
    case .records(_, let entity), .chosen(_, _, let entity):
      return reach.names(of: entity, isMany: true) + methods(of: owner, entity)
    case .group(let path, let prefix, let records):
      return reach.names(of: path.entity, inside: prefix, isMany: records != nil)
    case .literal(let literal): return members(of: literal) + methods(of: owner)
    case .operand(let operand):
      let element = operand.type?.element
      let parts = reach.parts(of: element ?? operand.type, isMany: element != nil)
      if operand.kinds.isEmpty { return parts }
      return parts + methods(of: owner)
    case .values(let values):
      return reach.parts(of: values.element.type, isMany: true) + methods(of: owner)
    case .predicate: return methods(of: owner)
    }
  }

  /// The cases of `Status`, and the constants of `Date`.
  private func members(of literal: PredicateSyntax) -> [CompletionOffer] {
    guard case .name(let name) = literal.kind else { return [] }
    let cases = typed.schema.types.filter { $0.name.mayBeCalled(name) }.flatMap(\.candidates)
    return cases.map { CompletionOffer($0).standing(for: nil) { [.init(text: ".rawValue")] } }
      + constants
  }

  private func methods(of owner: Checked, _ element: Entity? = nil) -> [CompletionOffer] {
    var seen: Set<String> = []
    var kinds = owner.kinds
    if case .values(let values) = owner { kinds.formUnion(values.element.kinds) }
    // Literals get their type from the other operand, which may be any attribute.
    let others = kinds.isEmpty ? attributes : []
    var offers: [CompletionOffer] = []
    let calls = Language.all.filter { call in
      [.property, .method].contains(call.form)
        && (kinds.isEmpty || !call.receiver.isDisjoint(with: kinds))
    }
    for call in calls {
      for name in call.names {
        let text = call.form == .method && call.arguments.isEmpty ? "\(name)()" : name
        guard seen.insert(text).inserted else { continue }
        let offer = CompletionOffer(keyword: text, about: call.about).standing(for: nil) {
          // `intersection` of several values is a property, and a method too.
          calls.filter { $0.isNamed(name) }.flatMap { endings(of: $0, element, others) }
        }
        offers.append(offer)
      }
    }
    return offers
  }

  // MARK: Arguments

  /// The texts that complete a property or method after its name.
  private func endings(
    of call: Callable, _ element: Entity?, _ others: [String]
  ) -> [CompletionOffer.Ending] {
    let samples =
      if call.arguments == [.closure] {
        closures(element)
      } else {
        brackets(call.arguments, others)
      }
    var results = ["", ".count", ".isEmpty", ".first", " == .orderedSame"]
    if call.gives == .same, let element {
      results += reach.paths(from: element, isMany: false).map(\.text)
    }
    return samples.flatMap { sample in results.map { .init(text: sample + $0) } }
  }

  private func closures(_ element: Entity?) -> [String] {
    let paths = element.map { reach.paths(from: $0, isMany: false).map(\.text) } ?? []
    return ["{ true }", "{ $0 }", "{ $0 == nil }"] + paths.map { "{ $0\($0) }" }
  }

  /// An attribute of each type.
  private var attributes: [String] {
    var types: Set<AttributeType> = []
    let start = if isSwift { "$\(notes.recordName ?? "0")." } else { "" }
    let samples = typed.entity.attributes.filter { types.insert($0.type).inserted }
    return samples.map { start + reach.quoted($0.name) }
  }

  private func brackets(_ arguments: [Callable.Argument], _ others: [String] = []) -> [String] {
    if arguments.isEmpty { return [""] }
    var lists: [[String]] = [[]]
    for argument in arguments where argument != .more {
      var samples = argument.samples
      if case .value = argument { samples += others }
      lists = lists.flatMap { list in samples.map { list + [argument.labelled($0)] } }
    }
    return lists.map { "(\($0.joined(separator: ", ")))" }
  }

  // MARK: Functions

  /// The functions with a prefix, each with its only valid argument or with an open bracket.
  func functions(beginning word: String, _ trial: CompletionTrial) -> [CompletionOffer] {
    guard isOperand else { return [] }
    var seen: Set<String> = []
    var offers: [CompletionOffer] = []
    for call in Language.all where call.form == .function || call.form == .type {
      for name in call.names where mayBegin(name, word) && seen.insert(name).inserted {
        let calls = Language.all.filter { $0.form == call.form && $0.names.contains(name) }
        let overloads = self.calls(calls, named: name, trial)
        if word.isEmpty { offers += overloads.prefix(1) } else { offers += overloads }
      }
    }
    return offers
  }

  /// Without a prefix, only functions for groups are offered.
  private func mayBegin(_ name: String, _ word: String) -> Bool {
    if !word.isEmpty { return name.lowercased().utf8.starts(with: word.lowercased().utf8) }
    return !isArgument && typed.use.mayAggregate && name == "count"
      || !isArgument && typed.use == .groups && name == "each"
  }

  private func calls(
    _ calls: [Callable], named name: String, _ trial: CompletionTrial
  ) -> [CompletionOffer] {
    let about = calls[0].about
    var texts: [String] = []
    if trial.accepts(name) { texts.append(name) }
    if texts.isEmpty, trial.accepts("\(name)()") { texts.append("\(name)()") }
    if let text = call(calls, named: name, trial) { texts.append(text) }
    return texts.map { CompletionOffer(keyword: $0, about: about) }
  }

  /// A function with its bracket, and with its argument if only one name is valid; nil if no
  /// argument is valid.
  private func call(_ calls: [Callable], named name: String, _ trial: CompletionTrial) -> String? {
    guard let inside = typed.adding("\(name)(") else { return nil }
    var inner = CompletionTrial(inside)
    let names = PredicateEnd(inside).names
    let fitting = names.filter { inner.isWhole($0) }
    if fitting.count == 1, calls.allSatisfy({ $0.arguments.count == 1 }) {
      let whole = "\(name)(\(inside.spelled(fitting[0])))"
      if trial.accepts(whole) { return whole }
    }
    let samples = calls.filter { !$0.arguments.isEmpty }.flatMap { brackets($0.arguments) }
    let isTaken =
      !fitting.isEmpty || samples.contains { trial.accepts("\(name)\($0)") }
      || names.contains { inner.isAccepted($0) }
    if isTaken { return "\(name)(" }
    return nil
  }
}
