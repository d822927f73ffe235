// Locks of a write-ahead log that keep SQLite's WAL-reset bug away, as a VFS over another one.
// See Documentation/Decisions/checkpoints-and-log-resets-exclude-each-other.md.
#ifndef FLAGDB_LOGGUARD_H
#define FLAGDB_LOGGUARD_H

#include <stdbool.h>

/// The name of a VFS with two rules for the logs of databases that are opened with it: a log is begun
/// anew only while nobody checkpoints it; and, if `writers_wait`, a checkpoint runs only while nobody
/// writes. All else is done by the VFS named `base`, or by the default one of the moment if that is
/// null. Null where there is no such VFS, or no memory.
const char *flagdb_log_guard(const char *base, bool writers_wait);

#endif
