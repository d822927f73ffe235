/// The arguments and options of a command, each with the property of `Options` that it sets.
///
/// Every run of a tool describes its commands, so that the declarations leave nothing behind but
/// descriptions. A line is read by going over them again, once for each of its options, and key
/// paths are made for these alone.
///
/// Two options that set the same property exclude each other, unless they add to a list.
package struct OptionTable<Options> {
  private(set) var arguments: [ArgumentDescription] = []
  private(set) var forms: [CommandForm] = []
  private(set) var options: [OptionDescription] = []

  private var pass: Pass
  private var values: Options
  /// The property of a whole that this is a part of.
  private let prefix: AnyKeyPath?
  /// The heading of the options that follow, and the property that another option must set for them.
  private var heading = OptionDescription.usualGroup
  private var needs: [AnyKeyPath] = []
  private var read: [ReadOption] = []
  private var problem: (any Error)?

  private init(_ pass: Pass, _ values: Options, prefix: AnyKeyPath? = nil) {
    self.pass = pass
    self.values = values
    self.prefix = prefix
  }
}

/// The purpose for which declarations are gone over.
private enum Pass {
  case description
  case arguments(of: Invocation)
  case option(Invocation.Option, of: Invocation)
  /// To find the options that set a property.
  case setters(of: AnyKeyPath)
  case completion
}

/// An option of a line, with the properties that it has set and that it needs to be set.
private struct ReadOption {
  let spelling: String
  let isList: Bool
  let path: AnyKeyPath
  let needs: [AnyKeyPath]
}

// MARK: - Passes

extension OptionTable where Options: CommandOptions {
  /// The descriptions of all arguments, forms and options.
  static func described() -> Self {
    var table = Self(.description, Options())
    Options.declare(in: &table)
    return table
  }

  static func values(of line: Invocation) throws -> Options {
    var table = Self(.arguments(of: line), Options())
    table.read(line)
    try table.requireValues()
    try table.requireOneSetter(line)
    try table.requireNeeds(line)
    table.go(.completion)
    try table.requireValues()
    try table.values.complete()
    return table.values
  }

  static func values(ofUnfinished line: Invocation) -> Options {
    var table = Self(.arguments(of: line), Options())
    table.read(line)
    return table.values
  }

  private mutating func read(_ line: Invocation) {
    go(.arguments(of: line))
    for option in line.options { go(.option(option, of: line)) }
  }

  private mutating func go(_ pass: Pass) {
    self.pass = pass
    (heading, needs) = (OptionDescription.usualGroup, [])
    Options.declare(in: &self)
  }

  private func requireValues() throws {
    if let problem { throw problem }
  }

  private func requireOneSetter(_ line: Invocation) throws {
    for (index, option) in read.enumerated() where !option.isList {
      guard let other = read[..<index].first(where: { $0.path == option.path }) else { continue }
      throw line.error(.exclusiveOptions(other.spelling, option.spelling))
    }
  }

  private mutating func requireNeeds(_ line: Invocation) throws {
    for option in read {
      guard let need = option.needs.first(where: { need in !read.contains { $0.path == need } })
      else { continue }
      go(.setters(of: need))
      let needed = options.first?.longUsage ?? ""
      throw line.error(.missingCompanion(of: option.spelling, needed: needed))
    }
  }
}

extension OptionTable {
  /// Keeps the first error, since declarations go on.
  private mutating func attempt(_ body: (inout Self) throws -> Void) {
    do {
      try body(&self)
    } catch {
      problem = problem ?? error
    }
  }

  private func whole(_ path: AnyKeyPath) -> AnyKeyPath {
    prefix?.appending(path: path) ?? path
  }
}

extension Invocation {
  fileprivate func error(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem, tool: tool, command: command.name)
  }

  /// Reads a word, and says of one that is no value where it stands.
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

// MARK: - Parts

extension OptionTable {
  /// Declares the arguments and options of a part of the properties.
  package mutating func part<Part: CommandOptions>(
    _ path: @autoclosure () -> WritableKeyPath<Options, Part>
  ) {
    if case .description = pass {
      let part = OptionTable<Part>.described()
      arguments += part.arguments
      options += part.options
      return
    }
    let path = path()
    var part = OptionTable<Part>(pass, values[keyPath: path], prefix: whole(path))
    Part.declare(in: &part)
    if case .completion = pass { part.attempt { try $0.values.complete() } }
    values[keyPath: path] = part.values
    options += part.options
    read += part.read
    problem = problem ?? part.problem
  }

  /// Puts the options that follow under a heading of the help. With `needs` none of them may stand
  /// on a line without one that sets that property.
  package mutating func heading(
    _ heading: String, needs path: @autoclosure () -> PartialKeyPath<Options>? = nil
  ) {
    self.heading = heading
    if case .option = pass { needs = [path()].compactMap(\.self) }
  }
}

// MARK: - Options

extension OptionTable {
  /// Declares a switch, an option without a value, which makes the property true.
  package mutating func `switch`(
    _ name: String, short: String? = nil, _ path: @autoclosure () -> WritableKeyPath<Options, Bool>,
    help: String
  ) {
    self.switch(name, short: short, path(), is: true, help: help)
  }

  /// Declares a switch that gives the property a value, as others may give it other values.
  package mutating func `switch`<Value>(
    _ name: String, short: String? = nil,
    _ path: @autoclosure () -> WritableKeyPath<Options, Value>, is value: Value, help: String
  ) {
    option(OptionDescription(name, short: short, help: help), path) { property, _ in
      property = value
    }
  }

  /// Declares an option with a value, which `reading` makes of its word.
  package mutating func value<Value>(
    _ name: String, short: String? = nil,
    _ path: @autoclosure () -> WritableKeyPath<Options, Value?>, _ placeholder: String,
    _ completion: Completion = .none,
    needs: @autoclosure () -> PartialKeyPath<Options>? = nil, help: String,
    reading: (String) throws -> Value
  ) {
    let value = OptionValue(placeholder, completion)
    option(OptionDescription(name, short: short, value: value, help: help), path, needs) {
      property, word in property = try reading(word)
    }
  }

  package mutating func value<Value: CommandWord>(
    _ name: String, short: String? = nil,
    _ path: @autoclosure () -> WritableKeyPath<Options, Value?>, _ placeholder: String,
    _ completion: Completion = Value.completion,
    needs: @autoclosure () -> PartialKeyPath<Options>? = nil, help: String
  ) {
    value(
      name, short: short, path(), placeholder, completion, needs: needs(), help: help,
      reading: Value.init(word:))
  }

  /// Declares an option that adds to a list, and may be given more than once unless said otherwise.
  package mutating func value<Value>(
    _ name: String, short: String? = nil, aliases: [String] = [],
    _ path: @autoclosure () -> WritableKeyPath<Options, [Value]>, _ placeholder: String,
    _ completion: Completion = .none, isRepeatable: Bool = true, help: String,
    reading: (String) throws -> Value
  ) {
    let value = OptionValue(placeholder, completion)
    option(
      OptionDescription(
        name, short: short, aliases: aliases, value: value, isRepeatable: isRepeatable, help: help),
      path, isList: true
    ) { list, word in list.append(try reading(word)) }
  }

  package mutating func value<Value: CommandWord>(
    _ name: String, short: String? = nil,
    _ path: @autoclosure () -> WritableKeyPath<Options, [Value]>, _ placeholder: String,
    _ completion: Completion = Value.completion, help: String
  ) {
    value(
      name, short: short, path(), placeholder, completion, help: help, reading: Value.init(word:))
  }

  private mutating func option<Property>(
    _ description: OptionDescription, _ path: () -> WritableKeyPath<Options, Property>,
    _ needs: () -> PartialKeyPath<Options>? = { nil }, isList: Bool = false,
    set: (inout Property, String) throws -> Void
  ) {
    switch pass {
    case .description:
      options.append(description)
      options[options.count - 1].group = heading
    case .option(let given, let line) where given.name.isSame(as: description.name):
      let path = path()
      let needs = self.needs + [needs()].compactMap(\.self)
      read.append(
        ReadOption(
          spelling: given.spelling, isList: isList, path: whole(path),
          needs: needs.filter { $0 != path }.map(whole)))
      attempt { table in
        try line.reading(given.value ?? "", of: "'\(given.spelling)'") { word in
          try set(&table.values[keyPath: path], word)
        }
      }
    case .setters(let wanted) where whole(path()) == wanted: options.append(description)
    case .option, .arguments, .setters, .completion: break
    }
  }
}

// MARK: - Arguments

extension OptionTable {
  /// Declares an argument.
  package mutating func argument<Value: CommandWord>(
    _ name: String, _ path: @autoclosure () -> WritableKeyPath<Options, Value>,
    _ completion: Completion = Value.completion, help: String
  ) {
    argument(ArgumentDescription(name, completion: completion, help: help), path) { $0 = $1 }
  }

  /// Declares an argument that may be left out.
  package mutating func argument<Value: CommandWord>(
    _ name: String, _ path: @autoclosure () -> WritableKeyPath<Options, Value?>,
    _ completion: Completion = Value.completion, help: String
  ) {
    argument(
      ArgumentDescription(name, isOptional: true, completion: completion, help: help), path
    ) { $0 = $1 }
  }

  /// Declares an argument that takes all words that are left.
  package mutating func argument<Value: CommandWord>(
    _ name: String, isOptional: Bool = false,
    _ path: @autoclosure () -> WritableKeyPath<Options, [Value]>,
    _ completion: Completion = Value.completion, help: String
  ) {
    argument(
      ArgumentDescription(
        name, isOptional: isOptional, isRepeating: true, completion: completion, help: help), path
    ) { $0.append($1) }
  }

  private mutating func argument<Property, Value: CommandWord>(
    _ description: ArgumentDescription, _ path: () -> WritableKeyPath<Options, Property>,
    set: (inout Property, Value) -> Void
  ) {
    switch pass {
    case .description: arguments.append(description)
    case .arguments(let line):
      for word in line.words(of: description.name) {
        attempt { table in
          try line.reading(word, of: description.name) { word in
            set(&table.values[keyPath: path()], try Value(word: word))
          }
        }
      }
    case .option, .setters, .completion: break
    }
  }

  /// Declares a form of the command, whose keyword is the value of the property.
  package mutating func form<Value: RawRepresentable<String>>(
    _ value: Value, _ path: @autoclosure () -> WritableKeyPath<Options, Value?>, summary: String,
    declare: (inout Self) -> Void
  ) {
    switch pass {
    case .description:
      let common = arguments
      arguments = []
      declare(&self)
      forms.append(CommandForm(value.rawValue, summary: summary, arguments: arguments))
      arguments = common
    case .arguments(let line) where line.form?.isSame(as: value.rawValue) ?? false:
      values[keyPath: path()] = value
      declare(&self)
    case .arguments, .option, .setters, .completion: break
    }
  }
}
