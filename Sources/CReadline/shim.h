// GNU Readline keeps its state in C globals, which Swift 6 refuses to touch: they are set here. The shim of
// libedit declares the same functions.
#ifndef FLAGDB_CREADLINE_SHIM_H
#define FLAGDB_CREADLINE_SHIM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>
#include <readline/history.h>

/// The name of the library and its version.
static inline const char *flagdb_editor_name(void) { return "GNU Readline"; }
static inline const char *flagdb_editor_version(void) { return rl_library_version; }

/// Waits for a key; 0 if no more is to be read.
typedef int flagdb_editor_wait(void);

/// Where that function is kept: Swift compiles what this file defines, but no variables outside functions.
static inline flagdb_editor_wait **flagdb_editor_waits(void) {
  static flagdb_editor_wait *waits;
  return &waits;
}

/// Without a key readline gives up the line; in the middle of a command, as for the key to quote, it first
/// has to leave that.
static inline int flagdb_editor_key(FILE *input) {
  if ((*flagdb_editor_waits())()) return rl_getc(input);
  return RL_ISSTATE(RL_STATE_READCMD) ? READERR : EOF;
}

/// Sets the editor up. What it draws goes to standard error, which leaves standard output to results.
///
/// `complete` says what a line may become; the whole line up to the cursor counts as one word, since only the
/// function knows where a word begins. The user's settings are read now, and never again: whatever files they
/// name must not be opened while a database is. The key for it is taken from every map.
static inline void flagdb_editor_begin(
    flagdb_editor_wait *wait, rl_completion_func_t *complete, rl_compdisp_func_t *list) {
  // `$if flagdb` in .inputrc applies. Readline keeps the pointer, so it must not be to a string of Swift's.
  rl_readline_name = "flagdb";
  rl_outstream = stderr;
  *flagdb_editor_waits() = wait;
  rl_getc_function = flagdb_editor_key;
  rl_attempted_completion_function = complete;
  rl_completion_display_matches_hook = list;
  rl_completer_word_break_characters = (char *)"";
  rl_initialize();
  Keymap maps[] = {emacs_standard_keymap, emacs_meta_keymap, emacs_ctlx_keymap,
                   vi_insertion_keymap, vi_movement_keymap};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    rl_unbind_function_in_map(rl_re_read_init_file, maps[i]);
  using_history();
}

/// Reads a line, which the caller frees; NULL at the end of the input, and after a signal.
static inline char *flagdb_editor_read(const char *prompt) { return readline(prompt); }

/// Adds a line to those that the arrow keys bring back.
static inline void flagdb_editor_remember(const char *line) { add_history(line); }

/// Called while it completes: what was found stands as it is, in its order, and files are not
/// offered where nothing was found. A blank may follow what is complete.
static inline void flagdb_editor_completed(int is_whole) {
  rl_attempted_completion_over = 1;
  rl_sort_completion_matches = 0;
  rl_completion_append_character = is_whole ? ' ' : '\0';
}

/// The line that is edited, and the byte of the cursor in it.
static inline const char *flagdb_editor_line(void) { return rl_line_buffer; }
static inline int flagdb_editor_point(void) { return rl_point; }

/// Lists words in columns below the line.
static inline void flagdb_editor_list(char **words, int count, int width) {
  rl_display_match_list(words, count, width);
  rl_forced_update_display();
}

/// Passes on the signals that readline has caught.
static inline void flagdb_editor_check_signals(void) { rl_check_signals(); }

/// True if readline has caught a signal that it has not passed on yet.
static inline int flagdb_editor_has_signal(void) { return rl_pending_signal() != 0; }

/// Draws the line again, after the process was suspended.
static inline void flagdb_editor_redraw(void) { rl_forced_update_display(); }

#endif
