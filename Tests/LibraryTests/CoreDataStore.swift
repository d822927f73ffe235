import CSQLite
import Testing

/// A store of Core Data without a cached model, whose columns describe it.
enum CoreDataStore {
  static func make(at path: String) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    try #require(sqlite3_open(path, &connection) == SQLITE_OK)
    let result = sqlite3_exec(connection, sql, nil, nil, nil)
    try #require(result == SQLITE_OK)
  }

  private static let sql = """
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
    INSERT INTO Z_METADATA VALUES (1, 'A', CAST('<plist><dict/></plist>' AS BLOB));
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Animal', 0, 2);
    CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLEGS INTEGER);
    INSERT INTO ZANIMAL VALUES (1, 1, 1, 4), (2, 1, 1, 2);
    """
}
