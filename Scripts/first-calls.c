/* Runs a program, and prints which of its functions are called, in the order of the first calls.
   usage: nm PROGRAM | first-calls PROGRAM [ARGUMENT...]
   A breakpoint stands at each function until it is called. What the program prints is thrown away. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
typedef struct user_regs_struct Registers;
static const unsigned char breakpoint[] = {0xcc};
/* The processor stands behind the breakpoint. */
static unsigned long *counter(Registers *registers) { return (unsigned long *)&registers->rip; }
enum { passed = sizeof breakpoint };
#elif defined(__aarch64__)
typedef struct user_regs_struct Registers;
static const unsigned char breakpoint[] = {0x00, 0x00, 0x20, 0xd4};
static unsigned long *counter(Registers *registers) { return (unsigned long *)&registers->pc; }
enum { passed = 0 };
#else
#error "first-calls knows the breakpoints of x86-64 and arm64"
#endif

typedef struct {
  unsigned long address;
  char *name;
  unsigned char code[sizeof breakpoint];
  int is_called;
} Function;

static Function *functions;
static size_t count;

static void fail(const char *what) {
  fprintf(stderr, "first-calls: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int by_address(const void *left, const void *right) {
  const Function *first = left, *second = right;
  if (first->address == second->address) return strcmp(first->name, second->name);
  return first->address < second->address ? -1 : 1;
}

/* Lines of nm: address, kind, name. Code has the kinds t and w. */
static void read_functions(void) {
  size_t room = 0, size = 0;
  char *line = NULL;
  while (getline(&line, &size, stdin) > 0) {
    unsigned long address;
    char kind, *name;
    if (sscanf(line, "%lx %c %ms", &address, &kind, &name) != 3) continue;
    if (!strchr("tTwW", kind)) {
      free(name);
      continue;
    }
    if (count == room) {
      room = room ? 2 * room : 65536;
      functions = realloc(functions, room * sizeof *functions);
      if (!functions) fail("memory");
    }
    functions[count++] = (Function){.address = address, .name = name};
  }
  free(line);
  qsort(functions, count, sizeof *functions, by_address);
}

/* The first of the functions at an address. Names can share one. */
static Function *function_at(unsigned long address) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (functions[middle].address < address) low = middle + 1; else high = middle;
  }
  return low < count && functions[low].address == address ? &functions[low] : NULL;
}

static int shares_address(const Function *function) {
  return function > functions && function[-1].address == function->address;
}

static void set_breakpoints(int memory) {
  for (Function *function = functions; function < functions + count; function++) {
    if (shares_address(function)) continue;
    off_t place = (off_t)function->address;
    if (pread(memory, function->code, sizeof breakpoint, place) != sizeof breakpoint) fail("read");
    if (pwrite(memory, breakpoint, sizeof breakpoint, place) != sizeof breakpoint) fail("write");
  }
}

static void note_call(Function *function, int memory) {
  if (function->is_called) return;
  function->is_called = 1;
  if (pwrite(memory, function->code, sizeof breakpoint, (off_t)function->address) < 0) fail("write");
  for (Function *name = function; name < functions + count; name++) {
    if (name->address != function->address) break;
    puts(name->name);
  }
}

/* Whether a thread stands at a breakpoint, which it then leaves. Two threads can reach one at the same time. */
static int leaves_breakpoint(pid_t thread, int memory) {
  Registers registers;
  struct iovec part = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &part) < 0) fail("registers");
  Function *function = function_at(*counter(&registers) - passed);
  if (!function) return 0;
  *counter(&registers) -= passed;
  if (ptrace(PTRACE_SETREGSET, thread, (void *)NT_PRSTATUS, &part) < 0) fail("registers");
  note_call(function, memory);
  return 1;
}

static pid_t start(char **words) {
  pid_t program = fork();
  if (program < 0) fail("fork");
  if (program == 0) {
    int nothing = open("/dev/null", O_RDWR);
    for (int file = 0; file < 3; file++) dup2(nothing, file);
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0) _exit(126);
    execv(words[0], words);
    _exit(127);
  }
  return program;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fputs("usage: nm PROGRAM | first-calls PROGRAM [ARGUMENT...]\n", stderr);
    return 64;
  }
  read_functions();
  pid_t program = start(argv + 1);
  int status;
  if (waitpid(program, &status, 0) < 0 || !WIFSTOPPED(status)) {
    fprintf(stderr, "first-calls: '%s' cannot be followed\n", argv[1]);
    return 1;
  }
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", (int)program);
  int memory = open(path, O_RDWR | O_CLOEXEC);
  if (memory < 0) fail(path);
  if (ptrace(PTRACE_SETOPTIONS, program, NULL, (void *)(PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL)) < 0) fail("ptrace");
  set_breakpoints(memory);

  pid_t thread = program;
  int signal_number = 0;
  for (;;) {
    if (ptrace(PTRACE_CONT, thread, NULL, (void *)(long)signal_number) < 0 && errno != ESRCH) fail("ptrace");
    thread = waitpid(-1, &status, __WALL);
    if (thread < 0) fail("wait");
    while (!WIFSTOPPED(status)) {
      if (thread == program) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      if ((thread = waitpid(-1, &status, __WALL)) < 0) fail("wait");
    }
    signal_number = WSTOPSIG(status);
    /* A new thread begins with a stop of its own. */
    if (signal_number == SIGSTOP || status >> 16 != 0) signal_number = 0;
    if (signal_number == SIGTRAP && leaves_breakpoint(thread, memory)) signal_number = 0;
  }
}
