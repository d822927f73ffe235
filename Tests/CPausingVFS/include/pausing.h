// A VFS for tests, "pausing": it is the default one, but a checkpoint can be held at the one place
// where SQLite's WAL-reset bug strikes.
#ifndef FLAGDB_PAUSING_VFS_H
#define FLAGDB_PAUSING_VFS_H

#include <sqlite3.h>

/// Registers it; SQLITE_OK or an error code of SQLite.
int pausing_register(void);

/// Calls `meanwhile` once, in the next checkpoint of this connection: after it has read how long the
/// log is, before it reads how much of that is in the file. The log must have changed since the
/// connection last used it. SQLITE_OK, or an error code if the file was not opened with this VFS.
int pausing_arm(sqlite3 *database, void (*meanwhile)(void *context), void *context);

#endif
