import FlagModel

@testable import FlagCodegen

/// A program that prints the raw values of all flags and cases, and those of masks with fields, in one
/// style's language.
struct ValuePrinting {
  let style: CodeStyle
  let source: CodeSource

  /// The words of a language for what is printed.
  private struct Words {
    var model: CodeModel
    var own: (flags: Set<String>, cases: Set<String>) = ([], [])
    /// A flag or a case of a type.
    var member: (_ type: Name, _ member: Identifier) -> String
    var raw: (_ mask: String) -> String
    var rawOfCase: (_ value: String, Enumeration.RawType) -> String
    var printInteger: (_ value: String) -> String
    var printText: (_ value: String) -> String
    var printReal: (_ value: String) -> String
    var field: (_ set: Name, _ field: Identifier, _ value: String) -> (mask: String, value: String)
  }

  /// The statements, in the order of `expected`.
  func statements() -> [String] {
    let words = words
    var lines: [String] = []
    for set in source.schema.flagSets {
      let flags = words.model.flags(of: set, reserved: words.own.flags)
      lines += flags.map { words.printInteger(words.raw(words.member(set.name, $0.name))) }
      for (field, name) in zip(
        set.fields, words.model.members(set.fields.map(\.name), reserved: words.own.flags))
      {
        guard let enumeration = field.enumeration else { continue }
        for one in words.model.cases(of: enumeration, reserved: words.own.cases) {
          let value = words.member(enumeration.name, one.name)
          let made = words.field(set.name, name, value)
          lines.append(words.printInteger(words.raw(made.mask)))
          lines.append(words.printInteger(words.rawOfCase(made.value, enumeration.rawType)))
        }
      }
    }
    for enumeration in source.schema.enumerations where !enumeration.cases.isEmpty {
      for one in words.model.cases(of: enumeration, reserved: words.own.cases) {
        let value = words.rawOfCase(words.member(enumeration.name, one.name), enumeration.rawType)
        switch one.value.rawValue {
        case .integer: lines.append(words.printInteger(value))
        case .real: lines.append(words.printReal(value))
        default: lines.append(words.printText(value))
        }
      }
    }
    return lines
  }

  /// The lines that every program prints: what the model says. A text is the numbers of its bytes.
  static func expected(of schema: Schema) -> [String] {
    var lines: [String] = []
    for set in schema.flagSets {
      lines += (set.flags + set.combinations).map { "\(set.stored($0.mask))" }
      for field in set.fields {
        for one in field.enumeration?.cases ?? [] {
          guard case .integer(let number) = one.rawValue, let bits = field.bits(of: one.rawValue)
          else { continue }
          lines += ["\(set.stored(bits))", "\(number)"]
        }
      }
    }
    for one in schema.enumerations.flatMap(\.cases) {
      switch one.rawValue {
      case .integer(let number): lines.append("\(number)")
      case .real(let number): lines.append("\(number)")
      case .text(let text): lines.append(text.utf8.map { "\($0)" }.joined(separator: " "))
      case .null, .blob: break
      }
    }
    return lines
  }

  private var words: Words {
    switch style {
    case .python: python
    case .javascript, .typescript: javaScript
    case .c: c
    case .rust: rust
    case .kotlin: kotlin
    default: swift
    }
  }

  private var swift: Words {
    let model = CodeModel(source.schema, in: .swift, nests: true)
    func name(_ type: Name) -> String { model.path(of: type).map(\.text).joined(separator: ".") }
    return Words(
      model: model, member: { "\(name($0)).\($1.text)" }, raw: { "\($0).rawValue" },
      rawOfCase: { value, _ in "\(value).rawValue" },
      printInteger: { "print(Int64(truncatingIfNeeded: \($0)))" },
      printText: { "print(\($0).utf8.map { \"\\($0)\" }.joined(separator: \" \"))" },
      printReal: { "print(\($0))" },
      field: { set, field, value in
        (
          "{ var mask = \(name(set))(rawValue: 0); mask.\(field.text) = \(value); return mask }()",
          "{ var mask = \(name(set))(rawValue: 0); mask.\(field.text) = \(value); return mask.\(field.text) as \(value.split(separator: ".").dropLast().joined(separator: "."))? }()!"
        )
      })
  }

  private var python: Words {
    let model = CodeModel(source.schema, in: .python)
    return Words(
      model: model, own: (PythonStyle.reservedNames, PythonStyle.reservedNames),
      member: { "\(model.name(of: $0).text).\($1.text)" }, raw: { "\($0).stored" },
      rawOfCase: { value, _ in "\(value).value" },
      printInteger: { "print(\($0))" },
      printText: { "print(' '.join(str(b) for b in \($0).encode()))" },
      printReal: { "print(\($0))" },
      field: { set, field, value in
        let mask = "\(model.name(of: set).text)(0).with_\(field.plain)(\(value))"
        return (mask, "\(mask).\(field.text)")
      })
  }

  private var javaScript: Words {
    let model = CodeModel(source.schema, in: .javaScript)
    // Members of objects have the names of the model.
    let plain = CodeModel(source.schema, in: .sql)
    var texts: [Identifier: Name] = [:]
    for set in source.schema.flagSets {
      for (flag, name) in plain.flags(of: set) { texts[name] = flag.name }
    }
    for enumeration in source.schema.enumerations {
      for (one, name) in plain.cases(of: enumeration) { texts[name] = one.name }
    }
    return Words(
      model: plain,
      member: { type, member in
        let text = CodeLanguage.javaScript.literal((texts[member] ?? "").text)
        return "\(model.name(of: type).text)[\(text)]"
      }, raw: { $0 }, rawOfCase: { value, _ in value },
      printInteger: { "console.log(String(\($0)));" },
      printText: { "console.log([...new TextEncoder().encode(\($0))].join(' '));" },
      printReal: { "console.log(\($0) === 1e-7 ? '1e-07' : String(\($0)));" },
      field: { set, field, value in
        var scope = NameScope(.javaScript)
        let name = scope.spelling(of: Name(field.text)).text
        let owner = model.name(of: set).text
        let mask = "\(owner)_with_\(name)(0, \(value))"
        return (mask, "\(owner)_\(name)(\(mask))")
      })
  }

  private var c: Words {
    let model = CodeModel(source.schema, in: .c)
    func name(_ type: Name) -> String { model.name(of: type).text }
    return Words(
      model: model, own: ([], ["fallback"]), member: { "\(name($0))_\($1.text)" }, raw: { $0 },
      rawOfCase: { value, _ in value },
      printInteger: { "printf(\"%lld\\n\", (long long)(\($0)));" },
      printText: { "bytes(\($0));" }, printReal: { "printf(\"%g\\n\", \($0));" },
      field: { set, field, value in
        let mask = "\(name(set))_with_\(field.plain)(0, \(value))"
        return (mask, "\(name(set))_get_\(field.text)(\(mask))")
      })
  }

  private var rust: Words {
    let model = CodeModel(source.schema, in: .rust)
    return Words(
      model: model, own: (RustStyle.reservedNames, RustStyle.reservedNamesOfEnums),
      member: { "\(model.name(of: $0).text)::\($1.text)" }, raw: { "\($0).bits()" },
      rawOfCase: { value, _ in "\(value).raw_value()" },
      printInteger: { "println!(\"{}\", (\($0)) as i64);" },
      printText: {
        "println!(\"{}\", \($0).bytes().map(|b| b.to_string()).collect::<Vec<_>>().join(\" \"));"
      },
      printReal: {
        "println!(\"{}\", if \($0) == 1e-7 { \"1e-07\".into() } else { \($0).to_string() });"
      },
      field: { set, field, value in
        let owner = model.name(of: set).text
        let isOptional =
          source.schema.flagSets.first { $0.name == set }?.fields
          .first { model.members([$0.name])[0].text == field.text }?.isOptional == true
        let mask =
          "\(owner)::empty().with_\(field.plain)(\(isOptional ? "Some(\(value))" : value))"
        return (mask, "\(mask).\(field.text)()\(isOptional ? ".unwrap()" : "")")
      })
  }

  private var kotlin: Words {
    let model = CodeModel(source.schema, in: .kotlin)
    func name(_ type: Name) -> String { model.name(of: type).text }
    return Words(
      model: model, own: (KotlinStyle.reservedNames, KotlinStyle.reservedNamesOfEnums),
      member: { "\(name($0)).\($1.text)" }, raw: { "\($0).rawValue" },
      rawOfCase: { value, _ in "\(value).rawValue" },
      printInteger: { "println((\($0)).toLong())" },
      printText: { "println(\($0).toByteArray().map { it.toInt() and 255 }.joinToString(\" \"))" },
      printReal: { "println(\($0))" },
      field: { set, field, value in
        let raw = source.schema.flagSets.first { $0.name == set }?.rawType
        let zero = raw?.isSigned == false ? "0u" : "0"
        let mask =
          "\(name(set))(\(zero)).with\(field.plain.prefix(1).uppercased())\(field.plain.dropFirst())(\(value))"
        return (mask, "\(mask).\(field.text)!!")
      })
  }
}
