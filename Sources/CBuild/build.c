#include "build.h"

#ifndef FLAGDB_COMMIT
#define FLAGDB_COMMIT ""
#endif

const char *flagdb_build_commit(void) { return FLAGDB_COMMIT; }
