// What Swift cannot say of libpq-fe.h by itself: its fields are letters by macros.
#ifndef FLAGDB_CPOSTGRESQL_SHIM_H
#define FLAGDB_CPOSTGRESQL_SHIM_H

// Debian has a folder for it.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

static const int flagdb_field_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int flagdb_field_state = PG_DIAG_SQLSTATE;
static const int flagdb_field_message = PG_DIAG_MESSAGE_PRIMARY;
static const int flagdb_field_detail = PG_DIAG_MESSAGE_DETAIL;
static const int flagdb_field_hint = PG_DIAG_MESSAGE_HINT;
static const int flagdb_field_position = PG_DIAG_STATEMENT_POSITION;
static const int flagdb_field_context = PG_DIAG_CONTEXT;
static const int flagdb_field_table = PG_DIAG_TABLE_NAME;
static const int flagdb_field_column = PG_DIAG_COLUMN_NAME;
static const int flagdb_field_constraint = PG_DIAG_CONSTRAINT_NAME;

#endif
