/// The effect on a record when the record that its foreign key refers to is deleted.
package enum DeletionAction: String, Hashable, Sendable {
  case cascade = "CASCADE"
  case restrict = "RESTRICT"
  case setNull = "SET NULL"
  case none = "NO ACTION"
}
