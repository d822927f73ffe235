// GNU Readline keeps its state in C globals, which Swift 6 refuses to touch: they are set here.
#ifndef FLAGDB_CREADLINE_SHIM_H
#define FLAGDB_CREADLINE_SHIM_H

#include <stdio.h>

#include <readline/readline.h>
#include <readline/history.h>

/// Names the application, so that `$if flagdb` in .inputrc applies to it.
static inline void flagdb_readline_set_name(const char *name) { rl_readline_name = name; }

/// Sends what readline draws to standard error, which leaves standard output to results.
static inline void flagdb_readline_draw_on_stderr(void) { rl_outstream = stderr; }

/// Lets readline take what is typed from a function.
static inline void flagdb_readline_read_with(rl_getc_func_t *next) { rl_getc_function = next; }

/// What that function answers when no more is to be read. Readline then gives up the line; in the
/// middle of a command, as for the key to quote, it first has to leave that.
static inline int flagdb_readline_failure(void) {
  return RL_ISSTATE(RL_STATE_READCMD) ? READERR : EOF;
}

#endif
