#include "pausing.h"

/// Beyond the numbers that SQLite keeps for itself.
enum { ARM = 7001 };

typedef struct {
  void (*call)(void *context);
  void *context;
} pause;

typedef struct {
  sqlite3_io_methods methods;
  const sqlite3_io_methods *base;
  pause pause;
} paused;

static sqlite3_vfs *usual;
static sqlite3_vfs pausing;

/// SQLite drops what it has mapped of the file at that place, if the log has changed.
static int drop_mapping(sqlite3_file *file, sqlite3_int64 offset, void *mapping) {
  paused *own = (paused *)((char *)file + usual->szOsFile);
  pause due = own->pause;
  own->pause = (pause){0};
  if (!mapping && due.call) due.call(due.context);
  return own->base->iVersion < 3 ? SQLITE_OK : own->base->xUnfetch(file, offset, mapping);
}

static int map_nothing(sqlite3_file *file, sqlite3_int64 offset, int count, void **mapping) {
  (void)file, (void)offset, (void)count;
  *mapping = 0;
  return SQLITE_OK;
}

static int control(sqlite3_file *file, int request, void *argument) {
  paused *own = (paused *)((char *)file + usual->szOsFile);
  if (request != ARM) return own->base->xFileControl(file, request, argument);
  own->pause = *(pause *)argument;
  return SQLITE_OK;
}

static int open_file(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  int code = usual->xOpen(usual, path, file, flags, out_flags);
  if (code != SQLITE_OK || !(flags & SQLITE_OPEN_MAIN_DB)) return code;
  paused *own = (paused *)((char *)file + usual->szOsFile);
  *own = (paused){.methods = *file->pMethods, .base = file->pMethods};
  own->methods.iVersion = 3;
  own->methods.xFetch = map_nothing;
  own->methods.xUnfetch = drop_mapping;
  own->methods.xFileControl = control;
  file->pMethods = &own->methods;
  return code;
}

int pausing_register(void) {
  usual = sqlite3_vfs_find("unix");
  if (!usual) return SQLITE_ERROR;
  pausing = *usual;
  pausing.zName = "pausing";
  pausing.szOsFile = usual->szOsFile + (int)sizeof(paused);
  pausing.xOpen = open_file;
  return sqlite3_vfs_register(&pausing, 0);
}

int pausing_arm(sqlite3 *database, void (*meanwhile)(void *context), void *context) {
  pause wanted = {meanwhile, context};
  return sqlite3_file_control(database, "main", ARM, &wanted);
}
