// What Swift cannot say of sqlite3.h by itself: its variadic functions and its pointer constants.
#ifndef FLAGDB_CSQLITE_SHIM_H
#define FLAGDB_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Sets one of the boolean options of sqlite3_db_config.
static inline int flagdb_db_config(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/// Binds text that SQLite copies; no address is the empty text, not NULL.
static inline int flagdb_bind_text(
    sqlite3_stmt *statement, int index, const char *text, long long length) {
  return sqlite3_bind_text64(
      statement, index, text ? text : "", (sqlite3_uint64)length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies; no address is no bytes, not NULL.
static inline int flagdb_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, long long length) {
  return sqlite3_bind_blob64(
      statement, index, bytes ? bytes : "", (sqlite3_uint64)length, SQLITE_TRANSIENT);
}

/// Answers with text that SQLite copies.
static inline void flagdb_result_text(
    sqlite3_context *context, const char *text, long long length) {
  sqlite3_result_text64(
      context, text ? text : "", (sqlite3_uint64)length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Answers with bytes that SQLite copies.
static inline void flagdb_result_blob(
    sqlite3_context *context, const void *bytes, long long length) {
  sqlite3_result_blob64(
      context, bytes ? bytes : "", (sqlite3_uint64)length, SQLITE_TRANSIENT);
}

// Not every build of SQLite tells where a column comes from; where it does not, nobody knows.
#pragma weak sqlite3_column_database_name
#pragma weak sqlite3_column_table_name
#pragma weak sqlite3_column_origin_name

/// The table of the main database that a column of an answer comes from unchanged, or no address.
static inline const char *flagdb_column_table(sqlite3_stmt *statement, int index) {
  if (!sqlite3_column_database_name || !sqlite3_column_table_name) return (const char *)0;
  const char *database = sqlite3_column_database_name(statement, index);
  if (!database || sqlite3_stricmp(database, "main") != 0) return (const char *)0;
  return sqlite3_column_table_name(statement, index);
}

/// The name that such a column has in its table, or no address.
static inline const char *flagdb_column_origin(sqlite3_stmt *statement, int index) {
  return sqlite3_column_origin_name ? sqlite3_column_origin_name(statement, index)
                                    : (const char *)0;
}

// Extended result codes are sums of macros, which Swift does not see.
static const int flagdb_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int flagdb_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int flagdb_constraint_not_null = SQLITE_CONSTRAINT_NOTNULL;
static const int flagdb_constraint_check = SQLITE_CONSTRAINT_CHECK;
static const int flagdb_constraint_datatype = SQLITE_CONSTRAINT_DATATYPE;
static const int flagdb_constraint_foreign_key = SQLITE_CONSTRAINT_FOREIGNKEY;
static const int flagdb_constraint_function = SQLITE_CONSTRAINT_FUNCTION;
static const int flagdb_constraint_trigger = SQLITE_CONSTRAINT_TRIGGER;
static const int flagdb_readonly_moved = SQLITE_READONLY_DBMOVED;
static const int flagdb_ioerr_unlock = SQLITE_IOERR_UNLOCK;
static const int flagdb_ioerr_read_lock = SQLITE_IOERR_RDLOCK;
static const int flagdb_ioerr_dir_fsync = SQLITE_IOERR_DIR_FSYNC;
static const int flagdb_ioerr_read = SQLITE_IOERR_READ;
static const int flagdb_ioerr_delete = SQLITE_IOERR_DELETE;
static const int flagdb_ioerr_short_read = SQLITE_IOERR_SHORT_READ;

#endif
