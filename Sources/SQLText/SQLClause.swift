package import FlagModel

/// A part of a query or a definition that has the same meaning, but different SQL, in each engine.
package enum SQLClause: Hashable, Sendable {
  // MARK: Queries

  /// The elements of an array as a table with the columns `value` and `key`, the index. Pieces: the
  /// array and the name of the table.
  case elements(AttributeType)
  /// The same for an array of a server, which may have several dimensions. The elements of all are
  /// in one row, as for the server itself.
  case elementsOfDimensions(AttributeType)
  /// The elements of an array of this type and of its nested arrays, as a table with the column
  /// `item`. A value that is not an array has no elements. Pieces: the array and the name of the
  /// table.
  case leaves(AttributeType)
  /// The entries of a dictionary as a table with the columns `value` and `key`. The type is that of
  /// the values.
  case entries(AttributeType)
  /// The result of a query as a table. Pieces: the query and an alias, which some engines require.
  case rows
  /// A joined table whose every row is combined with every earlier row.
  case pairing
  /// The recursive parts of a query, which read its own table with the columns `place` and
  /// `record`. Pieces: the name of that table and, for each part, its result columns, its other
  /// table and its condition.
  case recursion
  /// A WITH clause before a query: `flagdb_bits`, a table whose column `bit` contains 0 and each of
  /// 64 bits.
  case everyBit
  /// A grouping column for records that are read by a scan anyway. The clause prevents an index
  /// scan, which would fetch the records one by one.
  case scanned
  /// A column of this type in a SELECT list, with its own name and in the form for calculations.
  case listed(AttributeType)
  /// A sort key. NULL comes first in ascending order, and last in descending order.
  case ascending, descending
  /// A text as a sort key by its bytes in UTF-8, whatever collation its column has.
  case byBytes
  /// The value after LIMIT that returns every row.
  case unlimited
  /// A query that returns 1 if the columns of the table can only contain values of their declared
  /// types.
  case strictness

  /// INSERT that keeps earlier rows when one is refused, if the engine supports this.
  case keepingInsert
  /// The clause after INSERT … ON CONFLICT DO UPDATE, with a leading space, that returns 1 for each
  /// new record and 0 for each updated one. Empty if the engine reports this otherwise.
  case tellingInsertions
  /// ` AS …` after a calculated column of a query. Empty if the engine does not name such columns itself. PostgreSQL
  /// does, and ORDER BY prefers its names to the columns of the table.
  case heading(Name)
  /// The clause after the columns of an INSERT, with a leading space, that allows given keys in a
  /// table with generated keys.
  case givenKeys(Name)
  /// The key of a new record: the given piece, or the next key for NULL.
  case newKey(table: Name, column: Name)
  /// The key that the last new record of a table got.
  case lastKey(table: Name, column: Name)

  // MARK: Definitions

  /// The name of a table in its own definition and after REFERENCES.
  case definedTable(Name)
  /// The clause after a column, with a leading space, that makes it a foreign key with an action
  /// for deletions. Empty if the engine adds foreign keys later.
  case reference(Name, onDelete: DeletionAction?)
  /// The clause after a foreign key, with a leading space, that postpones its check to the commit.
  /// Empty if this is the default.
  case deferrable
  /// The type of a column.
  case columnType(AttributeType)
  /// The type of a primary key whose values the engine generates. The names are the column and its
  /// table.
  case keyType(Name, of: Name)
  /// The end of CREATE TABLE after the last bracket, and the statements that distribute the table.
  /// The primary key of a join table has two columns.
  case tableOptions(of: Name, isOfPairs: Bool)
  /// The statement that creates a trigger. Piece: the statement that the trigger runs.
  case trigger(DeletionTrigger)
  /// The statement that drops a trigger and its function.
  case triggerRemoval(Name, of: Name)
  /// The statement of a trigger that refuses a deletion with a reason if a query returns a row.
  /// Piece: the query.
  case refusal(String)
}
