import FlagDB

/// What somebody may do in a room.
@Flags public struct Permission: OptionSet {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static var read: Self
  public static var write: Self
  public static var invite: Self
  public static var remove: Self
}

/// A role allows something, or denies it whatever other roles allow.
@Entity public struct Role {
  public var id: Key<Role>?
  @Attribute(.unique) public var name: String
  public var allow: Permission = []
  public var deny: Permission = []
}

@Entity public struct Member {
  public var id: Key<Member>?
  @Attribute(.unique) public var name: String
  /// What the member may do in any case.
  public var granted: Permission = []
  public var roles: [Role] = []
}

extension Member {
  /// What the member may do, if the roles have been read.
  var effective: Permission {
    var allowed: Permission = []
    var denied: Permission = []
    for role in roles {
      allowed.formUnion(role.allow)
      denied.formUnion(role.deny)
    }
    return allowed.subtracting(denied).union(granted)
  }

  /// The same in the language of conditions, for the database.
  static let effectiveInDatabase = "roles.allow.union.subtracting(roles.deny.union).union(granted)"
}
