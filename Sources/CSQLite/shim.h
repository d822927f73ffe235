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

// Extended result codes are sums of macros, which Swift does not see.
static const int flagdb_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int flagdb_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int flagdb_constraint_foreign_key = SQLITE_CONSTRAINT_FOREIGNKEY;
static const int flagdb_constraint_trigger = SQLITE_CONSTRAINT_TRIGGER;

#endif
