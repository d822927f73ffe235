// What happens when the user or the system asks the program to stop, or has no more memory or room for it.
// A handler may do next to nothing, and Swift cannot promise that little, so it stands in C.
#ifndef FLAGDB_INTERRUPT_H
#define FLAGDB_INTERRUPT_H

/// From now on SIGINT, SIGTERM and SIGHUP end the running work of whatever is guarded, and the
/// program where nothing is.
void flagdb_catch_signals(void);

/// Names what must be told of a signal, and how, unless something is named already.
void flagdb_guard(void *work, void (*interrupt)(void *work));

/// Takes the name back, before what it names is gone.
void flagdb_unguard(void *work);

/// Names a file or a folder that is to go with the program if a signal ends it; what it is forgotten by
/// again, or NULL where there is no memory.
struct flagdb_draft;
struct flagdb_draft *flagdb_note_draft(const char *path);
void flagdb_forget_draft(struct flagdb_draft *draft);

/// Names a process group that is killed if a signal ends this program.
void flagdb_note_child(int process);
void flagdb_forget_child(int process);

/// As long as somebody reads this pipe, SIGINT is meant for that program: a pager has Ctrl-C to
/// itself. -1 for no pipe.
void flagdb_leave_interrupts_to(int pipe);

/// From now on a signal ends the program no longer where nothing is guarded: it is caught, and
/// a wait for input ends.
void flagdb_stay(void);

/// Whether the program was suspended and goes on, since this was asked last.
int flagdb_was_continued(void);

/// Takes the signal that came as dealt with.
void flagdb_forget_signal(void);

/// From now on a signal is held back: nobody may stop in the middle of what makes a change
/// lasting. Answers with the signal that came before, or 0.
int flagdb_begin_keeping(void);

/// Where the change is kept, the first signal stays held back, so that it can be told; a second one
/// ends the telling, and a third one the program. Where nothing is kept, signals are honoured.
void flagdb_end_keeping(int is_kept);

/// Whether a signal came since `flagdb_begin_keeping`, so that nobody is waited for any more.
int flagdb_has_held_signal(void);

/// Lets a signal that was held back be one that was caught: what was kept has been told, or more
/// is to be changed.
void flagdb_honour_signals(void);

/// The signal that came, or 0.
int flagdb_caught_signal(void);

/// Readable once a signal was caught, for those who wait by poll; -1 where none are caught.
int flagdb_wake_descriptor(void);

/// What is said where there is no more memory, here and of SQLite. A transaction that is open is
/// undone when the database is opened next.
#define FLAGDB_OUT_OF_MEMORY "out of memory; what was not committed is undone"

/// From now on the program that gets no more memory says so in one line on standard error, and ends
/// with a status, where Swift would end it with a stack trace. All other faults end it as before.
void flagdb_end_without_memory(int status);

/// Takes room on the disk for bytes of a file that are not written yet, and leaves the file as it is
/// to everybody who reads it; -1 with an errno where it cannot be had, or cannot be taken so.
int flagdb_reserve(int descriptor, long long start, long long count);

/// Locks the first byte of a file against all other programs, without waiting; -1 and `errno` where
/// somebody has it locked.
int flagdb_lock_first_byte(int descriptor);

/// Locks the first byte of a file or a folder together with all who do the same, as long as the descriptor is
/// open; -1 and `errno` where that cannot be.
int flagdb_share_first_byte(int descriptor);

/// 1 if somebody else has the first byte of a file locked, 0 if nobody has, -1 where that is not known.
int flagdb_first_byte_is_locked(int descriptor);

/// The number of processors that this process may use.
int flagdb_processor_count(void);

/// Gives another process no more memory than that, where the system can.
void flagdb_limit_memory(int process, unsigned long long bytes);

/// Gives another process no more processor time than that, where the system can.
void flagdb_limit_time(int process, long long seconds);

#endif
