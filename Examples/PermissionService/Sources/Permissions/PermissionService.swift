import FlagDB
import Foundation

/// Says who may do what. It can be used from any number of tasks at the same time.
public struct PermissionService: Sendable {
  private let database: Database

  public init(_ database: Database) {
    self.database = database
  }

  /// Opens the file of the service, and creates it at the first time.
  public init(at path: String) throws {
    self.init(try Database(at: path, for: Member.self, Role.self, growing: true))
  }

  // MARK: Changes

  public func addMember(_ name: String, granted: Permission = []) async throws {
    try await translating {
      _ = try await database.write { change in
        try change.insert(Member(name: name, granted: granted))
      }
    }
  }

  /// Creates a role, or changes what it allows and denies.
  public func setRole(
    _ name: String, allow: Permission = [], deny: Permission = []
  ) async throws {
    try await database.write { change in
      try change.upsert(Role(name: name, allow: allow, deny: deny))
    }
  }

  public func give(_ role: String, to member: String) async throws {
    try await database.write { change in
      var member = try Self.member(member, in: change)
      let role = try Self.role(role, in: change)
      guard !member.roles.contains(where: { $0.id == role.id }) else { return }
      member.roles.append(role)
      try change.update(member)
    }
  }

  public func removeMember(_ name: String) async throws {
    try await database.write { change in
      let count = try change.delete(where: #Predicate<Member> { $0.name == name })
      guard count > 0 else { throw ServiceError.unknownMember(name) }
    }
  }

  // MARK: Questions

  public func permissions(of name: String) async throws -> Permission {
    try await database.read { try Self.member(name, in: $0).effective }
  }

  /// The members who may do all of this, found by the database.
  public func members(with wanted: Permission) async throws -> [String] {
    try await database.read { snapshot in
      try snapshot.fetch(
        Member.self,
        where: Condition("\(Member.effectiveInDatabase) has %@", [wanted.description]),
        sort: [.ascending(\.name)]
      ).map(\.name)
    }
  }

  /// What a member may do, now and after each change.
  public func changes(
    of name: String
  ) -> AsyncThrowingStream<Permission, any Error> {
    database.observe { try Self.member(name, in: $0).effective }
  }

  private static func member(_ name: String, in snapshot: Snapshot) throws -> Member {
    let member = try snapshot.first(
      where: #Predicate<Member> { $0.name == name }, with: [.all(\.roles)])
    guard let member else { throw ServiceError.unknownMember(name) }
    return member
  }

  private static func role(_ name: String, in snapshot: Snapshot) throws -> Role {
    let role = try snapshot.first(where: #Predicate<Role> { $0.name == name })
    guard let role else { throw ServiceError.unknownRole(name) }
    return role
  }

  /// Replaces an error of the database by one of the service, where a client can do something about it.
  private func translating(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as DatabaseError where error.code == .unique {
      throw ServiceError.nameIsTaken
    }
  }
}

public enum ServiceError: Error, Hashable, CustomStringConvertible {
  case unknownMember(String)
  case unknownRole(String)
  case nameIsTaken

  public var description: String {
    switch self {
    case .unknownMember(let name): "there is no member '\(name)'"
    case .unknownRole(let name): "there is no role '\(name)'"
    case .nameIsTaken: "the name is taken"
    }
  }
}
