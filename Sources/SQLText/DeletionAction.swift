/// The fate of a record whose foreign key leads to one that is deleted.
package enum DeletionAction: String, Hashable, Sendable {
  case cascade = "CASCADE"
  case restrict = "RESTRICT"
  case setNull = "SET NULL"
  case none = "NO ACTION"
}
