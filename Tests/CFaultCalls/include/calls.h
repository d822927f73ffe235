// The calls that a program makes of its system itself, counted and failed as those of SQLite are.
// Whoever links this gets all of them; so no test does that shares its process with others.
#ifndef FLAGDB_FAULT_CALLS_H
#define FLAGDB_FAULT_CALLS_H

#include <stdint.h>
#include <sys/types.h>

#include "faults.h"

/// From now on the calls of this process on the files of a watched folder, its reading of standard
/// input and its writing to standard output belong to the watch. Waiting takes no time.
void fault_take_calls(fault_watch *watch);

/// Bugs built in on purpose, which the harness must find.
enum {
  FAULT_PLANT_NOTHING = 0,
  /// Every connection works without a journal.
  FAULT_PLANT_NO_JOURNAL,
  /// A log is emptied instead of being taken into its file.
  FAULT_PLANT_NO_CHECKPOINT,
  /// The answer is printed before the work begins.
  FAULT_PLANT_EARLY_ANSWER,
  /// SQLite gets paths as they were typed, and takes some for URIs.
  FAULT_PLANT_PLAIN_PATH,
};

/// Builds a bug in; the answer is for the one that prints too early, and must stay.
void fault_plant(int bug, const char *answer);

/// A copy of this process, which must have one thread.
pid_t fault_fork(void);

/// Numbers that forked children share.
int64_t *fault_shared_numbers(int count);
void fault_add(int64_t *number, int64_t count);

#endif
