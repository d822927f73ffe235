#include "interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t caught = 0;
static _Atomic(void *) guarded = NULL;
static void (*_Atomic interrupt_guarded)(void *) = NULL;

static void handle(int number) {
  void *work = atomic_load(&guarded);
  void (*interrupt)(void *) = atomic_load(&interrupt_guarded);
  // The second signal does not wait for the first one's clean-up.
  if (caught != 0 || work == NULL || interrupt == NULL) _exit(128 + number);
  caught = number;
  interrupt(work);
}

void flagdb_catch_signals(void) {
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  sigemptyset(&action.sa_mask);
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

int flagdb_caught_signal(void) { return caught; }
