#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "watch.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { most_watches = 64, most_names = 128, record_size = 64 << 20 };

struct fault_watch {
  char folder[PATH_MAX];
  size_t folder_length;
  bool is_armed, records, is_cut_off;
  fault_plan plan;
  int64_t seen, hits;
  int64_t counts[32];
  uint32_t first_hit, all_hits;
  // Names of the files in the folder, as far as they were used.
  struct {
    char name[NAME_MAX + 1];
    int file;
  } names[most_names];
  int name_count, file_count;
  // Events, one after the other, each with its bytes.
  char *record;
  size_t recorded;
};

static fault_watch *_Atomic watches[most_watches];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *shared_memory(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

fault_watch *fault_watch_folder(const char *folder) {
  fault_register_vfs();
  fault_watch *watch = shared_memory(sizeof *watch);
  if (!watch || !realpath(folder, watch->folder)) return NULL;
  // A forked child writes into it, and costs nothing until then.
  watch->record = shared_memory(record_size);
  watch->folder_length = strlen(watch->folder);
  pthread_mutex_lock(&lock);
  int place = 0;
  while (place < most_watches && watches[place]) place++;
  if (place < most_watches) watches[place] = watch;
  pthread_mutex_unlock(&lock);
  return place < most_watches ? watch : NULL;
}

/// The memory stays, since a file may still be open; a test has little of it.
void fault_unwatch(fault_watch *watch) {
  fault_disarm(watch);
  pthread_mutex_lock(&lock);
  for (int i = 0; i < most_watches; i++)
    if (watches[i] == watch) watches[i] = NULL;
  if (watch->record) munmap(watch->record, record_size);
  watch->record = NULL;
  pthread_mutex_unlock(&lock);
}

fault_watch *fault_watch_of(const char *path, const char **name) {
  for (int i = 0; path && i < most_watches; i++) {
    fault_watch *watch = watches[i];
    if (!watch || strncmp(path, watch->folder, watch->folder_length) != 0) continue;
    const char *rest = path + watch->folder_length;
    if (*rest != '/' && *rest != 0) continue;
    while (*rest == '/') rest++;
    if (name) *name = rest;
    return watch;
  }
  return NULL;
}

void fault_arm(fault_watch *watch, fault_plan plan, bool records) {
  pthread_mutex_lock(&lock);
  watch->plan = plan;
  watch->seen = watch->hits = 0;
  memset(watch->counts, 0, sizeof watch->counts);
  watch->first_hit = watch->all_hits = 0;
  watch->name_count = watch->file_count = 0;
  watch->recorded = 0;
  watch->is_cut_off = false;
  watch->records = records;
  watch->is_armed = true;
  pthread_mutex_unlock(&lock);
}

void fault_disarm(fault_watch *watch) { watch->is_armed = false; }

int64_t fault_hits(const fault_watch *watch) { return watch->hits; }
uint32_t fault_first_hit(const fault_watch *watch) { return watch->first_hit; }
uint32_t fault_all_hits(const fault_watch *watch) { return watch->all_hits; }

int64_t fault_count(const fault_watch *watch, uint32_t calls) {
  int64_t sum = 0;
  for (int bit = 0; bit < 32; bit++)
    if (calls & (1u << bit)) sum += watch->counts[bit];
  return sum;
}

int fault_meet(fault_watch *watch, uint32_t call) {
  if (!watch->is_armed) return FAULT_NOTHING;
  pthread_mutex_lock(&lock);
  watch->counts[__builtin_ctz(call)]++;
  fault_plan plan = watch->plan;
  bool is_met = false;
  if (plan.calls & call && plan.at > 0) {
    int64_t seen = ++watch->seen;
    is_met = seen >= plan.at && seen - plan.at < plan.length;
  }
  if (is_met) {
    if (watch->hits++ == 0) watch->first_hit = call;
    watch->all_hits |= call;
  }
  pthread_mutex_unlock(&lock);
  if (!is_met) return FAULT_NOTHING;
  if (plan.effect != FAULT_SIGNAL) return plan.effect;
  raise(plan.signal);
  return FAULT_NOTHING;
}

// MARK: The record

void fault_note(fault_watch *watch, int kind, int file, int64_t offset, const void *bytes,
                int64_t length) {
  if (!watch->is_armed || !watch->records || !watch->record) return;
  pthread_mutex_lock(&lock);
  size_t size = (sizeof(fault_event) + (size_t)length + 7) / 8 * 8;
  if (watch->recorded + size > record_size) {
    watch->is_cut_off = true;
  } else {
    fault_event event = {.kind = kind, .file = file, .offset = offset, .length = length};
    char *place = watch->record + watch->recorded;
    memcpy(place, &event, sizeof event);
    if (length > 0) memcpy(place + sizeof event, bytes, (size_t)length);
    watch->recorded += size;
  }
  pthread_mutex_unlock(&lock);
}

static int place_of(const fault_watch *watch, const char *name) {
  for (int i = 0; i < watch->name_count; i++)
    if (strcmp(watch->names[i].name, name) == 0) return i;
  return -1;
}

static void set_name(fault_watch *watch, const char *name, int file) {
  int place = place_of(watch, name);
  if (place < 0 && watch->name_count < most_names) place = watch->name_count++;
  if (place < 0) {
    watch->is_cut_off = true;
    return;
  }
  strncpy(watch->names[place].name, name, NAME_MAX);
  watch->names[place].file = file;
}

static void remove_name(fault_watch *watch, const char *name) {
  int place = place_of(watch, name);
  if (place >= 0) watch->names[place] = watch->names[--watch->name_count];
}

int fault_file(fault_watch *watch, const char *name, bool is_new) {
  if (!watch->is_armed || !watch->records || !watch->record) return -1;
  int place = place_of(watch, name);
  if (place >= 0 && !is_new) return watch->names[place].file;
  int file = watch->file_count++;
  set_name(watch, name, file);
  fault_note(
      watch, is_new ? FAULT_EVENT_CREATE : FAULT_EVENT_KNOWN, file, 0, name,
      (int64_t)strlen(name) + 1);
  return file;
}

void fault_note_names(fault_watch *watch, int kind, const char *first, const char *second) {
  if (!watch->is_armed || !watch->records || !watch->record) return;
  char names[2 * (NAME_MAX + 1)];
  size_t length = strlen(first) + 1;
  memcpy(names, first, length);
  int file = fault_file(watch, first, false);
  if (second) {
    memcpy(names + length, second, strlen(second) + 1);
    length += strlen(second) + 1;
    set_name(watch, second, file);
  }
  if (kind != FAULT_EVENT_LINK) remove_name(watch, first);
  fault_note(watch, kind, file, 0, names, (int64_t)length);
}

const fault_event *fault_next_event(const fault_watch *watch, const fault_event *event) {
  if (!watch->record) return NULL;
  const char *next = watch->record;
  if (event) {
    next = (const char *)event + (sizeof *event + (size_t)event->length + 7) / 8 * 8;
  }
  return next < watch->record + watch->recorded ? (const fault_event *)next : NULL;
}

const void *fault_event_bytes(const fault_event *event) { return event + 1; }

bool fault_record_is_whole(const fault_watch *watch) {
  return watch->record && !watch->is_cut_off;
}
