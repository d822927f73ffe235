#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>

#ifdef __linux__
int flagdb_reserve(int descriptor, long long start, long long count) {
  return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, (off_t)start, (off_t)count);
}
#else
int flagdb_reserve(int descriptor, long long start, long long count) {
  (void)descriptor, (void)start, (void)count;
  errno = ENOTSUP;
  return -1;
}
#endif
