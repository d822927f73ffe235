#include "FixedClock.h"

#include <sqlite3.h>

static sqlite3_int64 fixed_milliseconds;
static sqlite3_vfs fixed;

/// Milliseconds since noon of the first day of the Julian calendar, as SQLite counts.
static int current_time_int64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  (void)vfs;
  *time = fixed_milliseconds + (sqlite3_int64)210866760000000;
  return SQLITE_OK;
}

static int current_time(sqlite3_vfs *vfs, double *days) {
  sqlite3_int64 time;
  int code = current_time_int64(vfs, &time);
  *days = (double)time / 86400000.0;
  return code;
}

int flagdb_fix_clock(int64_t microseconds) {
  const sqlite3_vfs *usual = sqlite3_vfs_find(0);
  if (!usual) return SQLITE_ERROR;
  fixed_milliseconds = microseconds / 1000;
  fixed = *usual;
  fixed.zName = "fixed-clock";
  fixed.xCurrentTime = current_time;
  fixed.xCurrentTimeInt64 = current_time_int64;
  return sqlite3_vfs_register(&fixed, 1);
}
