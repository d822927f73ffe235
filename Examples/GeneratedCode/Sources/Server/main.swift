import FlagDB
import Foundation

// A server that takes requests line by line and answers each with its number. Changes are made one
// after the other; questions are answered beside them, each from a view that does not change.
//
//     admit NAME [FLAG…]    discharge NAME    watched FLAG…    show NAME    count
//
// `Patient`, `Stage` and `Watch` are made of Ward.flagmodel by the build.

let path = CommandLine.arguments.dropFirst().first ?? "ward.db"
let database = try Database(at: path, for: Patient.self)

struct Refusal: Error, CustomStringConvertible {
  let description: String
}

func flags(_ names: some Sequence<Substring>) throws -> Watch {
  try names.reduce(into: []) { flags, name in
    guard let flag = Watch(name: String(name)) else {
      throw Refusal(description: "'\(name)' is none of \(Watch.allFlags)")
    }
    flags.formUnion(flag)
  }
}

func patient(_ name: String, in snapshot: Snapshot) throws -> Patient {
  let found = try snapshot.first(Patient.self, where: Condition("name == %@", [name]))
  guard let found else { throw Refusal(description: "nobody is called '\(name)'") }
  return found
}

/// Makes a change; nil for a request that asks.
func change(_ words: [Substring]) async throws -> String? {
  let name = words.count > 1 ? String(words[1]) : ""
  switch words.first {
  case "admit":
    let new = Patient(name: name, stage: .admitted, watch: try flags(words.dropFirst(2)))
    return try await database.write { change in
      if (try? patient(name, in: change)) != nil {
        throw Refusal(description: "'\(name)' is here already")
      }
      return "patient \(try change.insert(new))"
    }
  case "discharge":
    return try await database.write { change in
      var one = try patient(name, in: change)
      (one.stage, one.watch) = (.discharged, [])
      try change.update(one)
      return "\(name) \(one.stage)"
    }
  default: return nil
  }
}

/// Answers a question.
func answer(_ words: [Substring]) async throws -> String {
  switch words.first {
  case "watched":
    let wanted = try flags(words.dropFirst())
    return try await database.read { snapshot in
      try snapshot.fetch(
        where: #Predicate<Patient> { $0.watch.contains(wanted) }, sort: [.ascending(\.name)]
      ).map(\.name).joined(separator: " ")
    }
  case "show":
    let name = words.count > 1 ? String(words[1]) : ""
    return try await database.read { snapshot in
      let one = try patient(name, in: snapshot)
      return "\(one.name) \(one.stage) \(one.watch)"
    }
  case "count":
    let admitted = Stage.admitted
    return try await database.read { snapshot in
      "\(try snapshot.count(where: #Predicate<Patient> { $0.stage == admitted }))"
    }
  default: throw Refusal(description: "'\(words.first ?? "")' is no request")
  }
}

await withTaskGroup(of: Void.self) { group in
  var number = 0
  while let line = readLine() {
    number += 1
    let (request, words) = (number, line.split(separator: " "))
    do {
      if let done = try await change(words) {
        print(request, done)
        continue
      }
    } catch {
      print(request, "error: \(error)")
      continue
    }
    group.addTask {
      do {
        print(request, try await answer(words))
      } catch {
        print(request, "error: \(error)")
      }
    }
  }
}
