#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t caught = 0;
static volatile sig_atomic_t stays = 0;
static _Atomic(void *) guarded = NULL;
static void (*_Atomic interrupt_guarded)(void *) = NULL;

/// How far a change has come that somebody is going to be told of.
enum { nothing_kept, keeping, kept };
static _Atomic int change = nothing_kept;
/// The signal that came meanwhile, and waits for its turn.
static _Atomic int held_back = 0;

static volatile sig_atomic_t left_to = -1;
// A byte in this pipe wakes a wait for input: a signal that comes just before the waiting
// begins would end no call, and be noticed only when something is typed.
static int wake[2] = {-1, -1};

static void drain(void) {
  char bytes[16];
  while (wake[0] >= 0 && read(wake[0], bytes, sizeof bytes) > 0) continue;
}

/// Whether somebody reads the pipe that SIGINT is left to.
static int is_left(void) {
  if (left_to < 0) return 0;
  int before = errno;
  struct pollfd end = {.fd = left_to};
  int has_gone = poll(&end, 1, 0) > 0 && (end.revents & (POLLERR | POLLHUP | POLLNVAL));
  errno = before;
  return !has_gone;
}

static void wake_up(void) {
  int before = errno;
  if (wake[1] >= 0 && write(wake[1], "", 1) < 0) errno = before;
}

// What nobody needs once the program has ended. A slot stays in the list for ever, and is used again, so
// that the handler can go through it at any moment.
struct flagdb_draft {
  char *_Atomic path;
  struct flagdb_draft *next;
};
static struct flagdb_draft *_Atomic drafts = NULL;

struct flagdb_draft *flagdb_note_draft(const char *path) {
  char *copy = strdup(path);
  if (!copy) return NULL;
  for (struct flagdb_draft *slot = atomic_load(&drafts); slot; slot = slot->next) {
    char *none = NULL;
    if (atomic_compare_exchange_strong(&slot->path, &none, copy)) return slot;
  }
  struct flagdb_draft *slot = malloc(sizeof *slot);
  if (!slot) {
    free(copy);
    return NULL;
  }
  atomic_init(&slot->path, copy);
  slot->next = atomic_load(&drafts);
  while (!atomic_compare_exchange_weak(&drafts, &slot->next, slot)) continue;
  return slot;
}

void flagdb_forget_draft(struct flagdb_draft *slot) {
  if (slot) free(atomic_exchange(&slot->path, NULL));
}

// The programs that this one runs, each the first of a process group; 0 for a free place.
static _Atomic int children[8];

void flagdb_note_child(int process) {
  for (size_t i = 0; i < sizeof children / sizeof *children; i++) {
    int none = 0;
    if (atomic_compare_exchange_strong(&children[i], &none, process)) return;
  }
}

void flagdb_forget_child(int process) {
  for (size_t i = 0; i < sizeof children / sizeof *children; i++) {
    int noted = process;
    if (atomic_compare_exchange_strong(&children[i], &noted, 0)) return;
  }
}

/// Ends the program at once, as a signal asks.
static void end(int number) {
  // Nobody would limit their time.
  for (size_t i = 0; i < sizeof children / sizeof *children; i++) {
    int process = atomic_load(&children[i]);
    if (process > 0) kill(-process, SIGKILL);
  }
  struct flagdb_draft *first = atomic_load(&drafts);
  for (struct flagdb_draft *slot = first; slot; slot = slot->next) {
    char *path = atomic_load(&slot->path);
    if (path) unlink(path);
  }
  // Folders are empty now.
  for (struct flagdb_draft *slot = first; slot; slot = slot->next) {
    char *path = atomic_load(&slot->path);
    if (path) rmdir(path);
  }
  _exit(128 + number);
}

/// Keeps a signal that must not hide what has become of a change; 0 where it need not.
static int hold_back(int number) {
  int state = atomic_load(&change);
  if (state == nothing_kept) return 0;
  int none = 0;
  if (atomic_compare_exchange_strong(&held_back, &none, number) || state == keeping) return 1;
  if (caught != 0) {
    static const char line[] = "error: interrupted; all of it is kept\n";
    ssize_t written = write(STDERR_FILENO, line, sizeof line - 1);
    (void)written;
    end(number);
  }
  caught = number;
  wake_up();
  return 1;
}

/// True if the signal came a moment ago already, and nobody has dealt with it yet: `timeout` sends
/// it to the process, and then to the whole group of which the process is one.
static int is_echo(int number) {
  static volatile sig_atomic_t last = 0;
  static struct timespec when;
  if (caught == 0 && atomic_load(&held_back) == 0) last = 0;
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  long long since = (now.tv_sec - when.tv_sec) * 1000LL + (now.tv_nsec - when.tv_nsec) / 1000000;
  if (number == last && since < 100) return 1;
  last = number;
  when = now;
  return 0;
}

static void handle(int number) {
  if (number == SIGINT && is_left()) return;
  if (is_echo(number)) return;
  if (hold_back(number)) return;
  void *work = atomic_load(&guarded);
  void (*interrupt)(void *) = atomic_load(&interrupt_guarded);
  int works = work != NULL && interrupt != NULL;
  // The second signal does not wait for the first one's clean-up.
  if (caught != 0 || (!works && !stays)) end(number);
  caught = number;
  if (works) interrupt(work);
  wake_up();
}

void flagdb_catch_signals(void) {
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  if (pipe(wake) == 0) {
    for (int i = 0; i < 2; i++) {
      fcntl(wake[i], F_SETFD, FD_CLOEXEC);
      fcntl(wake[i], F_SETFL, O_NONBLOCK);
    }
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  sigemptyset(&action.sa_mask);
  // One signal at a time: the handler keeps when the last one came.
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&action.sa_mask, numbers[i]);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction before;
    // What the caller ignores (nohup, a background job) stays ignored.
    if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(numbers[i], &action, NULL);
  }
}

void flagdb_guard(void *work, void (*interrupt)(void *)) {
  // The function first, so that the handler never finds work without one.
  atomic_store(&interrupt_guarded, interrupt);
  void *none = NULL;
  atomic_compare_exchange_strong(&guarded, &none, work);
}

void flagdb_unguard(void *work) {
  atomic_compare_exchange_strong(&guarded, &work, NULL);
}

void flagdb_leave_interrupts_to(int pipe) { left_to = pipe; }

int flagdb_begin_keeping(void) {
  atomic_store(&change, keeping);
  // One that came just before has interrupted nothing.
  return caught;
}

void flagdb_end_keeping(int is_kept) {
  if (is_kept) {
    atomic_store(&change, kept);
  } else {
    flagdb_honour_signals();
  }
}

int flagdb_has_held_signal(void) {
  return atomic_load(&change) == keeping && atomic_load(&held_back) != 0;
}

void flagdb_honour_signals(void) {
  atomic_store(&change, nothing_kept);
  int number = atomic_exchange(&held_back, 0);
  if (number == 0) return;
  if (caught == 0) caught = number;
  wake_up();
}

static volatile sig_atomic_t continued = 0;

static void note_continuing(int number) {
  (void)number;
  continued = 1;
}

void flagdb_stay(void) {
  stays = 1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_continuing;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGCONT, &action, NULL);
}

int flagdb_was_continued(void) {
  int was = continued;
  continued = 0;
  return was;
}

void flagdb_forget_signal(void) {
  drain();
  caught = 0;
}

int flagdb_caught_signal(void) { return caught; }

int flagdb_wake_descriptor(void) { return wake[0]; }
