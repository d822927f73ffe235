// Faults on purpose, for tests alone: every call that touches a file of a watched folder is counted,
// fails when a plan says so, and is written down where a record is wanted.
#ifndef FLAGDB_FAULTS_H
#define FLAGDB_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The calls, as bits: those of SQLite, and those that the program makes itself.
enum {
  FAULT_OPEN = 1 << 0,
  FAULT_DELETE = 1 << 1,
  FAULT_ACCESS = 1 << 2,
  FAULT_READ = 1 << 3,
  FAULT_WRITE = 1 << 4,
  FAULT_TRUNCATE = 1 << 5,
  FAULT_SYNC = 1 << 6,
  FAULT_SIZE = 1 << 7,
  FAULT_LOCK = 1 << 8,
  FAULT_UNLOCK = 1 << 9,
  FAULT_SHM_MAP = 1 << 10,
  FAULT_SHM_LOCK = 1 << 11,
  FAULT_SHM_UNLOCK = 1 << 12,
  FAULT_SYSTEM_OPEN = 1 << 16,
  FAULT_SYSTEM_READ = 1 << 17,
  FAULT_SYSTEM_WRITE = 1 << 18,
  FAULT_SYSTEM_SYNC = 1 << 19,
  FAULT_SYSTEM_LINK = 1 << 20,
  FAULT_SYSTEM_RENAME = 1 << 21,
  FAULT_SYSTEM_UNLINK = 1 << 22,
};

/// The fate of the call.
enum {
  FAULT_NOTHING = 0,
  /// It fails as by a broken disk, in the way that belongs to the call.
  FAULT_ERROR,
  /// It fails as by a full disk.
  FAULT_FULL,
  /// It fails as by a lock of another program.
  FAULT_BUSY,
  /// It writes the first half, and fails as by a broken disk.
  FAULT_TORN,
  /// It writes the first half, and fails as by a full disk.
  FAULT_SHORT,
  /// It is made after a signal has been raised.
  FAULT_SIGNAL,
};

/// The call that fails, and its failure.
typedef struct {
  /// The bits of the calls that count.
  uint32_t calls;
  int32_t effect;
  int32_t signal;
  /// The first of them that fails, from 1; 0 for none.
  int64_t at;
  /// The number that fail in a row.
  int64_t length;
} fault_plan;

/// A folder whose files are watched. It lies in memory that a forked child shares.
typedef struct fault_watch fault_watch;

/// Watches a folder from now on; null where there is no room for one more. All files of other
/// folders are SQLite's alone, as before.
fault_watch *fault_watch_folder(const char *folder);
void fault_unwatch(fault_watch *watch);

/// Counts anew, and lets the plan hold from now on. What was recorded is forgotten.
void fault_arm(fault_watch *watch, fault_plan plan, bool records);
/// Nothing fails, counts or is recorded any more.
void fault_disarm(fault_watch *watch);

/// The number of calls that the plan has met.
int64_t fault_hits(const fault_watch *watch);
/// The number of calls of these kinds.
int64_t fault_count(const fault_watch *watch, uint32_t calls);
/// The bit of the call that failed first, or 0.
uint32_t fault_first_hit(const fault_watch *watch);
/// The bits of all calls that failed.
uint32_t fault_all_hits(const fault_watch *watch);

// MARK: The record

/// The orders to a disk, in their order.
enum {
  FAULT_EVENT_KNOWN = 1,
  FAULT_EVENT_CREATE,
  FAULT_EVENT_WRITE,
  FAULT_EVENT_TRUNCATE,
  FAULT_EVENT_SYNC,
  FAULT_EVENT_LINK,
  FAULT_EVENT_RENAME,
  FAULT_EVENT_UNLINK,
  FAULT_EVENT_SYNC_FOLDER,
  /// Bytes to standard output, which acknowledge.
  FAULT_EVENT_OUTPUT,
};

typedef struct {
  int32_t kind;
  /// A number for the file, whatever its name is then.
  int32_t file;
  int64_t offset;
  /// The bytes that follow: what was written; or names, each with its NUL.
  int64_t length;
} fault_event;

/// The first event, or the one after another; null at the end.
const fault_event *fault_next_event(const fault_watch *watch, const fault_event *event);
const void *fault_event_bytes(const fault_event *event);
/// True if all events are there.
bool fault_record_is_whole(const fault_watch *watch);

// MARK: For those who stand between a program and its system

/// The watch of a file, and its name in the watched folder; null where nobody watches.
fault_watch *fault_watch_of(const char *path, const char **name);
/// Counts a call; what is to happen to it.
int fault_meet(fault_watch *watch, uint32_t call);
void fault_note(fault_watch *watch, int kind, int file, int64_t offset, const void *bytes,
                int64_t length);
void fault_note_names(fault_watch *watch, int kind, const char *first, const char *second);
/// The number of the file that has a name; a new one where it has none.
int fault_file(fault_watch *watch, const char *name, bool is_new);
/// True if this thread is within a call of SQLite's own.
bool fault_is_inside(void);

#endif
