// GNU Readline keeps its state in C globals, which Swift 6 refuses to touch: they are set here.
#ifndef FLAGDB_CREADLINE_SHIM_H
#define FLAGDB_CREADLINE_SHIM_H

#include <stdio.h>

#include <readline/readline.h>
#include <readline/history.h>

/// Names the application, so that `$if flagdb` in .inputrc applies to it.
// Readline keeps the pointer, so it must not be to a string of Swift's.
static inline void flagdb_readline_set_name(void) { rl_readline_name = "flagdb"; }

/// Sends what readline draws to standard error, which leaves standard output to results.
static inline void flagdb_readline_draw_on_stderr(void) { rl_outstream = stderr; }

/// Lets readline take what is typed from a function.
static inline void flagdb_readline_read_with(rl_getc_func_t *next) { rl_getc_function = next; }

/// Lets a function say what a line may become; the whole line up to the cursor counts as one word,
/// since only the function knows where a word begins.
static inline void flagdb_readline_complete_with(
    rl_completion_func_t *complete, rl_compdisp_func_t *list) {
  rl_attempted_completion_function = complete;
  rl_completion_display_matches_hook = list;
  rl_completer_word_break_characters = (char *)"";
}

/// Called while it completes: what was found stands as it is, in its order, and files are not
/// offered where nothing was found. A blank may follow what is complete.
static inline void flagdb_readline_completed(int is_whole) {
  rl_attempted_completion_over = 1;
  rl_sort_completion_matches = 0;
  rl_completion_append_character = is_whole ? ' ' : '\0';
}

/// Reads the user's settings now, and never again: whatever files they name must not be opened while
/// a database is. The key for it is taken from every map.
static inline void flagdb_readline_begin(void) {
  rl_initialize();
  Keymap maps[] = {emacs_standard_keymap, emacs_meta_keymap, emacs_ctlx_keymap,
                   vi_insertion_keymap, vi_movement_keymap};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    rl_unbind_function_in_map(rl_re_read_init_file, maps[i]);
}

/// The line that is edited, and the byte of the cursor in it.
static inline const char *flagdb_readline_line(void) { return rl_line_buffer; }
static inline int flagdb_readline_point(void) { return rl_point; }

/// True if readline has caught a signal that it has not passed on yet.
static inline int flagdb_readline_has_signal(void) { return rl_pending_signal() != 0; }

/// What that function answers when no more is to be read. Readline then gives up the line; in the
/// middle of a command, as for the key to quote, it first has to leave that.
static inline int flagdb_readline_failure(void) {
  return RL_ISSTATE(RL_STATE_READCMD) ? READERR : EOF;
}

#endif
