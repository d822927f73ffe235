import CommandTable

/// flagdb-postgresql(7): databases on a server.
enum PostgreSQLPage {
  static let page = ProsePage(
    "flagdb-postgresql", section: 7, summary: "databases in a schema of a PostgreSQL server",
    introduction, addresses, passwords, rights, commands, roundTrips, log, types, others,
    partitions,
    machines, differences, servers, plan, examples,
    seeAlso: [
      "flagdb-new(1)", "flagdb-query(1)", "flagdb-insert(1)", "flagdb-copy(1)", "flagdb-sql(1)",
    ])

  private static let introduction: Prose = """
    The address of a schema on a PostgreSQL server can replace the path of a database file. Commands, names and
    results are the same.

        flagdb new 'postgresql://ann@db.example.org/lab?schema=zoo' zoo.swift
        flagdb query 'postgresql://ann@db.example.org/lab?schema=zoo' Sample --has HRM,PLX

    `export FLAGDB='service=lab schema=zoo'` sets a default address.

    For an address, `flagdb` starts the program `flagdb-postgresql` from its own folder or from `../libexec`.
    `make install` and the Debian package install both. `flagdb-postgresql` needs the library libpq, package
    `libpq5`.
    """

  private static let addresses: Prose = """
    # Addresses
    An address is a URI with `postgresql://` or `postgres://`, or a list of libpq settings:
    `host=/run/postgresql dbname=lab`, `service=lab`. It can contain all settings of libpq except passwords.
    `schema=NAME` selects the schema of the tables, by default `public`. Other settings come from the service
    file and the environment, as for `psql`: `PGHOST`, `PGUSER`, `PGSERVICE` and others.

    flagdb uses only the tables of this schema, whatever the search path. It changes settings only within its
    transactions, so it works through a pooler such as PgBouncer in session or transaction mode. It keeps a
    `lock_timeout` of the user; without one, a command waits 5 seconds for a lock, and `migrate` one minute.

    A flagdb database has its own schema, which must exist and be empty for `new`. Other schemas are foreign
    databases: flagdb reads them, and changes them after `adopt`.
    """

  private static let passwords: Prose = """
    # Passwords
    flagdb refuses an address with a password, because the list of processes shows it. Put the password in
    `~/.pgpass`, the service file or `PGPASSWORD`; on a terminal, flagdb otherwise asks for it without showing
    it. No message contains a password.
    """

  private static let rights: Prose = """
    # Privileges
    - `new` needs `CREATE` on the schema.
    - Reading needs `USAGE` on the schema and `SELECT` on its tables.
    - Changing records also needs `INSERT`, `UPDATE` and `DELETE`, and `USAGE` on the sequences of the keys. A key
      that is more than 1,000 above the others also needs `UPDATE` on the sequence.
    - `migrate` and `define` need the owner of the tables. `log --forget-before` needs the owner, or `DELETE` on
      the tables of the log.

    Commands that read use read-only transactions, so they work on a standby. If `default_transaction_read_only`
    is on for a role, in `PGOPTIONS` or in `options` of the address, flagdb writes nothing. `copy`, `diff` and
    `migrate` refuse tables with row-level security that may hide records, and `check` names them. `query` and
    `stats` use the visible records, and print a note.
    """

  private static let commands: Prose = """
    # Commands
    All commands work on a server, except that `backup` prints the line of `pg_dump` that writes the schema as SQL.

    - `new` creates everything in one transaction, in a database with the encoding UTF8. Names of entities
      and attributes have at most 63 bytes. `--wal` is only for files. `--create-database` first creates the database and the schema, over a
      connection to the database `postgres` or `template1`; the user needs the privilege `CREATEDB`. If `new`
      fails then, it drops the database.
    - `insert --from` checks every value, and imports all records or none unless `--batch` is given. `--create`
      creates an entity, and `--alter` adds flags, in an existing database.
    - `migrate` and `define` use ALTER TABLE, and one UPDATE for each table, in one transaction. They wait for
      running transactions on the tables, and block others until the end. Indexes, views, triggers and privileges
      of other programs stay; a view that needs a dropped column stops the migration, and the message names it. A
      column with a new type becomes the last of its table. flagdb converts values that SQL cannot convert, such
      as texts to dates, each distinct value once. `--dry-run --sql` prints a script for psql. Before a loss,
      `migrate` prints the line of `pg_dump` instead of a backup. `VACUUM` frees the space of changed records.
    - `sql` takes the SQL of PostgreSQL, with functions such as `has(markers, 'HRM')`. Put names with capitals in
      double quotes, `"Sample"`, because the server folds other names to lower case. `--write` allows INSERT,
      UPDATE, DELETE and MERGE; use psql for other statements. `:name` is a parameter, whose type the server
      infers. psql runs the output of `--sql`, if its `search_path` names the schema.
    - `copy` copies a file to an empty schema, and a schema to a new file, with model, keys and relationships,
      completely or not at all: `flagdb copy zoo.db 'service=lab schema=zoo'`.
    - `diff` compares a file and a server, or two schemas. `--apply` makes the second equal to the first in one
      transaction, which blocks other programs as `migrate` does. It drops foreign keys at the start and adds them
      again at the end.
    - `query --explain` shows the query plan of the server.

    flagdb transfers many records with COPY and constant memory, about as fast as `\\copy` of psql. Results of
    conditions with a text arrive one record at a time, which is slower.

    Messages of the server appear in brackets after an error, and its advice as the hint.

    If a transaction conflicts with another, flagdb tries it again; if that fails too, nothing is changed, and an
    error says so. Ctrl-C cancels the statement on the server. If the connection breaks during a commit, the error
    says that the result is unknown. A session keeps its connection between lines, without a transaction or locks,
    and reconnects if the server ended it.
    """

  private static let log: Prose = """
    # The audit log
    `new --audit` and `define DB audit on` start the audit log; `log` shows it, and `undo` undoes changes. On a
    server, these rules apply:

    - Each row of `flagdb_log` has the number of its transaction and the session role. A command of flagdb is one
      change, and so is each transaction of another program, with the time of its start. `log` shows its role as
      the user.
    - The triggers run with the privileges of the owner of the tables. A role without privileges on the log is
      logged, and can neither change the log nor write rows for others. Reading the log needs `SELECT` on
      `flagdb_log` and `flagdb_change`. For changes of flagdb, the log has the login name of the user, and the role
      beside it.
    - `before` and `after` contain values as texts of the server, with times in UTC. The view `flagdb_history`
      shows flags and cases by name.
    - `undo` runs one statement on the server. It waits for concurrent changes of the same records, and tries
      again. Without a number, it keeps the change that it chose first.
    - TRUNCATE of another program has one line, `truncate`, because it names no records; changes before it cannot
      be undone. Changes with disabled triggers (`session_replication_role`) are not logged; `undo` detects them
      by the values.
    - A record that moves to another partition is logged as a deletion and an insertion. A distributed database
      has no audit log: `--audit` cannot be used with `--distribute`.
    - Numbers of changes have gaps from rolled-back transactions. Concurrent changes of different records may
      appear in another order than their commits.
    - `pg_dump` includes the log.
    """

  private static let types: Prose = """
    # Types
    flagdb uses the usual types of the server, and `copy` preserves all values between files and servers:

    - `timestamptz`: `Date`, in microseconds, for the years 1 to 9999, which a CHECK enforces. flagdb ignores the
      time zone of the session: `month(taken)` and all output are in UTC.
    - `boolean`: `Bool`; `uuid`: `UUID`; `numeric(19, places)`: `Decimal`
    - `bigint`: flags, integers, and keys, which the server assigns (`GENERATED BY DEFAULT AS IDENTITY`)
    - `double precision`: `Double` and `Float`
    - `jsonb`: arrays, sets, dictionaries, structs in them and enums with associated values, as Swift codes them
    - `text` with `COLLATE "C"`: `String`, `URL`, and `Any`, whose numbers are texts on a server and compare as
      texts
    - `bytea`: `Data`
    - enums: `bigint` or `text`, as their raw values

    You can rename a schema; its triggers and log continue to work. Triggers of an earlier version of flagdb use
    the old name; `check` reports them, and a change fails with the SQL that repairs them.

    CHECK constraints and foreign keys enforce the model for every client. The view `"Sample_named"` shows flags
    and cases by name, and the comments on tables and columns come from the model. The table `flagdb_model`
    contains the model.
    """

  private static let others: Prose = """
    # Foreign schemas
    flagdb reads a schema without a model as a foreign database (`flagdb-files`(7)). Tables, views, foreign tables
    and partitioned tables are entities, and foreign keys of one column are relationships. `flagdb adopt
    'service=app schema=shop'` gives names to its contents; then you can change its records. `adopt` changes no
    table: it stores the names in `flagdb/adopted` in the data folder of the user, for this server, database and
    schema. `--inside` stores them in a table `flagdb_model` of the schema, for everybody who can read it.

    flagdb reads types as follows; `@Stored("citext")` in the model names a type that Swift does not have:

    - `smallint`, `integer`, `bigint`: integers, and flags of 16, 32 and 64 bits. The highest bit is the sign.
    - `numeric` with up to 18 declared digits: `Decimal`, or `Int` without places; any other `Double`
    - `timestamp` and `date`: `Date` in UTC
    - an enum: an enum with its labels. A label that is not a Swift name gets another name, as `pG13` for `PG-13`;
      both work everywhere, and a label with a blank needs quotes in a predicate
    - a domain: its base type. A domain of an enum is a text, because the server cannot compare its values
    - arrays of whole numbers, `double precision`, texts, booleans and enums: arrays. Any other array is its text, as `{2026-05-01}`
    - `json`, `jsonb`, `inet`, `interval`, `bit`, `xml` and all others: the text of the value. So is `citext`,
      unless the type is in the same schema: then the server compares. Masks in `bit` and `numeric` columns are
      not supported.

    These rules apply:

    - flagdb changes only the columns that you name. Defaults, sequences, generated columns, CHECKs, triggers and
      foreign keys work on the server, and flagdb explains their errors. A given key does not advance the
      sequence.
    - Records are identified by a primary key of one column. Select records of other tables with `--where`.
    - flagdb skips tables and columns that the user cannot read; `check` names the tables. Reading and `adopt` need
      only `SELECT`.
    - Texts are sorted by the collation of their column.
    - A skip scan finds flags if an index begins with the column.
    - `--guess` reads random pages, and the CHECKs and views of the schema.

    The system catalog is such a schema too: `flagdb adopt 'service=lab schema=pg_catalog' --flags
    pg_trigger.tgtype=row,before,insert,delete,update,truncate,instead`.
    """

  private static let partitions: Prose = """
    # Partitions
    `new DB MODEL.swift --partition 'Event=month(taken)'` stores the records of `Event` in one partition for each
    month; `year`, `quarter`, `week` and `day` work too, all in UTC. Commands use the name of the entity.
    `schema` shows partitions in a comment, and `copy DB NEW --partition …` partitions existing records.

    - Records without a partition go to `"Event.rest"`. Each command of flagdb that writes creates the missing
      partitions, such as `"Event.2026-11"`, if the user owns the table and at most 100,000 records wait there.
      `define DB partition Event` creates all missing partitions. It waits for running transactions and blocks
      others; older REPEATABLE READ transactions of other programs do not see the moved records. Delete a month
      with `DROP TABLE "Event.2024-01"` in psql.
    - The date is required. A unique constraint must contain the date: `#Unique<Event>([\\.code, \\.taken])`. The
      server assigns keys, and refuses keys from the command line or `insert --from`; only `copy` keeps keys.
    - No other entity can refer to a partitioned entity, because a foreign key needs a unique key. It cannot have a
      delete rule that needs a trigger.
    - The type of the date cannot change; the date and the entity can be renamed.
    - `define DB partition 'Log=day(when)'` partitions an entity without records.
    """

  private static let machines: Prose = """
    # Citus clusters
    If the database has the extension Citus, version 11.2 or later, `new DB MODEL.swift --distribute Sample=id
    --distribute Reading=sample` distributes records over worker nodes. Use the address of the coordinator.

    - Distribute an entity by its key, or by a required attribute or relationship. An entity that is distributed by
      a relationship is colocated: its records are on the same worker node as the records that they refer to. All
      other entities are reference tables, with a copy on every worker node.
    - `define` and `migrate` colocate a new entity with the entity of its required relationship, or make it a
      reference table. `define DB distribute Box=id` distributes an entity without records.
    - The rules of partitions for unique constraints and keys apply to entities that are not distributed by their
      key. Foreign keys work only between colocated entities, and to reference tables. No delete rule may need a
      trigger.
    - The distribution value of a record cannot change: delete the record and insert it again.
    - `migrate` changes all worker nodes in one transaction. It moves bits, and adds, drops and renames attributes; it
      cannot change types.
    - No statement can walk through the indexes of several machines. A query for flags therefore lists up to 1,024
      combinations that can match, stored or not, and each worker node looks them up in its index. `--has` with k of
      the n flags in a set has 2^(n-k) of them. If there are more, or if records without a value match, every record
      is read. `--explain` says which. With two million records, 3 rare flags of 12 took 1/20 of the time of a scan.
    - A query that Citus cannot run, such as `samples.count` for a reference table, is an error that
      changes nothing.
    - `lower` and `[c]` work for all languages, and sort their results with `und-x-icu`.
    - A transaction sees the committed records of each worker node at the start of a statement, not one snapshot of
      the cluster.
    """

  private static let differences: Prose = """
    # Differences from files
    - Keys have gaps, because the server does not reuse the keys of rolled-back records.
    - A text cannot contain the character 0. The number -0.0 loses its sign in an array.
    - Groups by dictionaries and structs have the order in which the server stores their properties.
    - `stats DB` shows the disk space of the tables on the server.
    - A skip scan finds the combinations of flags in one statement, if there are about 50,000 records or more and
      not too many combinations. `--explain` prints their number; the server then decides whether it uses the
      index.
    - `matches` takes a pattern in the predicate, not an attribute.
    - `lower` and `[c]` use the locale of the database.
    """

  private static let examples: Prose = """
    # Examples
    The section `[lab]` of `~/.pg_service.conf` has the address of the server and the database, and the schema
    was created with `CREATE SCHEMA zoo`.

    Copy a file to the server, and query it there:
        $ flagdb copy zoo.db 'service=lab schema=zoo'
        copied 4 records of Sample
        copied 3 records of Reading
        $ flagdb query 'service=lab schema=zoo' Sample --has HRM,PLX -c code,markers
        code,markers
        S-2,HRM|PLX
        S-4,RAW|HRM|PLX
        $ export FLAGDB='service=lab schema=zoo'; flagdb update Sample \\
        >   --id 1 markers+=PLX; flagdb check
        1 record changed

    Other programs see the names of flags in a view:
        $ psql service=lab -Atc 'SELECT code, markers FROM zoo."Sample_named" WHERE id < 3 ORDER BY id'
        S-1|RAW|PLX
        S-2|HRM|PLX
    """
}
