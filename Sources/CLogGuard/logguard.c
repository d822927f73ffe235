#include "logguard.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The locks of a log as sqlite.org/walformat.html numbers them. Every version of SQLite that shares
// a log uses them in the same way.
enum { WRITE = 0, CHECKPOINT = 1, FIRST_READER = 4, READERS = 4 };
enum { TAKE = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE };
enum { RELEASE = SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE };

typedef struct {
  sqlite3_vfs vfs;
  sqlite3_vfs *base;
  bool writers_wait;
  char name[100];
} guard;

/// Stands behind the file of the base, whose methods it copies: reading and writing cost nothing
/// more.
typedef struct {
  sqlite3_io_methods methods;
  const sqlite3_io_methods *base;
  bool writers_wait;
  bool checkpoints;
  bool keeps_writers_out;
} guarded;

static guard *guard_of(sqlite3_vfs *vfs) { return (guard *)vfs; }
static sqlite3_vfs *base_of(sqlite3_vfs *vfs) { return guard_of(vfs)->base; }
static guarded *guarded_of(sqlite3_file *file) { return (guarded *)file->pMethods; }

/// Extra bytes begin where every type may stand.
static int size_before(const sqlite3_vfs *base) { return (base->szOsFile + 15) / 16 * 16; }

// MARK: Locks

static int base_lock(sqlite3_file *file, int first, int count, int flags) {
  return guarded_of(file)->base->xShmLock(file, first, count, flags);
}

/// Who only tries does not wait, whatever a build of SQLite calls it.
static int tried(int code) { return (code & 0xff) == SQLITE_BUSY ? SQLITE_BUSY : code; }

/// A checkpoint reads how long the log is, and then how much of it is in the file. A writer that
/// begins the log anew between the two would have it believe that pages are in the file which are
/// not: so no writer may be there.
static int begin_checkpoint(sqlite3_file *file) {
  guarded *own = guarded_of(file);
  int code = base_lock(file, CHECKPOINT, 1, TAKE);
  if (code != SQLITE_OK) return code;
  if (own->writers_wait) {
    code = base_lock(file, WRITE, 1, TAKE);
    if (code != SQLITE_OK) {
      base_lock(file, CHECKPOINT, 1, RELEASE);
      return tried(code);
    }
    own->keeps_writers_out = true;
  }
  own->checkpoints = true;
  return SQLITE_OK;
}

static int end_checkpoint(sqlite3_file *file) {
  guarded *own = guarded_of(file);
  if (own->keeps_writers_out) base_lock(file, WRITE, 1, RELEASE);
  own->checkpoints = own->keeps_writers_out = false;
  return base_lock(file, CHECKPOINT, 1, RELEASE);
}

/// A writer that may not begin the log anew goes on at its end.
static int begin_reset(sqlite3_file *file) {
  int code = base_lock(file, CHECKPOINT, 1, TAKE);
  if (code != SQLITE_OK) return tried(code);
  code = base_lock(file, FIRST_READER, READERS, TAKE);
  if (code != SQLITE_OK) base_lock(file, CHECKPOINT, 1, RELEASE);
  return code;
}

static int end_reset(sqlite3_file *file) {
  int code = base_lock(file, FIRST_READER, READERS, RELEASE);
  base_lock(file, CHECKPOINT, 1, RELEASE);
  return code;
}

static int guarded_lock(sqlite3_file *file, int first, int count, int flags) {
  const guarded *own = guarded_of(file);
  bool takes = flags == TAKE;
  if (!takes && flags != RELEASE) return base_lock(file, first, count, flags);
  if (first == CHECKPOINT && count == 1 && (takes || own->checkpoints)) {
    return takes ? begin_checkpoint(file) : end_checkpoint(file);
  }
  // A checkpoint that asks for the writers' lock has it.
  if (first == WRITE && count == 1 && own->keeps_writers_out) return SQLITE_OK;
  if (first == FIRST_READER && count == READERS && !own->checkpoints) {
    return takes ? begin_reset(file) : end_reset(file);
  }
  return base_lock(file, first, count, flags);
}

// MARK: Opening

static int guarded_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  sqlite3_vfs *base = base_of(vfs);
  int code = base->xOpen(base, name, file, flags, out_flags);
  const sqlite3_io_methods *methods = file->pMethods;
  if (code != SQLITE_OK || !(flags & SQLITE_OPEN_MAIN_DB)) return code;
  if (!methods || methods->iVersion < 2 || !methods->xShmLock) return code;
  guarded *own = (guarded *)((char *)file + size_before(base));
  *own = (guarded){
      .methods = *methods, .base = methods, .writers_wait = guard_of(vfs)->writers_wait};
  own->methods.xShmLock = guarded_lock;
  file->pMethods = &own->methods;
  return code;
}

// MARK: What the base does

static int base_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
  return base_of(vfs)->xDelete(base_of(vfs), name, syncs);
}
static int base_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  return base_of(vfs)->xAccess(base_of(vfs), name, flags, result);
}
static int base_full_name(sqlite3_vfs *vfs, const char *name, int size, char *result) {
  return base_of(vfs)->xFullPathname(base_of(vfs), name, size, result);
}
static int base_randomness(sqlite3_vfs *vfs, int size, char *bytes) {
  return base_of(vfs)->xRandomness(base_of(vfs), size, bytes);
}
static int base_sleep(sqlite3_vfs *vfs, int microseconds) {
  return base_of(vfs)->xSleep(base_of(vfs), microseconds);
}
static int base_time(sqlite3_vfs *vfs, double *days) {
  return base_of(vfs)->xCurrentTime(base_of(vfs), days);
}
static int base_time64(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds) {
  return base_of(vfs)->xCurrentTimeInt64(base_of(vfs), milliseconds);
}
static int base_error(sqlite3_vfs *vfs, int size, char *text) {
  return base_of(vfs)->xGetLastError(base_of(vfs), size, text);
}

// MARK: Registering

/// Extensions are never loaded, and the calls of the system stay as they are, so that these methods
/// are left out.
static void fill(guard *own, sqlite3_vfs *base, bool writers_wait) {
  bool has_time64 = base->iVersion >= 2 && base->xCurrentTimeInt64;
  own->base = base;
  own->writers_wait = writers_wait;
  own->vfs = (sqlite3_vfs){
      .iVersion = has_time64 ? 2 : 1,
      .szOsFile = size_before(base) + (int)sizeof(guarded),
      .mxPathname = base->mxPathname,
      .zName = own->name,
      .xOpen = guarded_open,
      .xDelete = base_delete,
      .xAccess = base_access,
      .xFullPathname = base_full_name,
      .xRandomness = base_randomness,
      .xSleep = base_sleep,
      .xCurrentTime = base_time,
      .xGetLastError = base_error,
      .xCurrentTimeInt64 = has_time64 ? base_time64 : 0};
}

static const char *find_or_register(const char *base_name, bool writers_wait) {
  sqlite3_vfs *base = sqlite3_vfs_find(base_name);
  if (!base) return 0;
  char name[sizeof(((guard *)0)->name)];
  snprintf(
      name, sizeof name, "flagdb-%s-%s", writers_wait ? "waiting" : "resetting", base->zName);
  sqlite3_vfs *known = sqlite3_vfs_find(name);
  if (known) return known->zName;
  guard *own = calloc(1, sizeof *own);
  if (!own) return 0;
  memcpy(own->name, name, sizeof name);
  fill(own, base, writers_wait);
  if (sqlite3_vfs_register(&own->vfs, 0) == SQLITE_OK) return own->name;
  free(own);
  return 0;
}

const char *flagdb_log_guard(const char *base, bool writers_wait) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  const char *name = find_or_register(base, writers_wait);
  pthread_mutex_unlock(&lock);
  return name;
}
