// libedit by its own interface, histedit.h: its imitation of GNU Readline lists whole lines as candidates,
// and takes each byte of a character for a character.
#ifdef __linux__
#define _GNU_SOURCE // wcswidth
#endif

#include <errno.h>
#include <locale.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include <histedit.h>

#include "editor.h"

static EditLine *flagdb_edit;
static History *flagdb_history;
static FILE *flagdb_screen;
static flagdb_editor_wait *flagdb_editor_waits;
static flagdb_editor_complete *flagdb_editor_completes;
static flagdb_editor_lists *flagdb_editor_shows;
static const char *flagdb_prompt = "";
static char *flagdb_typed;
static int flagdb_point, flagdb_is_whole;
static unsigned short flagdb_columns;

const char *flagdb_editor_name(void) { return "libedit"; }

#define FLAGDB_TEXT(value) #value
#define FLAGDB_VERSION(major, minor) FLAGDB_TEXT(major) "." FLAGDB_TEXT(minor)
const char *flagdb_editor_version(void) {
  return FLAGDB_VERSION(LIBEDIT_MAJOR, LIBEDIT_MINOR);
}

static unsigned short flagdb_terminal_columns(void) {
  struct winsize size;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// The prompt, for libedit, which asks for it whenever it draws.
static char *flagdb_editor_prompt(EditLine *edit) {
  (void)edit;
  return (char *)flagdb_prompt;
}

/// Reads a character of one or more bytes; 0 if no more is to be read.
static int flagdb_editor_key(EditLine *edit, wchar_t *key) {
  (void)edit;
  mbstate_t state;
  memset(&state, 0, sizeof state);
  for (;;) {
    char byte;
    if (!flagdb_editor_waits()) return 0;
    ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    size_t size = mbrtowc(key, &byte, 1, &state);
    if (size == (size_t)-2) continue;
    if (size == (size_t)-1) {
      // No text; the rest of it may be.
      memset(&state, 0, sizeof state);
      continue;
    }
    return 1;
  }
}

static int flagdb_characters(const char *text, int bytes) {
  int count = 0;
  for (int i = 0; i < bytes; i++)
    if (((unsigned char)text[i] & 0xc0) != 0x80) count++;
  return count;
}

/// The Tab key: replaces what is typed by what all candidates share, and lists them if that is no more.
static unsigned char flagdb_editor_tab(EditLine *edit, int key) {
  (void)key;
  const LineInfo *line = el_line(edit);
  size_t size = (size_t)(line->lastchar - line->buffer);
  free(flagdb_typed);
  flagdb_typed = strndup(line->buffer, size);
  flagdb_point = (int)(line->cursor - line->buffer);
  if (!flagdb_typed) return CC_ERROR;
  char **words = flagdb_editor_completes(flagdb_typed, 0, flagdb_point);
  if (!words || !words[0]) {
    free(words);
    return CC_ERROR;
  }
  int count = 0;
  while (words[count + 1]) count++;
  unsigned char answer = CC_REFRESH;
  if (strlen(words[0]) != (size_t)flagdb_point || strncmp(words[0], flagdb_typed, strlen(words[0]))) {
    el_deletestr(edit, flagdb_characters(flagdb_typed, flagdb_point));
    el_insertstr(edit, words[0]);
  } else if (count > 1) {
    fputc('\n', flagdb_screen);
    flagdb_editor_shows(words, count, 0);
    answer = CC_REDISPLAY;
  }
  if (count == 0 && flagdb_is_whole) el_insertstr(edit, " ");
  for (int i = 0; words[i]; i++) free(words[i]);
  free(words);
  return answer;
}

void flagdb_editor_begin(
    flagdb_editor_wait *wait, flagdb_editor_complete *complete, flagdb_editor_lists *list) {
  // libedit takes characters for what the locale says, and a model may have any.
  if (!setlocale(LC_CTYPE, "") || MB_CUR_MAX == 1) setlocale(LC_CTYPE, "C.UTF-8");
  flagdb_editor_waits = wait;
  flagdb_editor_completes = complete;
  flagdb_editor_shows = list;
  flagdb_columns = flagdb_terminal_columns();
  // libedit asks for the descriptor of its stream, which `stderr` may not have.
  flagdb_screen = fdopen(STDERR_FILENO, "w");
  if (!flagdb_screen) return;
  flagdb_edit = el_init("flagdb", stdin, flagdb_screen, flagdb_screen);
  flagdb_history = history_init();
  if (!flagdb_edit || !flagdb_history) return;
  HistEvent event;
  history(flagdb_history, &event, H_SETSIZE, 100000);
  el_set(flagdb_edit, EL_PROMPT, flagdb_editor_prompt);
  el_set(flagdb_edit, EL_GETCFN, flagdb_editor_key);
  el_set(flagdb_edit, EL_HIST, history, flagdb_history);
  el_set(flagdb_edit, EL_EDITOR, "emacs");
  el_set(flagdb_edit, EL_ADDFN, "flagdb-complete", "completes names", flagdb_editor_tab);
  const char *keys[][2] = {
      {"^I", "flagdb-complete"},      {"^R", "em-inc-search-prev"}, {"^W", "ed-delete-prev-word"},
      {"\\e[1~", "ed-move-to-beg"},   {"\\e[4~", "ed-move-to-end"}, {"\\e[H", "ed-move-to-beg"},
      {"\\e[F", "ed-move-to-end"},    {"\\e[3~", "ed-delete-next-char"},
      {"\\e[1;5C", "em-next-word"},   {"\\e[1;5D", "ed-prev-word"},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    el_set(flagdb_edit, EL_BIND, keys[i][0], keys[i][1], NULL);
  el_source(flagdb_edit, NULL);
}

char *flagdb_editor_read(const char *prompt) {
  if (!flagdb_edit) return NULL;
  flagdb_prompt = prompt;
  int count = 0;
  const char *line = el_gets(flagdb_edit, &count);
  flagdb_prompt = "";
  if (!line || count <= 0) return NULL;
  size_t size = strlen(line);
  if (size > 0 && line[size - 1] == '\n') size--;
  return strndup(line, size);
}

void flagdb_editor_remember(const char *line) {
  HistEvent event;
  if (flagdb_history) history(flagdb_history, &event, H_ENTER, line);
}

void flagdb_editor_completed(int is_whole) { flagdb_is_whole = is_whole; }

const char *flagdb_editor_line(void) { return flagdb_typed; }
int flagdb_editor_point(void) { return flagdb_point; }

/// The columns that a word takes.
static int flagdb_width(const char *word) {
  wchar_t text[256];
  size_t count = mbstowcs(text, word, 256);
  int width = count == (size_t)-1 ? -1 : wcswidth(text, count);
  return width < 0 ? (int)strlen(word) : width;
}

void flagdb_editor_list(char **words, int count, int width) {
  int columns = flagdb_terminal_columns() / (width + 2);
  if (columns < 1) columns = 1;
  int rows = (count + columns - 1) / columns;
  for (int row = 0; row < rows; row++) {
    for (int index = row; index < count; index += rows) {
      fputs(words[index + 1], flagdb_screen);
      if (index + rows < count)
        fprintf(flagdb_screen, "%*s", width + 2 - flagdb_width(words[index + 1]), "");
    }
    fputc('\n', flagdb_screen);
  }
}

/// libedit leaves signals alone. A window that has another width is noticed here.
void flagdb_editor_check_signals(void) {
  unsigned short columns = flagdb_terminal_columns();
  if (!flagdb_edit || columns == flagdb_columns) return;
  flagdb_columns = columns;
  el_resize(flagdb_edit);
  // It draws from here on, and takes this for the beginning of a line.
  fputc('\r', flagdb_screen);
  el_set(flagdb_edit, EL_REFRESH);
}

int flagdb_editor_has_signal(void) { return 0; }

void flagdb_editor_redraw(void) {
  if (!flagdb_edit) return;
  el_set(flagdb_edit, EL_PREP_TERM, 1);
  el_set(flagdb_edit, EL_REFRESH);
}
