import CommandTable

extension AdoptCommand {
  static let manual = CommandManual(
    """
    Every SQLite file that another program made can be looked at as it is (`flagdb-files`(7)). `adopt`
    gives names to what is in it: the flags of a column of bits, the cases of a column of numbers, the
    dates that are kept as numbers. The tables stay as they are. The names go into a model of Swift
    beside the file, `shop.db.flagdb` for `shop.db`, which every command finds there. Without options
    the model says what the tables are.

    A column is named with its table, as in `item.flags`; in a Core Data store it is an attribute with
    its entity, as in `Trip.options`. The type behind `=` is one of these:

    - `Marks`: a set or an enum that the model has already, or that `--model` brings.
    - `FILE:TYPE`: a set from where it is defined, a Swift file, a C header or another of those in
      `flagdb-definitions`(5). `Marks=FILE:TYPE` calls it `Marks`. A file with one set needs no type.
    - `old,rare=0x4`: names, each for the next bit, or for the bits behind its own equals sign. The set
      is called after the column; `Marks:old,rare` calls it `Marks`. If values of the column need no more than
      32 bits and have the highest of them, as a sign or not, so has the set. Cases of an enum count from 0 in
      a column of numbers, and are texts in one of texts.

    A field that `--field` gives to some bits of a mask has the constants of `FILE:TYPE` that fit into them.

    `--guess` proposes what columns hold and writes nothing: flags, enums, dates, true and false, URLs,
    each with a reason, three values, and the option that names the column so. A guess is *likely* if the
    name of the column, its declaration or SQL in the file supports it and no value that was looked at
    speaks against it, else *perhaps*. `--accept likely`
    takes the likely ones, and `--accept visits.transition,items.flags` those named. Nobody knows the names
    of the bits: `bit23` is one that some record has, for you to rename in the model. Of a large table a
    hundred runs of records are looked at.

    The model can be edited: entities and attributes get other names, flags and cases documentation
    behind `///`. Adopting again adds to it, in one layout. A comment behind `//` stays with the declaration
    that it stands above, or behind on its line. `--dry-run` prints what would be written.

    When the program has changed its tables, the names that are left go on to work, and `adopt --refresh`
    takes the tables as they are now. The answer says what is new, and what is gone.

    The model has the permissions of the database. It is written as a whole, replaces nothing but such
    a model, and follows no link. Where the folder cannot be written it goes to
    `flagdb/adopted` among the user's data. With `--inside` it is kept in a table `flagdb_model` of the
    file, so that it goes where the file goes; no other table is touched.

    The tables of a schema on a PostgreSQL server are adopted in the same way, as in
    `flagdb adopt 'service=app schema=shop' --flags users.roles=admin,editor`. Beside a server there is no place for
    the model, so that it is among the user's data, or by `--inside` in the schema; `flagdb-postgresql`(7) tells
    which types of columns become what.
    """,
    examples: """
      A file of one's own.
          $ sqlite3 shop.db 'CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, flags INT, made INT);
          >   INSERT INTO item VALUES (1, "lamp", 5, 1700000000), (2, "rug", 2, 1700086400)'
          > flagdb adopt shop.db --flags item.flags=old,new,rare --date item.made=seconds
          > flagdb query shop.db item --has old
          shop.db.flagdb: 1 entity, 2 named columns
          item.flags: ItemFlags (old, new, rare)
          item.made: a date, seconds
          id,title,flags,made
          1,lamp,old|rare,2023-11-14T22:13:20Z

      The history of a browser: an enum in the low bits of a mask, and dates since 1601.
          $ sqlite3 History 'CREATE TABLE visits (id INTEGER PRIMARY KEY, visit_time INT, transition INT);
          >   INSERT INTO visits VALUES (1, 13344473600000000, 0x30000001), (2, 13344473700000000, 8)'
          > flagdb adopt History --date visits.visit_time=webkit \\
          >   --flags visits.transition=chain_start=0x10000000,chain_end=0x20000000 \\
          >   --field visits.transition.core:0xFF=Core:link,typed,bookmark,form=7,reload=8
          > flagdb query History visits --where 'transition.core = typed'
          History.flagdb: 1 entity, 2 named columns
          visits.visit_time: a date, webkit
          visits.transition: VisitsTransition (chain_start, chain_end, core in bits 0...7)
          id,visit_time,transition
          1,2023-11-14T22:13:20Z,chain_start|chain_end|core=typed

      An archive of SQLite: the permissions and the kind of a file in one number.
          $ sqlite3 a.sqlar 'CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB);
          >   INSERT INTO sqlar VALUES ("bin", 16877, 1700000000, 0, NULL), ("run", 33261, 1700000000, 0, NULL)'
          > flagdb adopt a.sqlar --flags sqlar.mode=Mode:ox,ow,or,gx,gw,gr,ux,uw,ur \\
          >   --field sqlar.mode.kind:0xF000=Kind:none,fifo,device,folder=4,block=6,file=8,link=10
          > flagdb query a.sqlar sqlar --where 'mode.kind = file and mode lacks gw' -c name,mode
          a.sqlar.flagdb: 1 entity, 1 named column
          sqlar.mode: Mode (ox, ow, or, gx, gw, gr, ux, uw, ur, kind in bits 12...15)
          name,mode
          run,ox|or|gx|gr|ux|uw|ur|kind=file

      A case of The Sleuth Kit, with the flags of a C header.
          $ printf 'enum { TSK_META_ALLOC = 1, TSK_META_UNALLOC = 2, TSK_META_USED = 4 };' > tsk.h
          > sqlite3 case.db 'CREATE TABLE tsk_files (obj_id INTEGER PRIMARY KEY, name TEXT, meta_flags INT);
          >   INSERT INTO tsk_files VALUES (1, "a.txt", 5), (2, "b.txt", 6)'
          > flagdb adopt case.db --flags tsk_files.meta_flags=Meta=tsk.h:TSK_META
          > flagdb query case.db tsk_files --has UNALLOC -c name,meta_flags
          case.db.flagdb: 1 entity, 1 named column
          tsk_files.meta_flags: Meta (ALLOC, UNALLOC, USED)
          name,meta_flags
          b.txt,UNALLOC|USED

      A store of Core Data, whose attributes have the names of its model.
          $ sqlite3 Zoo.sqlite 'CREATE TABLE Z_METADATA (Z_VERSION INTEGER, Z_UUID VARCHAR, Z_PLIST BLOB);
          >   INSERT INTO Z_METADATA VALUES (1, "A", CAST("<plist><dict><key>NSStoreModelVersionHashes</key>
          >   <dict><key>Animal</key><data>AQ==</data></dict></dict></plist>" AS BLOB));
          >   CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
          >   INSERT INTO Z_PRIMARYKEY VALUES (1, "Animal", 0, 1);
          >   CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMARKS INTEGER);
          >   INSERT INTO ZANIMAL VALUES (1, 1, 1, 5)'
          > flagdb adopt Zoo.sqlite --flags Animal.marks=tame,loud,old
          > flagdb query Zoo.sqlite Animal --has loud,old --count
          > flagdb query Zoo.sqlite Animal --has old
          Zoo.sqlite.flagdb: 1 entity, 1 named column
          Animal.marks: AnimalMarks (tame, loud, old)
          0
          Z_PK,marks
          1,tame|old

      A file that nobody knows: the likely guesses at it are taken.
          $ sqlite3 mail.db 'CREATE TABLE mail (id INTEGER PRIMARY KEY, flags INT, received INT, is_read INT);
          >   INSERT INTO mail VALUES (1, 5, 1700000000, 1), (2, 9, 1700086400, 0)'
          > flagdb adopt mail.db --guess --accept likely
          > flagdb query mail.db mail --has bit3
          mail.db.flagdb: 1 entity, 3 named columns
          mail.flags: MailFlags (bit0, bit2, bit3)
          mail.received: a date, seconds
          mail.is_read: true or false
          id,flags,received,is_read
          2,bit0|bit3,2023-11-15T22:13:20Z,false

      Names that are looked at before they are written.
          $ flagdb adopt shop.db --flags item.flags=Marks:worn,fresh --dry-run | grep -A 5 Marks:
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
