import FlagModel
import ManagedModels
import Predicates

/// A function that runs a stored fetch request, with a parameter for each of its variables.
struct FetchFunction {
  private let request: ManagedRequest
  private let name: Identifier
  private let style: CoreDataStyle

  init(_ request: ManagedRequest, _ name: Identifier, _ style: CoreDataStyle) {
    self.request = request
    self.name = name
    self.style = style
  }

  var declaration: CodeItem {
    let variables = request.variables
    let names = style.model.members(variables, reserved: Self.bodyNames)
    let parameters = zip(variables, names).map { variable, name -> Code in
      "\(name): \(type(of: variable))"
    }
    let values = zip(variables, names).map { variable, name -> Code in
      "\(text: variable.text): \(name)"
    }
    let all: [Code] = ["in context: NSManagedObjectContext"] + parameters
    let dictionary: Code = if values.isEmpty { "[:]" } else { "[\(list: values)]" }
    return .declaration(
      "\(style.types.access)class func \(name)(\(list: all)) throws -> \(result)", summary,
      [
        .line("let model = context.persistentStoreCoordinator?.managedObjectModel"),
        .line("let values: [String: Any] = \(dictionary)"),
        .line("let request = model?.fetchRequestFromTemplate("),
        .line("  withName: \(text: request.name.text), substitutionVariables: values)"),
      ] + answer)
  }

  /// The names in the body.
  private static let bodyNames: Set<String> = ["context", "model", "request", "result", "values"]

  private var result: Code {
    switch request.result {
    case .objects: "[\(style.className(of: request.entity))]"
    case .objectIDs: "[NSManagedObjectID]"
    case .dictionaries: "[[String: Any]]"
    case .count: "Int"
    }
  }

  /// The statements that run the request. A model without it is an error.
  private var answer: [CodeItem] {
    let fetch: Code
    let statement: Code
    if request.result == .count {
      fetch = ""
      statement = "return try context.count(for: request)"
    } else {
      fetch = ", let result = try context.fetch(request) as? \(result)"
      statement = "return result"
    }
    let words = "the model has no fetch request '\(request.name)' with such results"
    return [
      .statement(
        "guard let request\(fetch) else",
        [
          .line("let info = [NSLocalizedDescriptionKey: \(text: words)]"),
          .line("throw NSError(domain: NSCocoaErrorDomain, code: NSCoreDataError, userInfo: info)"),
        ]),
      .line(statement),
    ]
  }

  /// The condition in the language of predicates.
  private var summary: String? {
    guard let predicate = request.predicate, predicate != ManagedRequest.unreadable else {
      return nil
    }
    return "Where \(predicate)."
  }

  /// The type of the attribute that a variable is compared with.
  private func type(of variable: Name) -> Code {
    guard let entity = style.managed.entity(named: request.entity),
      let path = request.path(comparedWith: variable)
    else { return "Any" }
    let attribute = style.managed.lineage(of: entity).lazy
      .compactMap { $0.attribute(named: path) }.first
    guard let attribute else { return "Any" }
    switch attribute.type {
    case .int16, .int32, .int64: return "Int64"
    case .double, .float: return "Double"
    case .boolean: return "Bool"
    case .string: return "String"
    case .date: return "Date"
    case .uuid: return "UUID"
    case .uri: return "URL"
    default: return "Any"
    }
  }
}

extension ManagedRequest {
  private var syntax: PredicateSyntax? {
    predicate.flatMap { try? PredicateSyntax.parse(SourceText($0)) }
  }

  /// The variables, each once, in the order of the text.
  fileprivate var variables: [Name] { syntax?.captures ?? [] }

  /// The attribute that a variable is compared with; nil if there is none, or if there are several.
  fileprivate func path(comparedWith variable: Name) -> Name? {
    guard let syntax else { return nil }
    var paths: Set<Name> = []
    var rest: [PredicateSyntax] = [syntax]
    while let next = rest.popLast() {
      rest += next.kind.children
      switch next.kind {
      case .compare(let left, _, _, let right), .textTest(let left, _, _, let right):
        for (name, value) in [(left.kind, right.kind), (right.kind, left.kind)] {
          if case .name(let path) = name, value == .capture(variable) { paths.insert(path) }
        }
      default: break
      }
    }
    if paths.count == 1 { return paths.first }
    return nil
  }
}
