import FlagModel

/// The types of a model as a tree of nested types.
struct TypeNode {
  enum Kind {
    case type(NamedType)
    case entity(Entity)
    /// A surrounding name that is not a type of the model.
    case namespace
    /// A type that other code declares.
    case foreign
  }

  let name: Name
  var kind: Kind
  private(set) var children: [TypeNode] = []

  /// The types and entities at the outermost level, in the order of the model.
  static func roots(of model: CodeModel) -> [TypeNode] {
    var root = TypeNode(name: "", kind: .namespace)
    for type in model.schema.types where !model.declaredElsewhere.contains(type.name) {
      root.add(.type(type), at: type.name, model)
    }
    for entity in model.schema.entities where !model.declaredElsewhere.contains(entity.name) {
      root.add(.entity(entity), at: entity.name, model)
    }
    return root.children
  }

  private mutating func add(_ kind: Kind, at path: Name, _ model: CodeModel) {
    let depth = name.parts.count + 1
    let here = Name(path: path.parts.prefix(depth))
    let place = children.firstIndex { $0.name == here } ?? children.endIndex
    if place == children.endIndex {
      // A type of Swift may contain types of the app.
      let isForeign = model.declaredElsewhere.contains(here) || here.isTypeOfSwift
      let kind: Kind = if isForeign { .foreign } else { .namespace }
      children.append(TypeNode(name: here, kind: kind))
    }
    if here == path {
      children[place].kind = kind
    } else {
      children[place].add(kind, at: path, model)
    }
  }
}
