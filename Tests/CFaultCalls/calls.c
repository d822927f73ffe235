#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "include/calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static fault_watch *taken;

void fault_take_calls(fault_watch *watch) { taken = watch; }

/// The function that this one stands before. Several threads may look for it at once.
#define REAL(name)                                              \
  static _Atomic(__typeof__(&name)) known;                      \
  __typeof__(&name) real = atomic_load(&known);                 \
  if (!real) {                                                  \
    real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);          \
    atomic_store(&known, real);                                 \
  }

static bool is_watching(void) { return taken && !fault_is_inside(); }

/// The name of a path in the watched folder, or null.
static const char *name_of(const char *path) {
  char whole[PATH_MAX * 2];
  static __thread char name[PATH_MAX];
  if (!path) return NULL;
  if (path[0] == '/') {
    snprintf(whole, sizeof whole, "%s", path);
  } else {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here)) return NULL;
    while (strncmp(path, "./", 2) == 0) path += 2;
    snprintf(whole, sizeof whole, "%s/%s", here, strcmp(path, ".") == 0 ? "" : path);
  }
  const char *rest = NULL;
  if (fault_watch_of(whole, &rest) != taken) return NULL;
  snprintf(name, sizeof name, "%s", rest);
  return name;
}

/// The name of an open file in the watched folder, or null.
static const char *name_of_open(int descriptor) {
  char path[PATH_MAX];
#ifdef __APPLE__
  if (fcntl(descriptor, F_GETPATH, path) == -1) return NULL;
#else
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return NULL;
  path[length] = 0;
#endif
  return path[0] == '/' ? name_of(path) : NULL;
}

/// True if the call goes on; if not, it fails with `errno`.
static bool passes(uint32_t call) {
  switch (fault_meet(taken, call)) {
    case FAULT_NOTHING: return true;
    case FAULT_FULL:
    case FAULT_SHORT: errno = ENOSPC; return false;
    default: errno = EIO; return false;
  }
}

// MARK: Files

static int open_watched(const char *path, int flags, mode_t mode, int (*real)(const char *, int, ...)) {
  const char *name = is_watching() ? name_of(path) : NULL;
  if (!name) return real(path, flags, mode);
  struct stat before;
  bool is_new = flags & O_CREAT && stat(path, &before) != 0;
  if (!passes(FAULT_SYSTEM_OPEN)) return -1;
  int descriptor = real(path, flags, mode);
  if (descriptor >= 0 && is_new) fault_file(taken, name, true);
  return descriptor;
}

static mode_t mode_of(int flags, va_list list) {
  return flags & O_CREAT ? (mode_t)va_arg(list, int) : 0;
}

int open(const char *path, int flags, ...) {
  REAL(open);
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_of(flags, list);
  va_end(list);
  return open_watched(path, flags, mode, real);
}

#ifdef __linux__
int open64(const char *path, int flags, ...) {
  REAL(open64);
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_of(flags, list);
  va_end(list);
  return open_watched(path, flags, mode, real);
}
#endif

ssize_t read(int descriptor, void *bytes, size_t count) {
  REAL(read);
  bool counts = is_watching() && (descriptor == STDIN_FILENO || name_of_open(descriptor));
  if (counts && !passes(FAULT_SYSTEM_READ)) return -1;
  return real(descriptor, bytes, count);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  REAL(write);
  // What is said of a failure is needed to judge it.
  if (!is_watching() || descriptor == STDERR_FILENO) return real(descriptor, bytes, count);
  bool is_output = descriptor == STDOUT_FILENO;
  const char *name = is_output ? NULL : name_of_open(descriptor);
  if (!is_output && !name) return real(descriptor, bytes, count);
  int effect = fault_meet(taken, FAULT_SYSTEM_WRITE);
  bool is_torn = effect == FAULT_TORN || effect == FAULT_SHORT;
  ssize_t done = 0;
  if (effect == FAULT_NOTHING || (is_torn && count > 1)) {
    off_t offset = is_output ? 0 : lseek(descriptor, 0, SEEK_CUR);
    done = real(descriptor, bytes, is_torn ? count / 2 : count);
    if (done > 0 && is_output) {
      fault_note(taken, FAULT_EVENT_OUTPUT, 0, 0, bytes, done);
    } else if (done > 0) {
      fault_note(taken, FAULT_EVENT_WRITE, fault_file(taken, name, false), offset, bytes, done);
    }
    return done;
  }
  errno = effect == FAULT_FULL || effect == FAULT_SHORT ? ENOSPC : EIO;
  return -1;
}

/// No test cuts the power of its machine: the disk is spared.
int fsync(int descriptor) {
  REAL(fsync);
  const char *name = is_watching() ? name_of_open(descriptor) : NULL;
  if (!name) return real(descriptor);
  if (!passes(FAULT_SYSTEM_SYNC)) return -1;
  if (*name == 0) {
    fault_note(taken, FAULT_EVENT_SYNC_FOLDER, 0, 0, NULL, 0);
  } else {
    fault_note(taken, FAULT_EVENT_SYNC, fault_file(taken, name, false), 0, NULL, 0);
  }
  return 0;
}

static int with_names(
    const char *from, const char *to, uint32_t call, int event,
    int (*real)(const char *, const char *)) {
  char first[PATH_MAX];
  const char *name = is_watching() ? name_of(from) : NULL;
  if (!name) return real(from, to);
  snprintf(first, sizeof first, "%s", name);
  if (!passes(call)) return -1;
  int result = real(from, to);
  const char *second = name_of(to);
  if (result == 0 && second) fault_note_names(taken, event, first, second);
  return result;
}

int link(const char *from, const char *to) {
  REAL(link);
  return with_names(from, to, FAULT_SYSTEM_LINK, FAULT_EVENT_LINK, real);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  return with_names(from, to, FAULT_SYSTEM_RENAME, FAULT_EVENT_RENAME, real);
}

int unlink(const char *path) {
  REAL(unlink);
  const char *name = is_watching() ? name_of(path) : NULL;
  if (!name) return real(path);
  struct stat status;
  bool is_there = lstat(path, &status) == 0;
  // Nothing that is not there is lost by it.
  if (is_there && !passes(FAULT_SYSTEM_UNLINK)) return -1;
  int result = real(path);
  if (result == 0) fault_note_names(taken, FAULT_EVENT_UNLINK, name, NULL);
  return result;
}

// MARK: Time

static int64_t skipped_milliseconds;

/// Waiting for a lock takes no time, and the clock knows.
int poll(struct pollfd *files, nfds_t count, int limit) {
  REAL(poll);
  if (!is_watching() || limit <= 0) return real(files, count, limit);
  int result = real(files, count, 0);
  if (result == 0) skipped_milliseconds += limit;
  return result;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(clock_gettime);
  int result = real(clock, time);
  if (result == 0 && taken && clock == CLOCK_MONOTONIC) {
    time->tv_sec += skipped_milliseconds / 1000;
  }
  return result;
}

// MARK: SQLite

static int planted;
static const char *planted_answer;

void fault_plant(int bug, const char *answer) {
  planted = bug;
  planted_answer = answer;
}

int sqlite3_open_v2(const char *name, sqlite3 **database, int flags, const char *vfs) {
  REAL(sqlite3_open_v2);
  bool writes = flags & SQLITE_OPEN_READWRITE;
  if (taken && planted == FAULT_PLANT_PLAIN_PATH && strncmp(name, "./", 2) == 0) {
    name += 2;
    flags |= SQLITE_OPEN_URI;
  }
  if (taken && planted == FAULT_PLANT_EARLY_ANSWER && writes && planted_answer) {
    ssize_t done = write(STDOUT_FILENO, planted_answer, strlen(planted_answer));
    (void)done;
    planted_answer = NULL;
  }
  int code = real(name, database, flags, vfs);
  if (taken && code == SQLITE_OK && writes && planted == FAULT_PLANT_NO_JOURNAL) {
    sqlite3_exec(*database, "PRAGMA journal_mode = OFF", NULL, NULL, NULL);
  }
  if (taken && code == SQLITE_OK && planted == FAULT_PLANT_NO_CHECKPOINT) {
    sqlite3_db_config(*database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  }
  return code;
}

int sqlite3_wal_checkpoint_v2(sqlite3 *database, const char *schema, int mode, int *log, int *done) {
  REAL(sqlite3_wal_checkpoint_v2);
  if (!taken || planted != FAULT_PLANT_NO_CHECKPOINT) return real(database, schema, mode, log, done);
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s-wal", sqlite3_db_filename(database, "main"));
  // A log that is there would be noticed.
  (void)!truncate(path, 0);
  return SQLITE_OK;
}

// MARK: Processes

pid_t fault_fork(void) { return fork(); }

int64_t *fault_shared_numbers(int count) {
  void *memory = mmap(
      NULL, (size_t)count * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
      0);
  return memory == MAP_FAILED ? NULL : memory;
}

void fault_add(int64_t *number, int64_t count) { __atomic_fetch_add(number, count, __ATOMIC_RELAXED); }
