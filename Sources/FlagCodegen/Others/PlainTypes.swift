import FlagModel

/// The type names of a language for plain structs: a table, and one algorithm for all languages.
struct PlainTypes {
  /// A type of the language, and its imports.
  struct Word {
    let code: Code
    var module: Code?

    init(_ code: Code, from module: Code? = nil) {
      self.code = code
      self.module = module
    }
  }

  let integer: @Sendable (IntegerType) -> Code
  let bool: Code
  let double: Code
  let float: Code
  let string: Code
  let data: Code
  let decimal: Word
  let date: Word
  let uuid: Word
  let url: Word
  /// A value of unknown type, and a case with associated values.
  let any: Code
  let list: @Sendable (Code) -> Code
  let set: @Sendable (Code) -> Code
  let dictionary: @Sendable (Code, Code) -> Code
  let optional: @Sendable (Code) -> Code
  /// A struct within JSON, which may contain itself indirectly.
  var object: @Sendable (Code) -> Code = { $0 }

  /// The type of a member. Its imports are added.
  func code(_ kind: PlainMember.Kind, in model: CodeModel, _ imports: inout Set<Code>) -> Code {
    switch kind {
    case .value(let type): code(type, in: model, &imports)
    case .structure(let name): Code(model.name(of: name))
    }
  }

  private func code(
    _ type: AttributeType, in model: CodeModel, _ imports: inout Set<Code>
  ) -> Code {
    switch type {
    case .bool: return bool
    case .integer(let type): return integer(type)
    case .double: return double
    case .float: return float
    case .string: return string
    case .data: return data
    case .decimal: return code(decimal, &imports)
    case .date: return code(date, &imports)
    case .uuid: return code(uuid, &imports)
    case .url: return code(url, &imports)
    case .array(let element, isSet: true): return set(code(element, in: model, &imports))
    case .array(let element, isSet: false): return list(code(element, in: model, &imports))
    case .flags(let flags):
      guard let enumeration = flags.enumeration else { return Code(model.name(of: flags.name)) }
      return set(Code(model.name(of: enumeration.name)))
    case .enumeration(let enumeration): return Code(model.name(of: enumeration.name))
    case .json(.object(let name, _)): return object(Code(model.name(of: name)))
    case .json(.dictionary(let key, let value)):
      let key = code(key, in: model, &imports)
      return dictionary(key, code(value.type, in: model, &imports))
    case .json(.optional(let type)): return optional(code(type, in: model, &imports))
    case .json(.cases), .any: return any
    }
  }

  private func code(_ word: Word, _ imports: inout Set<Code>) -> Code {
    if let module = word.module { imports.insert(module) }
    return word.code
  }
}
