import CommandTable

extension AdoptCommand {
  static let manual = CommandManual(
    """
    flagdb reads every foreign SQLite database without preparation (`flagdb-files`(7)). `adopt` gives names
    to its contents: to the flags in a column of bits, to the enum cases in a column of numbers, and to dates
    stored as numbers. The tables do not change. `adopt` writes the names as a Swift model to a sidecar, a
    file beside the database: `shop.db.flagdb` for `shop.db`. All commands find the sidecar. Without options,
    the model describes the tables as they are.

    Name a column with its table, as in `item.flags`; in a Core Data store, name an attribute with its entity,
    as in `Trip.options`. After `=` stands one of these types:

    - `Marks`: a flag set or enum of the model, or of a file given with `--model`.
    - `FILE:TYPE`: a flag set from a Swift file, a C header or another source that `flagdb-definitions`(5)
      lists. `Marks=FILE:TYPE` names it `Marks`. If the file defines one set, the type may be left out.
    - `old,rare=0x4`: names of flags. Each name takes the next bit, or the bits after its equals sign. The set
      gets the name of the column; `Marks:old,rare` names it `Marks`. If the values fit in 32 bits and some use
      the highest bit, the set has 32 bits. Enum cases count from 0 in a column of numbers, and are texts in a
      column of texts.

    `--field` makes a field of some bits of a mask. It takes those constants of `FILE:TYPE` that fit in the bits.

    `--guess` prints proposals and writes nothing: flags, enums, dates, booleans and URLs, each with a reason,
    three values, and the option that adopts it. A guess is *likely* if the name or declaration of the column,
    or SQL in the file, supports it, and no sampled value contradicts it; other guesses are *perhaps*.
    `--accept likely` adopts the likely guesses, and `--accept visits.transition,items.flags` the named ones.
    Guessed flags are named after their bits, as `bit23`; rename them in the model. In a large table, `adopt`
    samples a hundred runs of records.

    You can edit the model: rename entities, attributes, flags and cases, and document them with `///`. A second
    `adopt` adds to the model and rewrites it in one layout. A `//` comment stays with the declaration on or
    below its line. `--dry-run` prints the model and writes nothing.

    If the other program changes its tables, the remaining names still work. `adopt --refresh` updates the
    model, and prints which tables and columns are new or missing.

    The model gets the permissions of the database. `adopt` replaces only its own models, writes them
    atomically, and follows no symbolic link. If the folder is not writable, the model goes to
    `flagdb/adopted` in the data folder of the user. `--inside` stores it in a table `flagdb_model` of the
    database, so that it moves with the file; other tables do not change.

    On a PostgreSQL server, `adopt` names the tables of a schema, as in
    `flagdb adopt 'service=app schema=shop' --flags users.roles=admin,editor`. The model goes to the data folder
    of the user, or with `--inside` into the schema. `flagdb-postgresql`(7) lists the types of columns.
    """,
    examples: """
      Names for the flags and dates of a table.
          $ sqlite3 shop.db 'CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT,
          >     flags INT, made INT);
          >   INSERT INTO item VALUES (1, "lamp", 5, 1700000000), (2, "rug", 2,
          >     1700086400)'
          > flagdb adopt shop.db --flags item.flags=old,new,rare \\
          >   --date item.made=seconds
          > flagdb query shop.db item --has old
          shop.db.flagdb: 1 entity, 2 named columns
          item.flags: ItemFlags (old, new, rare)
          item.made: a date, seconds
          id,title,flags,made
          1,lamp,old|rare,2023-11-14T22:13:20Z

      The history of a browser: an enum in the low bits of a mask, and dates since 1601.
          $ sqlite3 History 'CREATE TABLE visits (id INTEGER PRIMARY KEY,
          >     visit_time INT, transition INT);
          >   INSERT INTO visits VALUES (1, 13344473600000000, 0x30000001),
          >     (2, 13344473700000000, 8)'
          > flagdb adopt History --date visits.visit_time=webkit \\
          >   --flags visits.transition=chain_start=0x10000000,chain_end=0x20000000 \\
          >   --field visits.transition.core:0xFF=Core:link,typed,bookmark,form=7,reload=8
          > flagdb query History visits --where 'transition.core = typed'
          History.flagdb: 1 entity, 2 named columns
          visits.visit_time: a date, webkit
          visits.transition: VisitsTransition (chain_start, chain_end, core in bits 0...7)
          id,visit_time,transition
          1,2023-11-14T22:13:20Z,chain_start|chain_end|core=typed

      An SQLite archive: permissions and file type in one number.
          $ sqlite3 a.sqlar 'CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT,
          >     mtime INT, sz INT, data BLOB);
          >   INSERT INTO sqlar VALUES ("bin", 16877, 1700000000, 0, NULL),
          >     ("run", 33261, 1700000000, 0, NULL)'
          > flagdb adopt a.sqlar --flags sqlar.mode=Mode:ox,ow,or,gx,gw,gr,ux,uw,ur \\
          >   --field sqlar.mode.kind:0xF000=Kind:none,fifo,device,folder=4,block=6,file=8,link=10
          > flagdb query a.sqlar sqlar --where 'mode.kind = file and mode lacks gw' \\
          >   -c name,mode
          a.sqlar.flagdb: 1 entity, 1 named column
          sqlar.mode: Mode (ox, ow, or, gx, gw, gr, ux, uw, ur, kind in bits 12...15)
          name,mode
          run,ox|or|gx|gr|ux|uw|ur|kind=file

      A case of The Sleuth Kit, with the flags of a C header.
          $ printf 'enum { TSK_META_ALLOC = 1, TSK_META_UNALLOC = 2, TSK_META_USED = 4 };' > tsk.h
          > sqlite3 case.db 'CREATE TABLE tsk_files (obj_id INTEGER PRIMARY KEY,
          >     name TEXT, meta_flags INT);
          >   INSERT INTO tsk_files VALUES (1, "a.txt", 5), (2, "b.txt", 6)'
          > flagdb adopt case.db --flags tsk_files.meta_flags=Meta=tsk.h:TSK_META
          > flagdb query case.db tsk_files --has UNALLOC -c name,meta_flags
          case.db.flagdb: 1 entity, 1 named column
          tsk_files.meta_flags: Meta (ALLOC, UNALLOC, USED)
          name,meta_flags
          b.txt,UNALLOC|USED

      A store of Core Data, whose attributes have the names of its model.
          $ sqlite3 Zoo.sqlite 'CREATE TABLE Z_METADATA (Z_VERSION INTEGER,
          >     Z_UUID VARCHAR, Z_PLIST BLOB);
          >   INSERT INTO Z_METADATA VALUES (1, "A",
          >     CAST("<plist><dict><key>NSStoreModelVersionHashes</key>
          >   <dict><key>Animal</key><data>AQ==</data></dict></dict></plist>" AS BLOB));
          >   CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER, Z_NAME VARCHAR,
          >     Z_SUPER INTEGER, Z_MAX INTEGER);
          >   INSERT INTO Z_PRIMARYKEY VALUES (1, "Animal", 0, 1);
          >   CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER,
          >     Z_OPT INTEGER, ZMARKS INTEGER);
          >   INSERT INTO ZANIMAL VALUES (1, 1, 1, 5)'
          > flagdb adopt Zoo.sqlite --flags Animal.marks=tame,loud,old
          > flagdb query Zoo.sqlite Animal --has loud,old --count
          > flagdb query Zoo.sqlite Animal --has old
          Zoo.sqlite.flagdb: 1 entity, 1 named column
          Animal.marks: AnimalMarks (tame, loud, old)
          0
          Z_PK,marks
          1,tame|old

      Accept the likely guesses for an unknown file.
          $ sqlite3 mail.db 'CREATE TABLE mail (id INTEGER PRIMARY KEY, flags INT,
          >     received INT, is_read INT);
          >   INSERT INTO mail VALUES (1, 5, 1700000000, 1), (2, 9, 1700086400, 0)'
          > flagdb adopt mail.db --guess --accept likely
          > flagdb query mail.db mail --has bit3
          mail.db.flagdb: 1 entity, 3 named columns
          mail.flags: MailFlags (bit0, bit2, bit3)
          mail.received: a date, seconds
          mail.is_read: true or false
          id,flags,received,is_read
          2,bit0|bit3,2023-11-15T22:13:20Z,false

      Print the model without writing it.
          $ flagdb adopt shop.db --flags item.flags=Marks:worn,fresh --dry-run \\
          >   | grep -A 5 Marks:
          struct Marks: OptionSet {
            let rawValue: Int64

            static let worn = Self(rawValue: 1 << 0)
            static let fresh = Self(rawValue: 1 << 1)
          }
      """,
    seeAlso: [
      "flagdb-files(7)", "flagdb-schema(1)", "flagdb-check(1)", "flagdb-model(5)",
      "flagdb-definitions(5)", "flagdb-postgresql(7)",
    ])
}
