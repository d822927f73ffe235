#include <sqlite3.h>

/// Binds a text that SQLite copies, which is a macro in C.
static inline int bind_copied_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
