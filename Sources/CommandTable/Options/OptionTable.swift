/// The arguments and options of a command, each with its property.
///
/// `CommandOptions.declare` is called once to describe them, once for the arguments of a line, and
/// once for each option of the line, so that lists are in the order of the line.
package struct OptionTable {
  private(set) var arguments: [ArgumentDescription] = []
  private(set) var forms: [CommandForm] = []
  package private(set) var options: [OptionDescription] = []

  private var pass = Pass.description
  /// The form to which the following arguments belong.
  private var form: String?
  private var heading = OptionDescription.usualGroup
  /// The option that the options under the heading need.
  private var companion: DeclaredOption?
  private var problem: (any Error)?

  /// The purpose of this call of the declarations.
  private enum Pass {
    case description
    case arguments(of: Invocation)
    case option(Invocation.Option, of: Invocation)
    case completion
  }

  init() {}

  package init(describing type: any CommandOptions.Type) {
    var options = type.init()
    options.declare(in: &self)
  }

  mutating func read(_ line: Invocation, into options: inout some CommandOptions) throws {
    read(unfinished: line, into: &options)
    if problem == nil { run(.completion, &options) }
    if let problem { throw problem }
    try options.complete()
  }

  mutating func read(unfinished line: Invocation, into options: inout some CommandOptions) {
    run(.arguments(of: line), &options)
    for option in line.options { run(.option(option, of: line), &options) }
  }

  private mutating func run(_ pass: Pass, _ options: inout some CommandOptions) {
    self.pass = pass
    form = nil
    heading = OptionDescription.usualGroup
    companion = nil
    options.declare(in: &self)
  }

  /// Stores the first error, because the declarations cannot stop.
  private mutating func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      problem = problem ?? error
    }
  }
}

/// An option that other options can need or exclude.
package struct DeclaredOption {
  fileprivate let name: String
  fileprivate let placeholder: String?
  /// The option in the command line, if it is given.
  fileprivate let occurrence: Invocation.Option?

  /// True if the option is in the command line.
  package var isGiven: Bool { occurrence != nil }
}

// MARK: - Options

extension OptionTable {
  /// Declares the arguments and options of a nested part.
  package mutating func part(_ part: inout some CommandOptions) {
    let (heading, companion) = (heading, companion)
    part.declare(in: &self)
    if case .completion = pass { attempt { try part.complete() } }
    self.heading = heading
    self.companion = companion
  }

  /// Sets the help heading of the following options, and the option that all of them need.
  package mutating func heading(_ heading: String, needs companion: DeclaredOption? = nil) {
    self.heading = heading
    self.companion = companion
  }

  /// Declares that at most one of these options can be given.
  package mutating func exclude(_ options: DeclaredOption...) {
    guard case .arguments(let line) = pass else { return }
    let present = options.compactMap(\.occurrence)
    guard present.count > 1 else { return }
    attempt { throw line.error(.exclusiveOptions(present[0].spelling, present[1].spelling)) }
  }

  /// Declares that other options have no effect with this one, so that they cannot be given with it.
  /// - Parameter names: the long names of options, and names of arguments. They may be declared later.
  package mutating func exclude(_ option: DeclaredOption, all names: @autoclosure () -> [String]) {
    guard case .arguments(let line) = pass, let here = option.occurrence else { return }
    let names = names()
    let others = line.options.filter { other in names.contains { $0.isSame(as: other.name) } }
    let spellings = others.map(\.spelling) + names.filter { !line.words(of: $0).isEmpty }
    guard let other = spellings.first else { return }
    attempt { throw line.error(.exclusiveOptions(other, here.spelling)) }
  }

  /// Declares that other options have an effect only with this one.
  /// - Parameter names: the long names of options, which may be declared later.
  package mutating func need(_ option: DeclaredOption, all names: @autoclosure () -> [String]) {
    guard case .arguments(let line) = pass, !option.isGiven, !line.options.isEmpty else { return }
    let names = names()
    guard
      let other = line.options.first(where: { other in names.contains { $0.isSame(as: other.name) }
      })
    else { return }
    attempt { throw line.error(.missingCompanion(of: other.spelling, needed: option.usage)) }
  }

  /// Declares an option without a value, which sets the property to true.
  @discardableResult
  package mutating func `switch`(
    _ name: String, short: String? = nil, _ property: inout Bool,
    needs companion: DeclaredOption? = nil, help: String
  ) -> DeclaredOption {
    self.switch(name, short: short, &property, is: true, needs: companion, help: help)
  }

  /// Declares an option without a value, which sets the property to the given value.
  @discardableResult
  package mutating func `switch`<Value>(
    _ name: String, short: String? = nil, _ property: inout Value, is value: Value,
    needs companion: DeclaredOption? = nil, help: String
  ) -> DeclaredOption {
    option(name, OptionDescription(name: name, short: short, help: help), nil, companion) { _ in
      property = value
    }
  }

  /// Declares an option with a value, which `reading` parses.
  @discardableResult
  package mutating func value<Value>(
    _ name: String, short: String? = nil, _ property: inout Value?, _ placeholder: String,
    _ completion: @autoclosure () -> Completion = .none,
    shorthands: @autoclosure () -> [Shorthand] = [], needs companion: DeclaredOption? = nil,
    help: String, reading: (String) throws -> Value
  ) -> DeclaredOption {
    option(
      name,
      OptionDescription(
        name: name, short: short, shorthands: shorthands(),
        value: OptionValue(placeholder: placeholder, completion: completion()), help: help),
      placeholder, companion
    ) { word in property = try reading(word) }
  }

  @discardableResult
  package mutating func value<Value: CommandWord>(
    _ name: String, short: String? = nil, _ property: inout Value?, _ placeholder: String,
    _ completion: @autoclosure () -> Completion = Value.completion,
    needs companion: DeclaredOption? = nil, help: String
  ) -> DeclaredOption {
    value(
      name, short: short, &property, placeholder, completion(), shorthands: Value.shorthands,
      needs: companion, help: help, reading: Value.init(word:))
  }

  /// Declares an option with an optional value after `=`. `alone` is the value without it.
  @discardableResult
  package mutating func `switch`<Value: CommandChoice>(
    _ name: String, _ property: inout Value?, alone: Value, _ placeholder: String, help: String
  ) -> DeclaredOption {
    option(
      name,
      OptionDescription(
        name: name,
        value: OptionValue(
          placeholder: placeholder, completion: Value.completion, isOptional: true),
        help: help)
    ) { word in property = if word.isEmpty { alone } else { try Value(word: word) } }
  }

  /// Declares an option that appends to a list. It can be repeated unless stated otherwise.
  @discardableResult
  package mutating func value<Value>(
    _ name: String, short: String? = nil, aliases: [String] = [], _ list: inout [Value],
    _ placeholder: String, _ completion: Completion = .none, isRepeatable: Bool = true,
    help: String, reading: (String) throws -> Value
  ) -> DeclaredOption {
    option(
      name,
      OptionDescription(
        name: name, short: short, aliases: aliases,
        value: OptionValue(placeholder: placeholder, completion: completion),
        isRepeatable: isRepeatable, help: help),
      placeholder
    ) { word in list.append(try reading(word)) }
  }

  @discardableResult
  package mutating func value<Value: CommandWord>(
    _ name: String, short: String? = nil, aliases: [String] = [], _ list: inout [Value],
    _ placeholder: String, _ completion: @autoclosure () -> Completion = Value.completion,
    help: String
  ) -> DeclaredOption {
    value(
      name, short: short, aliases: aliases, &list, placeholder, completion(), help: help,
      reading: Value.init(word:))
  }

  private mutating func option(
    _ name: String, _ description: @autoclosure () -> OptionDescription,
    _ placeholder: String? = nil, _ companion: DeclaredOption? = nil,
    set: (String) throws -> Void
  ) -> DeclaredOption {
    var here: Invocation.Option?
    switch pass {
    case .description:
      options.append(description())
      options[options.count - 1].group = heading
    case .arguments(let line):
      here = line.options.first { $0.name.isSame(as: name) }
      if let here {
        for needed in [self.companion, companion] where needed?.occurrence == nil {
          guard let needed else { continue }
          attempt { throw line.error(.missingCompanion(of: here.spelling, needed: needed.usage)) }
        }
      }
    case .option(let option, let line) where option.name.isSame(as: name):
      attempt { try line.reading(option.value ?? "", of: "'\(option.spelling)'", set) }
    case .option, .completion: break
    }
    return DeclaredOption(name: name, placeholder: placeholder, occurrence: here)
  }
}

extension DeclaredOption {
  /// `--output FILE`
  fileprivate var usage: String { "--" + name + (placeholder.map { " " + $0 } ?? "") }
}

// MARK: - Arguments

extension OptionTable {
  /// Declares a form, whose keyword is the property's raw value. The following arguments belong to
  /// it.
  package mutating func form<Value: RawRepresentable<String>>(
    _ value: Value, _ property: inout Value?, summary: String
  ) {
    form = value.rawValue
    switch pass {
    case .description: forms.append(CommandForm(keyword: value.rawValue, summary: summary))
    case .arguments(let line) where isOpen(line): property = value
    case .arguments, .option, .completion: break
    }
  }

  /// True if the current form is that of the line.
  private func isOpen(_ line: Invocation) -> Bool {
    guard let form else { return true }
    return line.form?.isSame(as: form) == true
  }

  /// Declares an argument.
  /// - Parameter followsFirst: true if the value can be derived from the first argument.
  /// - Parameter isDottedName: true if the value looks like a path, as `item.flags`.
  package mutating func argument<Value: CommandWord>(
    _ name: String, _ property: inout Value, _ completion: Completion = Value.completion,
    followsFirst: Bool = false, isDottedName: Bool = false, help: String
  ) {
    argument(
      ArgumentDescription(
        name: name, followsFirst: followsFirst, isDottedName: isDottedName, completion: completion,
        help: help)
    ) { property = $0 }
  }

  /// Declares an argument that an option can give instead.
  package mutating func argument<Value: CommandWord>(
    _ name: String, orOption option: String, short: String, _ property: inout Value,
    _ completion: Completion, help: String, optionHelp: String
  ) {
    argument(
      ArgumentDescription(name: name, option: option, completion: completion, help: help)
    ) { property = $0 }
    let heading = heading
    self.heading = OptionDescription.commonGroup
    var optionValue: Value?
    value(option, short: short, &optionValue, name, completion, help: optionHelp)
    if let optionValue { property = optionValue }
    self.heading = heading
  }

  /// Declares an optional argument.
  package mutating func argument<Value: CommandWord>(
    _ name: String, _ property: inout Value?, _ completion: Completion = Value.completion,
    followsFirst: Bool = false, isDottedName: Bool = false, help: String
  ) {
    argument(
      ArgumentDescription(
        name: name, isOptional: true, followsFirst: followsFirst, isDottedName: isDottedName,
        completion: completion, help: help)
    ) { property = $0 }
  }

  /// Declares an argument that takes all remaining words.
  package mutating func argument<Value: CommandWord>(
    _ name: String, isOptional: Bool = false, _ list: inout [Value],
    _ completion: Completion = Value.completion, help: String
  ) {
    argument(
      ArgumentDescription(
        name: name, isOptional: isOptional, isRepeating: true, completion: completion, help: help)
    ) { list.append($0) }
  }

  private mutating func argument<Value: CommandWord>(
    _ description: ArgumentDescription, set: (Value) -> Void
  ) {
    switch pass {
    case .description where form == nil: arguments.append(description)
    case .description: forms[forms.count - 1].arguments.append(description)
    case .arguments(let line) where isOpen(line):
      for word in line.words(of: description.name) {
        attempt { try line.reading(word, of: description.name) { set(try Value(word: $0)) } }
      }
    case .arguments, .option, .completion: break
    }
  }
}

extension Invocation {
  fileprivate func error(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem: problem, tool: tool, command: command.name)
  }

  /// Parses a word. For an invalid value, the error contains its position.
  fileprivate func reading(
    _ word: String, of place: String, _ read: (String) throws -> Void
  ) throws {
    do {
      try read(word)
    } catch let problem as UnreadableWord {
      throw error(
        .unreadableValue(
          of: place, found: word, expected: problem.expected, hint: problem.hint))
    }
  }
}
