// A VFS before SQLite's own: files of watched folders go through it, all others past it.
#include <pthread.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "watch.h"

typedef struct {
  sqlite3_file base;
  fault_watch *watch;
  int number;
  /// True if the first sync brings the name of a new file to the disk with it, as SQLite's does.
  bool syncs_folder;
} watched_file;

static sqlite3_vfs *usual;
static __thread int depth;

bool fault_is_inside(void) { return depth > 0; }

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((watched_file *)file + 1); }

static fault_watch *watch_of(sqlite3_file *file) { return ((watched_file *)file)->watch; }

/// Calls SQLite's own.
#define THROUGH(result, call) \
  do {                        \
    depth++;                  \
    result = (call);          \
    depth--;                  \
  } while (0)

/// The error of a call that fails as by a broken disk.
static int error_of(uint32_t call) {
  switch (call) {
    case FAULT_OPEN: return SQLITE_CANTOPEN;
    case FAULT_DELETE: return SQLITE_IOERR_DELETE;
    case FAULT_ACCESS: return SQLITE_IOERR_ACCESS;
    case FAULT_READ: return SQLITE_IOERR_READ;
    case FAULT_WRITE: return SQLITE_IOERR_WRITE;
    case FAULT_TRUNCATE: return SQLITE_IOERR_TRUNCATE;
    case FAULT_SYNC: return SQLITE_IOERR_FSYNC;
    case FAULT_SIZE: return SQLITE_IOERR_FSTAT;
    case FAULT_LOCK: return SQLITE_IOERR_LOCK;
    case FAULT_UNLOCK: return SQLITE_IOERR_UNLOCK;
    case FAULT_SHM_MAP: return SQLITE_IOERR_SHMMAP;
    case FAULT_SHM_LOCK: return SQLITE_IOERR_SHMLOCK;
    default: return SQLITE_IOERR;
  }
}

/// The code that a call is to end with instead of being made, or SQLITE_OK.
static int failure(fault_watch *watch, uint32_t call) {
  switch (fault_meet(watch, call)) {
    case FAULT_NOTHING: return SQLITE_OK;
    case FAULT_FULL:
    case FAULT_SHORT: return SQLITE_FULL;
    case FAULT_BUSY: return SQLITE_BUSY;
    default: return error_of(call);
  }
}

// MARK: Files

static int file_close(sqlite3_file *file) {
  int code;
  THROUGH(code, real(file)->pMethods->xClose(real(file)));
  return code;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = failure(watch_of(file), FAULT_READ);
  if (code == SQLITE_OK) THROUGH(code, real(file)->pMethods->xRead(real(file), bytes, count, offset));
  return code;
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  watched_file *watched = (watched_file *)file;
  int effect = fault_meet(watched->watch, FAULT_WRITE);
  bool is_torn = effect == FAULT_TORN || effect == FAULT_SHORT;
  int done = effect == FAULT_NOTHING ? count : is_torn ? count / 2 : 0;
  int code = SQLITE_OK;
  if (done > 0) {
    THROUGH(code, real(file)->pMethods->xWrite(real(file), bytes, done, offset));
    fault_note(watched->watch, FAULT_EVENT_WRITE, watched->number, offset, bytes, done);
  }
  if (effect == FAULT_NOTHING || code != SQLITE_OK) return code;
  return effect == FAULT_FULL || effect == FAULT_SHORT ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  watched_file *watched = (watched_file *)file;
  int code = failure(watched->watch, FAULT_TRUNCATE);
  if (code != SQLITE_OK) return code;
  THROUGH(code, real(file)->pMethods->xTruncate(real(file), size));
  fault_note(watched->watch, FAULT_EVENT_TRUNCATE, watched->number, size, NULL, 0);
  return code;
}

/// No test cuts the power of its machine: the disk is spared.
static int file_sync(sqlite3_file *file, int flags) {
  (void)flags;
  watched_file *watched = (watched_file *)file;
  int code = failure(watched->watch, FAULT_SYNC);
  if (code != SQLITE_OK) return code;
  fault_note(watched->watch, FAULT_EVENT_SYNC, watched->number, 0, NULL, 0);
  if (watched->syncs_folder) fault_note(watched->watch, FAULT_EVENT_SYNC_FOLDER, 0, 0, NULL, 0);
  watched->syncs_folder = false;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  int code = failure(watch_of(file), FAULT_SIZE);
  if (code == SQLITE_OK) THROUGH(code, real(file)->pMethods->xFileSize(real(file), size));
  return code;
}

static int file_lock(sqlite3_file *file, int level) {
  int code = failure(watch_of(file), FAULT_LOCK);
  if (code == SQLITE_OK) THROUGH(code, real(file)->pMethods->xLock(real(file), level));
  return code;
}

static int file_unlock(sqlite3_file *file, int level) {
  int code = failure(watch_of(file), FAULT_UNLOCK);
  if (code == SQLITE_OK) THROUGH(code, real(file)->pMethods->xUnlock(real(file), level));
  return code;
}

static int file_check_lock(sqlite3_file *file, int *is_reserved) {
  int code = failure(watch_of(file), FAULT_LOCK);
  if (code == SQLITE_BUSY) code = SQLITE_IOERR_CHECKRESERVEDLOCK;
  if (code == SQLITE_OK)
    THROUGH(code, real(file)->pMethods->xCheckReservedLock(real(file), is_reserved));
  return code;
}

static int file_control(sqlite3_file *file, int request, void *argument) {
  int code;
  THROUGH(code, real(file)->pMethods->xFileControl(real(file), request, argument));
  return code;
}

static int file_sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int file_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int file_shm_map(
    sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
  int code = failure(watch_of(file), FAULT_SHM_MAP);
  if (code == SQLITE_OK)
    THROUGH(code, real(file)->pMethods->xShmMap(real(file), page, size, extends, memory));
  return code;
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  // SQLite does not look at what comes of an unlock.
  if (flags & SQLITE_SHM_UNLOCK) {
    fault_meet(watch_of(file), FAULT_SHM_UNLOCK);
  } else {
    int code = failure(watch_of(file), FAULT_SHM_LOCK);
    if (code != SQLITE_OK) return code;
  }
  int code;
  THROUGH(code, real(file)->pMethods->xShmLock(real(file), offset, count, flags));
  return code;
}

static void file_shm_barrier(sqlite3_file *file) {
  real(file)->pMethods->xShmBarrier(real(file));
}

static int file_shm_unmap(sqlite3_file *file, int deletes) {
  int code;
  THROUGH(code, real(file)->pMethods->xShmUnmap(real(file), deletes));
  return code;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

// MARK: Folders

static int vfs_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  const char *name = NULL;
  fault_watch *watch = fault_watch_of(path, &name);
  int code;
  if (!watch) {
    THROUGH(code, usual->xOpen(usual, path, file, flags, out_flags));
    return code;
  }
  watched_file *watched = (watched_file *)file;
  memset(watched, 0, sizeof *watched);
  code = failure(watch, FAULT_OPEN);
  if (code != SQLITE_OK) return code;
  bool is_new = access(path, F_OK) != 0;
  memset(real(file), 0, (size_t)usual->szOsFile);
  THROUGH(code, usual->xOpen(usual, path, real(file), flags, out_flags));
  if (code != SQLITE_OK) return code;
  int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
  watched->watch = watch;
  watched->number = fault_file(watch, name, is_new);
  watched->syncs_folder = flags & SQLITE_OPEN_CREATE && flags & journals;
  watched->base.pMethods = &methods;
  return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
  (void)vfs;
  const char *name = NULL;
  fault_watch *watch = fault_watch_of(path, &name);
  int code = watch ? failure(watch, FAULT_DELETE) : SQLITE_OK;
  if (code != SQLITE_OK) return code;
  THROUGH(code, usual->xDelete(usual, path, watch ? 0 : syncs_folder));
  if (watch && code == SQLITE_OK) {
    fault_note_names(watch, FAULT_EVENT_UNLINK, name, NULL);
    if (syncs_folder) fault_note(watch, FAULT_EVENT_SYNC_FOLDER, 0, 0, NULL, 0);
  }
  return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
  (void)vfs;
  fault_watch *watch = fault_watch_of(path, NULL);
  int code = watch ? failure(watch, FAULT_ACCESS) : SQLITE_OK;
  if (code == SQLITE_OK) THROUGH(code, usual->xAccess(usual, path, flags, answer));
  return code;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *full) {
  (void)vfs;
  return usual->xFullPathname(usual, path, size, full);
}

static sqlite3_vfs vfs;

static void register_vfs(void) {
  sqlite3_initialize();
  usual = sqlite3_vfs_find(NULL);
  // All else is the usual one's: its functions do not look at the VFS that they are called with.
  vfs = *usual;
  vfs.zName = "faults";
  vfs.szOsFile = (int)sizeof(watched_file) + usual->szOsFile;
  vfs.pNext = NULL;
  vfs.xOpen = vfs_open;
  vfs.xDelete = vfs_delete;
  vfs.xAccess = vfs_access;
  vfs.xFullPathname = vfs_full_path;
  sqlite3_vfs_register(&vfs, 1);
}

void fault_register_vfs(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_vfs);
}
