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

#endif
