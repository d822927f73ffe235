#ifndef FLAGDB_FIXED_CLOCK_H
#define FLAGDB_FIXED_CLOCK_H

#include <stdint.h>

/// Makes a moment, in microseconds since 1970, the time of every database that is opened later:
/// what `strftime('%s', 'now')` and `CURRENT_TIMESTAMP` answer. Returns a result code of SQLite.
int flagdb_fix_clock(int64_t microseconds);

#endif
