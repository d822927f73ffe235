public import FlagModel

/// `name=value` as it was written, before anything is known of the model.
public struct AssignmentSyntax: Hashable, Sendable {
  public enum Operation: String, Hashable, Sendable {
    case set = "="
    case add = "+="
    case remove = "-="
    case toggle = "^="
  }

  /// What stands on the right.
  public enum Given: Hashable, Sendable {
    case null
    /// As people type it.
    case text(WordSyntax)
    /// From a format that has types of its own; already what the attribute stores.
    case value(Value)
    /// The records of a to-many relationship, one by one.
    case list([WordSyntax])
  }

  public let name: NameSyntax
  public let operation: Operation
  public let given: Given

  public init(name: NameSyntax, operation: Operation = .set, given: Given) {
    self.name = name
    self.operation = operation
    self.given = given
  }

  /// Where the value is typed; the name, where it is typed elsewhere.
  var valuePlace: SourcePlace {
    if case .text(let word) = given { word.place } else { name.place }
  }

  /// Reads `name=value`, `name+=value`, `name-=value`, `name^=value` or `name:null`.
  public static func parse(_ source: SourceText) throws(Diagnostic) -> AssignmentSyntax {
    let bytes = source.utf8
    let null = Array(":null".utf8)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      guard bytes.suffix(null.count).elementsEqual(null), bytes.count > null.count else {
        throw Diagnostic(
          "expected NAME=VALUE, found '\(source.text(0..<bytes.count))'",
          at: SourcePlace(source, 0..<bytes.count),
          hint: "as in code=S-17, markers+=HRM or note:null")
      }
      let end = bytes.count - null.count
      return AssignmentSyntax(name: try name(in: source, until: end), given: .null)
    }
    let sign = equals > 0 ? Character(Unicode.Scalar(bytes[equals - 1])) : " "
    let operation = Operation(rawValue: "\(sign)=") ?? .set
    let name = try name(in: source, until: operation == .set ? equals : equals - 1)
    let value = equals + 1..<bytes.count
    return AssignmentSyntax(
      name: name, operation: operation,
      given: .text(WordSyntax(source.text(value), at: SourcePlace(source, value))))
  }

  private static func name(
    in source: SourceText, until end: Int
  ) throws(Diagnostic) -> NameSyntax {
    guard end > 0 else {
      throw Diagnostic("expected a name before '='", at: SourcePlace(source, 0..<end))
    }
    return NameSyntax(source.text(0..<end), at: SourcePlace(source, 0..<end))
  }
}
