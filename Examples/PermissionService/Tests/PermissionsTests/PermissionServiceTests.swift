import FlagDB
import Permissions
import Testing

/// Each test has a database of its own in memory.
@Suite struct PermissionServiceTests {
  private let service: PermissionService

  init() async throws {
    service = PermissionService(try Database.inMemory(for: Member.self, Role.self))
    try await service.setRole("guest", allow: .read)
    try await service.setRole("author", allow: [.read, .write])
    try await service.setRole("muted", deny: [.write, .invite])
    try await service.addMember("Ann")
    try await service.addMember("Bob", granted: .invite)
  }

  @Test func rolesAddUp() async throws {
    try await service.give("guest", to: "Ann")
    #expect(try await service.permissions(of: "Ann") == .read)
    try await service.give("author", to: "Ann")
    #expect(try await service.permissions(of: "Ann") == [.read, .write])
  }

  @Test func aRoleDeniesWhatOthersAllow() async throws {
    try await service.give("author", to: "Bob")
    try await service.give("muted", to: "Bob")
    // What is granted to a member is not denied by a role.
    #expect(try await service.permissions(of: "Bob") == [.read, .invite])
  }

  @Test func theDatabaseFindsTheSameMembers() async throws {
    try await service.give("author", to: "Ann")
    try await service.give("author", to: "Bob")
    try await service.give("muted", to: "Bob")
    #expect(try await service.members(with: .read) == ["Ann", "Bob"])
    #expect(try await service.members(with: [.read, .write]) == ["Ann"])
    #expect(try await service.members(with: .invite) == ["Bob"])
  }

  @Test func aChangedRoleChangesItsMembers() async throws {
    try await service.give("guest", to: "Ann")
    try await service.setRole("guest", allow: [.read, .invite])
    #expect(try await service.permissions(of: "Ann") == [.read, .invite])
  }

  @Test func errorsSayWhatIsWrong() async throws {
    await #expect(throws: ServiceError.nameIsTaken) { try await service.addMember("Ann") }
    await #expect(throws: ServiceError.unknownMember("Cid")) {
      try await service.permissions(of: "Cid")
    }
    await #expect(throws: ServiceError.unknownRole("king")) {
      try await service.give("king", to: "Ann")
    }
    try await service.removeMember("Ann")
    await #expect(throws: ServiceError.unknownMember("Ann")) {
      try await service.removeMember("Ann")
    }
  }

  @Test func observersSeeEachChange() async throws {
    var changes = service.changes(of: "Ann").makeAsyncIterator()
    #expect(try await changes.next() == [])
    try await service.give("author", to: "Ann")
    #expect(try await changes.next() == [.read, .write])
    try await service.give("muted", to: "Ann")
    #expect(try await changes.next() == .read)
  }

  @Test func manyTasksAskAndChange() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...50 {
        group.addTask { [service] in
          try await service.addMember("member \(number)")
          try await service.give("author", to: "member \(number)")
          #expect(try await service.permissions(of: "member \(number)") == [.read, .write])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await service.members(with: .write).count == 50)
  }
}
