import CommandTable

/// flagdb-postgresql(7): databases on a server.
enum PostgreSQLPage {
  static let page = ProsePage(
    "flagdb-postgresql", section: 7, summary: "databases in a schema of a PostgreSQL server",
    introduction, addresses, passwords, rights, commands, log, types, others, partitions, machines,
    differences, servers, plan, examples,
    seeAlso: [
      "flagdb-new(1)", "flagdb-query(1)", "flagdb-insert(1)", "flagdb-copy(1)", "flagdb-sql(1)",
    ])

  private static let introduction: Prose = """
    Where a command takes a database, the address of a schema on a PostgreSQL server may stand in place of
    the path of a file. The words of the commands, the names and the answers are the same.

        flagdb new 'postgresql://ann@db.example.org/lab?schema=zoo' zoo.swift
        flagdb query 'postgresql://ann@db.example.org/lab?schema=zoo' Sample --has HRM,PLX

    `export FLAGDB='service=lab schema=zoo'` spares typing it each time.

    `flagdb` itself opens files alone, and starts `flagdb-postgresql` in its place for an address: from the
    folder where it lies itself, or from `../libexec`. `make install` and the Debian package bring both. The
    other one needs the library libpq, in the package `libpq5`.
    """

  private static let addresses: Prose = """
    # Addresses
    An address is a URI that begins with `postgresql://` or `postgres://`, or a list of settings whose first
    word is one of libpq: `host=/run/postgresql dbname=lab`, `service=lab`. All settings of libpq may
    stand there but passwords. `schema=NAME` is one more: the schema that has the tables, `public` if it
    is not said. What an address leaves out comes from the service file and the environment, as for `psql`:
    `PGHOST`, `PGUSER`, `PGSERVICE` and the others.

    Tables are looked for in that schema alone, whatever the search path of the user is. All settings that a command
    needs hold for its transactions alone, so that a pooler such as PgBouncer may stand before the server, which pools
    sessions or transactions. A `lock_timeout` of the user's own is kept; without one a command waits 5 seconds for a
    lock, and `migrate` a minute.

    A database of flagdb has a schema of its own, which has to be there and be empty for `new`. The tables of another program are read as they
    are, and changed once they are adopted.
    """

  private static let passwords: Prose = """
    # Passwords
    An address with a password is refused, since everybody sees it in the list of processes. Put it into
    `~/.pgpass`, the service file or `PGPASSWORD`, or leave it out: on a terminal you are asked for it, and
    what you type is not shown. No message has a password in it.
    """

  private static let rights: Prose = """
    # Rights
    `new` needs `CREATE` on the schema. To read takes `USAGE` on the schema and `SELECT` on its tables,
    to change records also `INSERT`, `UPDATE` and `DELETE`, and `USAGE` on the sequences that number the
    records; a given key that is more than 1,000 beyond the others also takes `UPDATE` on the sequence.
    Commands that read run in transactions that only read, so that a standby serves them. Where
    `default_transaction_read_only` is on, for a role, by `PGOPTIONS` or by `options` of the address, nothing is
    written. `copy`, `diff` and `migrate` refuse tables of which row-level security may keep records from the user,
    `check` names them, and `query` and `stats` answer with the others and a note. `migrate` and `define`
    take the owner of the tables, and so does `log --forget-before`, or else the right to `DELETE` from its tables.
    """

  private static let commands: Prose = """
    # Commands
    `new`, `define`, `schema`, `query`, `insert`, `update`, `delete`, `stats`, `migrate`, `flags`, `generate`,
    `sql`, `check`, `copy`, `diff`, `adopt`, `log`, `undo` and a session work.
    `backup` says the line of `pg_dump` that writes the schema as SQL.

    - `new` makes all in one transaction, in a database whose encoding is UTF8. Names have 63 bytes at most.
      `--wal` is for files. `--create-database` makes the database and the schema before, by a
      connection to the database `postgres` or `template1` of the same server, for which the user needs the
      right `CREATEDB`. If `new` fails then, the database is dropped again.
    - `insert --from` checks every value as everywhere, and takes in all records or none, unless `--batch`
      says otherwise. `--create` makes an entity, and `--alter` adds flags, in a database that is there.
    - `migrate` and `define` change tables where they stand, by ALTER TABLE, and write records by one UPDATE a
      table, all in one transaction. It begins when the transactions of others on the tables have ended, and
      keeps them out until it is done. Indexes, views, triggers and rights of other programs stay; a view that
      needs a column that goes stands in the way, and the message names it. A column that gets another type
      stands last in its table. Values that no SQL converts, such as texts that become dates, are converted by
      flagdb, each different one once. `--dry-run --sql` prints a script for psql, and nothing is copied before
      something is lost: `migrate` says the line of `pg_dump`. `VACUUM` frees the room of changed records.
    - `sql` takes PostgreSQL's own SQL, with `has(markers, 'HRM')` and the like in it. Names with capitals
      stand in double quotes, `"Sample"`: the server folds others to small letters. `--write` takes INSERT,
      UPDATE, DELETE and MERGE; psql is for all else. `:name` is a parameter, a text of which the server finds
      the type. What `--sql` prints is run by psql as it is.
    - `copy` brings a file into an empty schema and a schema into a new file, with the model, the keys and
      all relationships, whole or not at all: `flagdb copy zoo.db 'service=lab schema=zoo'`.
    - `diff` compares a file and a server in either order, or two schemas, and `--apply` makes the second like
      the first, in one transaction that keeps others out of the tables as `migrate` does. Foreign keys are
      away meanwhile and are added again at its end, so that records may come in any order.
    - `query --explain` shows the plan of the server.

    Many records come and go by COPY, in a memory that does not grow with them, and take about as long as by
    `\\copy` of psql. Answers to conditions with a text in them come one record at a time, which takes longer.

    What a server adds to an error stands in brackets behind it, and its advice is the hint.

    A change that meets another one of the same records is tried again, as an import of files is. Where that
    does not help, nothing is changed, and the message says so. Ctrl-C stops what the server is doing. If the
    connection is lost at the end of a change, a message says that nobody knows if it is kept. A session keeps
    its connection from one line to the next, without a transaction and without locks, and takes another one
    where the server has ended it.
    """

  private static let log: Prose = """
    # The log of changes
    `new --audit` and `define DB audit on` keep a log as in a file, and `log` and `undo` show it and take changes back.
    What several programs write at the same time stays apart:

    - Each row of `flagdb_log` has the number of its transaction and the role that was logged in. A command of flagdb is
      a change; all that another program did in one transaction is one change too, of the moment at which that began.
      `log` shows its role, as the person.
    - The triggers run with the rights of the owner of the tables. A role that may change records needs no right to the
      log, is logged, and can neither change the log nor claim the rows of others. To read takes `SELECT` on `flagdb_log`
      and `flagdb_change`. The person that flagdb notes is the login name of its user, as in a file, and the role beside
      it is the server's.
    - `before` and `after` are the texts by which the server writes a value, moments in UTC. The view `flagdb_history`
      spells flags and cases.
    - `undo` takes back all rows by one statement at the server. It waits for others who changed the same records,
      and is tried again. Without a number it stays with the change that it took first.
    - TRUNCATE of another program tells of no record. The log has a line `truncate`, and changes before it are not taken
      back. What runs while triggers are switched off (`session_replication_role`) is not logged; `undo` finds out by the
      values.
    - A record that moves to another partition is deleted and inserted in the log. A log and several machines exclude
      each other: `--audit` with `--distribute` is refused.
    - Numbers of changes have gaps, of what was not kept. Changes of others that run at once may come in another order
      than they were kept; those of the same record are in order.
    - `pg_dump` takes the log along.
    """

  private static let types: Prose = """
    # Types
    Values have the types that other programs expect, and a copy has the same values in a file and on a server:

    - `timestamptz`: `Date`, to the microsecond and of the years 1 to 9999, as a CHECK demands. The time zone of
      a session does not matter to flagdb: `month(taken)` and all that is shown are in UTC.
    - `boolean`: `Bool`; `uuid`: `UUID`; `numeric(19, places)`: `Decimal`
    - `bigint`: flags, integers, and keys, which the server gives (`GENERATED BY DEFAULT AS IDENTITY`)
    - `double precision`: `Double` and `Float`
    - `jsonb`: arrays, sets, dictionaries, structs in them and enums with associated values, as Swift codes them
    - `text` that compares by its bytes (`COLLATE "C"`): `String`, `URL`, and `Any`, whose numbers are
      texts on a server and compare as such
    - `bytea`: `Data`
    - enums: `bigint` or `text`, as their raw values

    A schema may get another name: triggers and the log go on in it. Those that an earlier version of flagdb made look
    for tables by the old name; `check` tells of them, and a change is refused with the SQL that repairs them.

    CHECKs and foreign keys refuse for every client what the model does not allow. The view
    `"Sample_named"` of an entity spells its flags and cases, and the comments on tables and columns are
    those of the model. The model itself is in the table `flagdb_model`.
    """

  private static let others: Prose = """
    # Tables of other programs
    A schema without a model of ours is read by its tables, as a file of others is (`flagdb-files`(7)): tables, views,
    foreign tables and partitioned ones become entities, foreign keys of one column relationships. `flagdb adopt
    'service=app schema=shop'` gives names to what is in it, and then its records can be changed. No table is changed by
    it: the names stand among the user's own files, `flagdb/adopted`, for the server, database and schema, whatever the
    address says besides. `--inside` keeps them in a table `flagdb_model` of the schema, for everybody who may read that.

    Types are read as follows, and `@Stored("citext")` in the model names the type of the server where ours does not say it:

    - `smallint`, `integer`, `bigint`: integers, and flags of 16, 32 and 64 bits. The highest bit makes the number negative.
    - `numeric` with up to 18 declared digits: `Decimal`, or `Int` without places; any other `Double`
    - `timestamp` and `date`: `Date`, taken for UTC
    - an enum of the server: an enum with its labels. A label that is no name in Swift is a case with another name,
      `PG-13` is `pG13`, and both are accepted everywhere; in a predicate a label with a blank needs quotes. A domain: the type that it is made of
    - arrays of numbers, texts and truth values: arrays
    - `json`, `jsonb`, `inet`, `interval`, `bit`, `xml` and all else: the text of the value, which is compared as a text and
      set by one. So is `citext`, unless the type is in the same schema: then the server compares. Masks in `bit` and
      `numeric` columns are out of reach.

    - Changes name no column but those that the user names. Defaults, sequences, generated columns, CHECKs, triggers and
      foreign keys are the server's matter, and its refusals are told in words. A key that is given does not move the
      sequence.
    - Records are told apart by a primary key. A table without one, or with one of several columns, is asked and
      changed by `--where`.
    - A table or column that the user may not read is left out, and `check` names the table. To read and to adopt takes
      `SELECT` alone.
    - Texts come in the order of the columns' own collations.
    - The walk through an index finds flags where some index begins with the column.
    - `--guess` looks at pages that are taken by chance, and at the CHECKs and views of the schema.

    The catalog of the server is such a schema too: `flagdb adopt 'service=lab schema=pg_catalog' --flags
    pg_trigger.tgtype=row,before,insert,delete,update,truncate,instead`.
    """

  private static let partitions: Prose = """
    # Partitions
    `new DB MODEL.swift --partition 'Event=month(taken)'` keeps the records of `Event` in partitions, a table of the
    server for each month; `year`, `quarter`, `week` and `day` are there too, all in UTC. Commands name the
    entity as always. `schema` tells its partitions in a comment, and `copy DB NEW --partition …` brings records
    into partitions that are elsewhere already.

    - A record that comes into no partition is in `"Event.rest"`. Whatever flagdb writes, it makes the partitions
      behind it, `"Event.2026-11"`, if the user owns the table and at most 100,000 records wait there.
      `define DB partition Event` makes them for all, such as those that other programs wrote. That waits for the
      transactions on the database and keeps others out until it is done; a transaction of another program that
      began before it (REPEATABLE READ) does not see the records that it moves. `DROP TABLE "Event.2024-01"`, by
      psql, is how a month goes.
    - The date always has a value. What is unique is unique together with the date alone:
      `#Unique<Event>([\\.code, \\.taken])`. The server gives the keys, and takes none that are typed or in a file
      of `insert --from`; only `copy` keeps them.
    - No other entity refers to one in partitions, and it has no delete rule that takes a trigger: a foreign key
      needs a key that is unique by itself.
    - The date keeps its type; it and the entity can get other names.
    - `define DB partition 'Log=day(when)'` does it for an entity without records.
    """

  private static let machines: Prose = """
    # Several machines
    Where the database has the extension Citus, version 11.2 or later, `new DB MODEL.swift --distribute Sample=id --distribute
    Reading=sample` spreads records over its machines. The address is that of the coordinator.

    - An entity is distributed by its key, an attribute or a relationship that always has a value. One that is
      distributed by the relationship to another that is distributed by its key is beside it: what belongs
      together is on one machine. All other entities are on every machine, as reference tables.
    - An entity that `define` or `migrate` adds is beside the one to which it always refers, if there is one, and
      else on every machine. `define DB distribute Box=id` distributes one that has no records.
    - Uniqueness and keys are as with partitions, for an entity that is not distributed by its key. Only those
      beside it, or others on every machine, are joined by foreign keys. No delete rule may take a trigger.
    - The value by which a record is distributed stays: to change it, delete the record and insert it again.
    - `migrate` changes all machines in one transaction: bits move, and attributes come, go and get other names. An
      attribute keeps its type.
    - Flags are found by reading the records, on all machines at once: a walk through an index would run outside the
      transaction there, and miss a record that changes meanwhile. What several machines cannot answer together, such as `samples.count` for each record that is on
      every machine, is an error that says so; nothing is changed then.
    - `lower` and `[c]` know the letters of all languages, and what they make is ordered as `und-x-icu` orders texts.
    - A transaction sees on each machine what was kept there when a statement came, and not one moment of all of them.
    """

  private static let differences: Prose = """
    # Differences from files
    - A key that was given to a record which is not kept is not given again, so that keys have gaps.
    - A text cannot have the character 0 in it, and the number -0.0 loses its sign in an array.
    - Groups by dictionaries and structs come in the order in which the server keeps their properties.
    - `stats DB` shows the room that the server takes for the tables.
    - Flags are asked for by the combinations that are there, which a walk through the index finds in one
      statement, if there are some 50,000 records and not too many combinations. `--explain` tells how many;
      whether the index then finds the records is the server's choice, by its statistics.
    - `matches` takes a pattern that is written in the predicate, and none of an attribute.
    - The letters in which `lower` and `[c]` compare texts are those of the database on the server.
    """

  private static let examples: Prose = """
    # Examples
    The section `[lab]` of `~/.pg_service.conf` says where the server and its database are, and
    `CREATE SCHEMA zoo` was run there.

    The database of a file goes to the server, and answers there:
        $ flagdb copy zoo.db 'service=lab schema=zoo'
        copied 4 records of Sample
        copied 3 records of Reading
        $ flagdb query 'service=lab schema=zoo' Sample --has HRM,PLX -c code,markers
        code,markers
        S-2,HRM|PLX
        S-4,RAW|HRM|PLX
        $ export FLAGDB='service=lab schema=zoo'; flagdb update Sample --id 1 markers+=PLX; flagdb check
        1 record changed

    Other programs see the names of flags too:
        $ psql service=lab -Atc 'SELECT code, markers FROM zoo."Sample_named" WHERE id < 3 ORDER BY id'
        S-1|RAW|PLX
        S-2|HRM|PLX
    """
}
