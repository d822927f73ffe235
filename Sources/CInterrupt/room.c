#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

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

/// Locks of an open file belong to its descriptor where the system has them, and else to the process.
#ifdef F_OFD_SETLK
enum { set_lock = F_OFD_SETLK, get_lock = F_OFD_GETLK };
#else
enum { set_lock = F_SETLK, get_lock = F_GETLK };
#endif

int flagdb_lock_first_byte(int descriptor) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  return fcntl(descriptor, set_lock, &lock);
}

#ifdef F_OFD_SETLK
int flagdb_share_first_byte(int descriptor) {
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}
#else
int flagdb_share_first_byte(int descriptor) {
  (void)descriptor;
  errno = ENOTSUP;
  return -1;
}
#endif

int flagdb_first_byte_is_locked(int descriptor) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  if (fcntl(descriptor, get_lock, &lock) != 0) return -1;
  return lock.l_type != F_UNLCK;
}

#ifdef __linux__
void flagdb_limit_memory(int process, unsigned long long bytes) {
  struct rlimit limit = {.rlim_cur = (rlim_t)bytes, .rlim_max = (rlim_t)bytes};
  prlimit((pid_t)process, RLIMIT_AS, &limit, NULL);
}

void flagdb_limit_time(int process, long long seconds) {
  struct rlimit limit = {.rlim_cur = (rlim_t)seconds, .rlim_max = (rlim_t)seconds};
  prlimit((pid_t)process, RLIMIT_CPU, &limit, NULL);
}
#else
void flagdb_limit_memory(int process, unsigned long long bytes) { (void)process, (void)bytes; }

void flagdb_limit_time(int process, long long seconds) { (void)process, (void)seconds; }
#endif
