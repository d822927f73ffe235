#include "CManual.h"

// Pages of commands, and then those of topics in the order in which the manual lists them.
static const char manual[] = {
#embed "../../Manual/flagdb.md"
,
#embed "../../Manual/adopt.md"
,
#embed "../../Manual/backup.md"
,
#embed "../../Manual/check.md"
,
#embed "../../Manual/completions.md"
,
#embed "../../Manual/copy.md"
,
#embed "../../Manual/define.md"
,
#embed "../../Manual/delete.md"
,
#embed "../../Manual/diff.md"
,
#embed "../../Manual/flags.md"
,
#embed "../../Manual/generate.md"
,
#embed "../../Manual/help.md"
,
#embed "../../Manual/infer.md"
,
#embed "../../Manual/insert.md"
,
#embed "../../Manual/lint.md"
,
#embed "../../Manual/log.md"
,
#embed "../../Manual/mcp.md"
,
#embed "../../Manual/migrate.md"
,
#embed "../../Manual/new.md"
,
#embed "../../Manual/query.md"
,
#embed "../../Manual/repl.md"
,
#embed "../../Manual/schema.md"
,
#embed "../../Manual/sql.md"
,
#embed "../../Manual/stats.md"
,
#embed "../../Manual/undo.md"
,
#embed "../../Manual/update.md"
,
#embed "../../Manual/model.md"
,
#embed "../../Manual/definitions.md"
,
#embed "../../Manual/predicates.md"
,
#embed "../../Manual/files.md"
,
#embed "../../Manual/postgresql.md"
,
#embed "../../Manual/tutorial.md"
,
0
};

const char *flagdb_manual(void) { return manual; }
