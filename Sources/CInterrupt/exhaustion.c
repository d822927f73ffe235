#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef __GLIBC__
static int status_without_memory = 1;

static int has(const char *text, size_t length, const char *words) {
  return memmem(text, length, words, strlen(words)) != NULL;
}

/// Passes on what C and Swift's runtime write to standard error. That there is no memory is the
/// last that the runtime says before it takes the program down: it is said in other words instead.
static ssize_t pass_on(void *cookie, const char *text, size_t length) {
  (void)cookie;
  if (has(text, length, "failed to allocate ") || has(text, length, "std::bad_alloc")) {
    static const char line[] = "error: " FLAGDB_OUT_OF_MEMORY "\n";
    ssize_t written = write(STDERR_FILENO, line, sizeof line - 1);
    (void)written;
    _exit(status_without_memory);
  }
  size_t done = 0;
  while (done < length) {
    ssize_t count = write(STDERR_FILENO, text + done, length - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += (size_t)count;
  }
  return (ssize_t)done;
}

void flagdb_end_without_memory(int status) {
  status_without_memory = status;
  cookie_io_functions_t functions = {.write = pass_on};
  FILE *stream = fopencookie(NULL, "w", functions);
  if (stream == NULL) return;
  // What is written arrives in one piece, and needs no memory.
  setvbuf(stream, NULL, _IONBF, 0);
  stderr = stream;
}
#else
// Elsewhere the standard error of C cannot be taken over, and Swift's words stay.
void flagdb_end_without_memory(int status) { (void)status; }
#endif
