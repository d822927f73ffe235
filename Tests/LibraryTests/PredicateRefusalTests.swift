import FlagDB
import Foundation
import Testing

extension Probe {
  fileprivate var isYoung: Bool { age < 20 }
}

private let beyond = Wide(rawValue: 1 << 64)
private let noNumber = Double.nan
private let names = ["S-1": 1]
private let ages = [1, 2]
private let places = [Place(street: "a", number: 1)]
private let part = 0..<1

/// Predicates that have no SQL, and what is said of each.
struct PredicateRefusal: CustomTestStringConvertible {
  let testDescription: String
  let predicate: Predicate<Probe>
  let message: String

  init(_ name: String, _ predicate: Predicate<Probe>, _ message: String) {
    testDescription = name
    self.predicate = predicate
    self.message = message
  }

  static let all: [PredicateRefusal] = [
    .init(
      "a property that is calculated", #Predicate { $0.isYoung },
      "a calculated property of 'Probe' (Bool) cannot become SQL"),
    .init(
      "a calculated property of flags", #Predicate { $0.markers.isOdd },
      "a calculated property of 'Markers' (Bool) cannot become SQL"),
    .init(
      "a part of an array", #Predicate { $0.tags[part].isEmpty },
      "a part of a list cannot become SQL"),
    .init(
      "an element of an array", #Predicate { $0.tags[0] == "new" }, "an index is not supported"),
    .init(
      "an element of a captured array", #Predicate { ages[$0.age] == 1 },
      "'[1, 2]' is not several values"),
    .init(
      "a captured dictionary", #Predicate { names[$0.code] == 1 },
      "a value of 'Dictionary<String, Int>' cannot become SQL"),
    .init(
      "a captured dictionary with a default", #Predicate { names[$0.code, default: 0] == 1 },
      "a value of 'Dictionary<String, Int>' cannot become SQL"),
    .init(
      "a list that contains a list", #Predicate { $0.tags.contains(["new"]) },
      "a list within a list cannot become SQL"),
    .init(
      "a list that begins with a list", #Predicate { $0.tags.starts(with: ["new"]) },
      "the start of a list cannot become SQL"),
    .init(
      "a value of no column", #Predicate { probe in places.contains { $0.number == probe.limit } },
      "a value of 'Array<Place>' cannot become SQL"),
    .init(
      "a flag beyond 64 bits", #Predicate { $0.wide.contains(beyond) },
      "a flag of 'Wide' that is not stored cannot become SQL"),
    .init(
      "no number", #Predicate { $0.score < noNumber },
      "a value that is not a number cannot become SQL"),
    .init(
      "is another type",
      Predicate {
        PredicateExpressions.TypeCheck<_, Double>(
          PredicateExpressions.build_KeyPath(root: $0, keyPath: \.age))
      }, "a cast from 'Int' to 'Double' cannot become SQL"),
  ]
}

/// What has no SQL is refused with its name.
@Suite("#Predicate, refused")
struct PredicateRefusalTests {
  @Test("names what cannot become SQL", arguments: PredicateRefusal.all)
  func refuses(example: PredicateRefusal) throws {
    let error = #expect(throws: DatabaseError.self) {
      try PredicateTests.database.get().read { try $0.fetch(where: example.predicate) }
    }
    #expect(error?.message == example.message)
  }
}

#if os(Linux)
  /// The types of which the trees of Foundation are made, as its libraries name them.
  @Suite("The types of expressions")
  struct ExpressionTypeTests {
    @Test("each has a predicate in the tables")
    func allTypes() throws {
      let examples = PredicateCase.all.map(\.predicate) + PredicateRefusal.all.map(\.predicate)
      var used: Set<Substring> = []
      for example in examples {
        used.formUnion(
          "\(type(of: example.expression))".split { !$0.isLetter && !$0.isNumber })
      }
      // These are parts of expressions.
      let parts: Set<Substring> = [
        "ArithmeticOperator", "ComparisonOperator", "PredicateRegex", "VariableID", "Operator",
        // No tree can have it where Foundation's `Expression` is not Codable.
        "ExpressionEvaluate",
      ]
      let known = try Self.known()
      #expect(known.contains("SequenceMaximum"))
      #expect(known.subtracting(used).subtracting(parts) == [])
    }

    /// The names of the structs in `PredicateExpressions`.
    private static func known() throws -> Set<Substring> {
      let maps = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/maps")).readToEnd()
      let lines = String(decoding: maps ?? Data(), as: UTF8.self).split(separator: "\n")
      let libraries = Set(
        lines.filter { $0.contains("/libFoundation") }.compactMap { line in
          line.firstIndex(of: "/").map { line[$0...] }
        })
      var names: Set<Substring> = []
      for library in libraries {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: String(library)))
        for symbol in bytes.split(separator: 0) where symbol.starts(with: "$s20FoundationEss".utf8)
        {
          guard symbol.suffix(3).elementsEqual("VMn".utf8),
            let name = demangled(String(decoding: symbol, as: UTF8.self)),
            let place = name.range(of: "FoundationEssentials.PredicateExpressions.")
          else { continue }
          names.formUnion(name[place.upperBound...].split(separator: ".").prefix(1))
        }
      }
      return names
    }

    private static func demangled(_ symbol: String) -> String? {
      guard let text = demangledName(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
      defer { free(text) }
      return String(cString: text)
    }
  }

  // The runtime's own, which no module declares.
  @_silgen_name("swift_demangle")
  private func demangledName(
    _ symbol: UnsafePointer<CChar>?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
  ) -> UnsafeMutablePointer<CChar>?
#endif
