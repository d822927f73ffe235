import FlagDB
import Permissions

// Takes requests line by line, and answers each with its number. Changes run one after the other; questions run
// beside them, each on a snapshot of its own.
//
//     role NAME ALLOW [DENY]    member NAME [GRANTED]    give ROLE MEMBER    remove MEMBER
//     show MEMBER               who PERMISSIONS
//
// Permissions are names with | between them, or - for none.

let service = try PermissionService(at: CommandLine.arguments.dropFirst().first ?? "permissions.db")

struct BadRequest: Error, CustomStringConvertible {
  let description: String
}

func permissions(_ text: String) throws -> Permission {
  var permissions: Permission = []
  for name in text.split(separator: "|") where name != "-" {
    guard let permission = Permission(name: String(name)) else {
      throw BadRequest(description: "'\(name)' is none of \(Permission.allFlags)")
    }
    permissions.formUnion(permission)
  }
  return permissions
}

func change(_ words: [String]) async throws {
  switch (words[0], words.count) {
  case ("role", 3...4):
    let deny = words.count > 3 ? words[3] : ""
    try await service.setRole(
      words[1], allow: try permissions(words[2]), deny: try permissions(deny))
  case ("member", 2...3):
    let granted = words.count > 2 ? words[2] : ""
    try await service.addMember(words[1], granted: try permissions(granted))
  case ("give", 3): try await service.give(words[1], to: words[2])
  case ("remove", 2): try await service.removeMember(words[1])
  default: throw BadRequest(description: "'\(words.joined(separator: " "))' is no request")
  }
}

func answer(_ words: [String]) async throws -> String {
  if words[0] == "show" { return "\(try await service.permissions(of: words[1]))" }
  return try await service.members(with: try permissions(words[1])).joined(separator: " ")
}

await withTaskGroup(of: Void.self) { group in
  var number = 0
  while let line = readLine() {
    let words = line.split(separator: " ").map { String($0) }
    if words.isEmpty { continue }
    number += 1
    let request = number
    if ["show", "who"].contains(words[0]), words.count == 2 {
      group.addTask {
        do {
          print(request, try await answer(words))
        } catch {
          print(request, "error: \(error)")
        }
      }
    } else {
      do {
        try await change(words)
        print(request, "done")
      } catch {
        print(request, "error: \(error)")
      }
    }
  }
}
