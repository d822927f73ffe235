#ifndef FLAGDB_MANUAL_H
#define FLAGDB_MANUAL_H

/// The files in `Manual/`, one after the other.
const char *flagdb_manual(void);

#endif
