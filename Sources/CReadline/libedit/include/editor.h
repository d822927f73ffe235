// The functions of ../../shim.h, by libedit.
#ifndef FLAGDB_EDITOR_H
#define FLAGDB_EDITOR_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Waits for a key; 0 if no more is to be read.
typedef int flagdb_editor_wait(void);
typedef char **flagdb_editor_complete(const char *text, int start, int end);
typedef void flagdb_editor_lists(char **words, int count, int width);

/// The name of the library and its version.
const char *flagdb_editor_name(void);
const char *flagdb_editor_version(void);

/// Sets the editor up, which draws on standard error, and reads ~/.editrc.
void flagdb_editor_begin(
    flagdb_editor_wait *wait, flagdb_editor_complete *complete, flagdb_editor_lists *list);

/// Reads a line, which the caller frees; NULL at the end of the input, and after a signal.
char *flagdb_editor_read(const char *prompt);

/// Adds a line to those that the arrow keys bring back.
void flagdb_editor_remember(const char *line);

/// Called while it completes: a blank may follow what is complete.
void flagdb_editor_completed(int is_whole);

/// The line that is completed, and the byte of the cursor in it.
const char *flagdb_editor_line(void);
int flagdb_editor_point(void);

/// Lists words in columns below the line; the first one is what all others begin with.
void flagdb_editor_list(char **words, int count, int width);

/// Notices a window that has another width; libedit leaves signals alone.
void flagdb_editor_check_signals(void);
int flagdb_editor_has_signal(void);

/// Draws the line again, after the process was suspended.
void flagdb_editor_redraw(void);

#endif
