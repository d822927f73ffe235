package import FlagModel

/// A piece of a query or a definition that engines write differently, though it means the same to
/// all of them.
package enum SQLClause: Hashable, Sendable {
  // MARK: Queries

  /// The elements of an array, as a table with the columns `value` and `key`, which counts them; of
  /// the array and the name of the table.
  case elements(AttributeType)
  /// The elements of an array of this type, and of the arrays in it, as a table with the column `item`; of
  /// the array and the name of the table. What is no array has none.
  case leaves(AttributeType)
  /// The entries of a dictionary in the same way, `key` being their keys; of the type of their values.
  case entries(AttributeType)
  /// The answer of a query as a table; of the query and of a name, which some engines insist on.
  case rows
  /// A table behind JOIN whose every row goes with every row before it.
  case pairing
  /// The parts of a recursive query that go on from its own table, `place` and `record`; of the name of that table
  /// and, for each part, of what it selects, its other table and its condition.
  case recursion
  /// Before a query: `flagdb_bits`, a table with 0 and each of 64 bits as the numbers in `bit`.
  case everyBit
  /// A column by which records are put together that are read anyway: to walk an index on it would
  /// fetch them one by one.
  case scanned
  /// A column of this type in the list of a query, under its own name and in the form of calculations.
  case listed(AttributeType)
  /// A key of an order; NULL comes before every value, and so last in what descends.
  case ascending, descending
  /// A text in the order of its bytes in UTF-8, whatever order its column has.
  case byBytes
  /// The value after LIMIT if every row is wanted.
  case unlimited
  /// A query that answers 1 if the columns of the table of that name can hold nothing but what they
  /// are declared for.
  case strictness

  /// INSERT, where an engine can keep the records before the one that it refuses.
  case keepingInsert
  /// The text behind INSERT … ON CONFLICT DO UPDATE, with a blank before it, by which it answers with 1 for
  /// each record that is new and with 0 for each that was changed; nothing where the engine tells it otherwise.
  case tellingInsertions
  /// The text after the columns of an INSERT, with a blank before it, by which a table whose keys are given by
  /// the engine alone takes those of records that come from elsewhere.
  case givenKeys(Name)
  /// The key of a new record of a table: that of the piece, or the next one for NULL.
  case newKey(table: Name, column: Name)

  // MARK: Definitions

  /// The name of a table in its own definition and behind REFERENCES.
  case definedTable(Name)
  /// The text behind a column, with a blank before it, that makes it a foreign key and says what becomes
  /// of its record; nothing where a table cannot refer to one that is made after it.
  case reference(Name, onDelete: DeletionAction?)
  /// The text behind a foreign key, with a blank before it, that lets it be looked at when a transaction
  /// is kept; nothing where that needs no saying.
  case deferrable
  /// The type of a column.
  case columnType(AttributeType)
  /// The type of a primary key that the engine numbers by itself; of a column and its table.
  case keyType(Name, of: Name)
  /// The text after the last bracket of CREATE TABLE, and the statements that spread its records; the primary
  /// key of pairs is two columns.
  case tableOptions(of: Name, isOfPairs: Bool)
  /// The statement that makes a trigger; of the statement that the trigger runs.
  case trigger(DeletionTrigger)
  /// The statement that takes a trigger of a table away, with all that was made for it.
  case triggerRemoval(Name, of: Name)
  /// The statement of a trigger that keeps its record while a query has an answer, and says why; of
  /// the query.
  case refusal(String)
}
