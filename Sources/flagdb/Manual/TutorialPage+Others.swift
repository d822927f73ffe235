import CommandTable

/// The tutorial among files that other programs made: one of the laboratory's own, and four of programs that
/// many people have.
extension TutorialPage {
  static let homemade: Prose = """
    # Foreign databases
    In this step you query and change a database that another program created. The freezer of the laboratory is
    in such a file; its column `state` is a bitmask:
        $ sqlite3 freezer.db <<'END'
        > CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
        > CREATE TABLE tube (id INTEGER PRIMARY KEY, code TEXT UNIQUE, state INT,
        >     put INT,
        >   shelf REFERENCES shelf);
        > INSERT INTO shelf VALUES (1, 'top'), (2, 'door');
        > INSERT INTO tube VALUES (1, 'S-1', 1, 1763337600, 1), (2, 'S-2', 6,
        >     1763424000, 2),
        >   (3, 'S-9', 4, 1763510400, 2);
        > END

    flagdb reads the file without preparation. Bits have no names yet; select them by their places:
        $ flagdb query freezer.db tube --has state:bit2 \\
        >   --columns code,state,shelf.name
        code,state,shelf.name
        S-2,6,door
        S-9,4,door

    `adopt` gives names to bits and dates. It writes them as Swift to the sidecar `freezer.db.flagdb`:
        $ flagdb adopt freezer.db --flags tube.state=open,frozen,empty \\
        >   --date tube.put=seconds
        freezer.db.flagdb: 2 entities, 2 named columns
        tube.state: TubeState (open, frozen, empty)
        tube.put: a date, seconds
        $ flagdb query freezer.db tube --any frozen,empty --columns code,put,state
        code,put,state
        S-2,2025-11-18T00:00:00Z,frozen|empty
        S-9,2025-11-19T00:00:00Z,empty
        $ flagdb query freezer.db shelf --where 'tube[state has empty].count > 1' \\
        >   --columns name
        name
        door

    Now you can change the records too. Other programs still see plain numbers:
        $ flagdb update freezer.db tube --where 'code = "S-9"' state+=open
        1 record changed
        $ sqlite3 freezer.db "SELECT code, state FROM tube WHERE code = 'S-9'"
        S-9|5
    """

  static let history: Prose = """
    # The history of a browser
    In this step you adopt a file of a well-known program. Chrome stores its history in a file `History` in the
    folder of the profile. Copy your own, or create one with two of its tables:
        $ sqlite3 History <<'END'
        > CREATE TABLE urls (id INTEGER PRIMARY KEY, url LONGVARCHAR,
        >     visit_count INTEGER);
        > CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER NOT NULL,
        >   visit_time INTEGER NOT NULL, transition INTEGER NOT NULL);
        > INSERT INTO urls VALUES (1, 'https://lab.example/', 2),
        >     (2, 'https://lab.example/plan', 1);
        > INSERT INTO visits VALUES (1, 1, 13407811200000000, 0x30000001),
        >   (2, 2, 13407811260000000, 0x10000000), (3, 1, 13407897600000000,
        >     0x22000008);
        > END

    If you do not know a file, `--guess` proposes what its columns contain, and writes nothing:
        $ flagdb adopt History --guess --format json 2>/dev/null \\
        >   | jq -r '.[] | .column, "  " + .guess'
        urls.url
          a URL
        visits.visit_time
          a date, webkit
        visits.transition
          VisitsTransition (bit0, bit3, bit25, bit28, bit29)

    The sources of Chrome define the bits. The low eight bits are a field, a small number; a table of names
    describes both:
        $ cat >transition.csv <<'END'
        > name,value,kind,mask
        > CHAIN_START,0x10000000,flag,
        > CHAIN_END,0x20000000,flag,
        > FROM_ADDRESS_BAR,0x2000000,flag,
        > LINK,0,field core,0xFF
        > TYPED,1,field core,0xFF
        > RELOAD,8,field core,0xFF
        > END
        $ flagdb adopt History --date visits.visit_time=webkit \\
        >   --flags visits.transition=Transition=transition.csv
        History.flagdb: 2 entities, 2 named columns
        visits.visit_time: a date, webkit
        visits.transition: Transition (CHAIN_START, CHAIN_END, FROM_ADDRESS_BAR, core in bits 0...7)
        $ flagdb query History visits --columns id,visit_time,transition
        id,visit_time,transition
        1,2025-11-17T00:00:00Z,CHAIN_START|CHAIN_END|core=TYPED
        2,2025-11-17T00:01:00Z,CHAIN_START|core=LINK
        3,2025-11-18T00:00:00Z,CHAIN_END|FROM_ADDRESS_BAR|core=RELOAD
        $ flagdb query History visits --columns id \\
        >   --where 'transition has CHAIN_END and transition.core != RELOAD'
        id
        1
    """

  static let archive: Prose = """
    # An archive
    In this step you take names from a C header. `sqlite3 -A` archives files in a SQLite file. It stores the
    mode of each file in one number: the permissions, and in four bits the type of the file. A C header
    defines the names:
        $ mkdir box
        $ echo measure >box/run; echo 'by hand' >box/notes
        $ chmod 755 box box/run; chmod 640 box/notes
        $ sqlite3 box.sqlar -Ac box
        $ cat >mode.h <<'END'
        > #define S_IFMT  0170000
        > #define S_IFDIR 0040000
        > #define S_IFREG 0100000
        > #define S_IRUSR 00400
        > #define S_IWUSR 00200
        > #define S_IXUSR 00100
        > #define S_IRGRP (S_IRUSR >> 3)
        > #define S_IWGRP (S_IWUSR >> 3)
        > #define S_IXGRP (S_IXUSR >> 3)
        > #define S_IROTH (S_IRGRP >> 3)
        > #define S_IWOTH (S_IWGRP >> 3)
        > #define S_IXOTH (S_IXGRP >> 3)
        > END
        $ flagdb adopt box.sqlar --flags sqlar.mode=Mode=mode.h:S_I
        box.sqlar.flagdb: 1 entity, 1 named column
        sqlar.mode: Mode (IRUSR, IWUSR, IXUSR, IRGRP, IWGRP, IXGRP, IROTH, IWOTH, IXOTH, type in bits 12...15)
        $ flagdb query box.sqlar sqlar --columns name,mode
        name,mode
        box,IRUSR|IWUSR|IXUSR|IRGRP|IXGRP|IROTH|IXOTH|type=DIR
        box/notes,IRUSR|IWUSR|IRGRP|type=REG
        box/run,IRUSR|IWUSR|IXUSR|IRGRP|IXGRP|IROTH|IXOTH|type=REG

    If the headers of the system are installed, use `/usr/include/linux/stat.h:S_I` instead:
        $ flagdb query box.sqlar sqlar \\
        >   --where 'mode.type = REG and mode lacks IROTH' --columns name
        name
        box/notes
    """

  static let forensics: Prose = """
    # A case of The Sleuth Kit
    In this step you adopt two flag sets at once. `tsk_loaddb` and Autopsy write the files that they find on a
    disk to a SQLite file, each with flags for its name and for its data. A header of The Sleuth Kit defines
    them:
        $ cat >tsk_fs.h <<'END'
        > typedef enum { TSK_FS_NAME_FLAG_ALLOC = 0x01,
        >     TSK_FS_NAME_FLAG_UNALLOC = 0x02 } NAME;
        > typedef enum { TSK_FS_META_FLAG_ALLOC = 0x01,
        >     TSK_FS_META_FLAG_UNALLOC = 0x02,
        >   TSK_FS_META_FLAG_USED = 0x04, TSK_FS_META_FLAG_UNUSED = 0x08 } META;
        > END
        $ sqlite3 case.db <<'END'
        > CREATE TABLE tsk_fs_info (obj_id INTEGER PRIMARY KEY, display_name TEXT);
        > CREATE TABLE tsk_files (obj_id INTEGER PRIMARY KEY, fs_obj_id INTEGER,
        >     name TEXT NOT NULL,
        >   dir_flags INTEGER, meta_flags INTEGER, mtime INTEGER,
        >   FOREIGN KEY (fs_obj_id) REFERENCES tsk_fs_info (obj_id));
        > INSERT INTO tsk_fs_info VALUES (2, 'card');
        > INSERT INTO tsk_files VALUES (3, 2, 'report.txt', 1, 5, 1763337600),
        >   (4, 2, 'draft.txt', 2, 6, 1763337600), (5, 2, 'old.txt', 2, 5,
        >     1763251200);
        > END
        $ flagdb adopt case.db --date tsk_files.mtime=seconds \\
        >   --flags tsk_files.dir_flags=NameFlags=tsk_fs.h:TSK_FS_NAME_FLAG \\
        >   --flags tsk_files.meta_flags=MetaFlags=tsk_fs.h:TSK_FS_META_FLAG
        case.db.flagdb: 2 entities, 3 named columns
        tsk_files.dir_flags: NameFlags (ALLOC, UNALLOC)
        tsk_files.meta_flags: MetaFlags (ALLOC, UNALLOC, USED, UNUSED)
        tsk_files.mtime: a date, seconds

    Select a deleted name whose data is in use again with one flag of each set:
        $ flagdb query case.db tsk_files \\
        >   --columns name,mtime,fs_obj_id.display_name \\
        >   --where 'dir_flags has UNALLOC and meta_flags has ALLOC'
        name,mtime,fs_obj_id.display_name
        old.txt,2025-11-16T00:00:00Z,card
        $ flagdb sql case.db "SELECT count(*) AS gone FROM tsk_files WHERE has(meta_flags, 'UNALLOC')"
        gone
        1
    """

  static let store: Prose = """
    # A store of Core Data
    In this step you read a Core Data store. A store of Core Data or SwiftData is a SQLite file, which flagdb
    recognises by its tables. This is a store of an old system, which does not contain its model:
        $ sqlite3 Trips.sqlite <<'END'
        > CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY,
        >     Z_UUID VARCHAR(255), Z_PLIST BLOB);
        > INSERT INTO Z_METADATA VALUES (1, '6A1B', CAST('<plist><dict>
        >   <key>NSStoreModelVersionHashes</key><dict><key>Trip</key><data>AQ==</data>
        >   <key>Stop</key><data>Ag==</data></dict></dict></plist>' AS BLOB));
        > CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR,
        >     Z_SUPER INTEGER,
        >   Z_MAX INTEGER);
        > INSERT INTO Z_PRIMARYKEY VALUES (1, 'Stop', 0, 3), (2, 'Trip', 0, 1);
        > CREATE TABLE ZTRIP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER,
        >     Z_OPT INTEGER,
        >   ZOPTIONS INTEGER, ZBEGAN TIMESTAMP, ZTITLE VARCHAR);
        > INSERT INTO ZTRIP VALUES (1, 2, 1, 5, 785030400, 'north');
        > CREATE TABLE ZSTOP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER,
        >     Z_OPT INTEGER, ZTRIP INTEGER,
        >   ZNAME VARCHAR);
        > INSERT INTO ZSTOP VALUES (1, 1, 1, 1, 'harbour'), (2, 1, 1, 1, 'island');
        > END
        $ mkdir Trips.xcdatamodel
        $ cat >Trips.xcdatamodel/contents <<'END'
        > <model>
        >   <entity name="Trip">
        >     <attribute name="title" attributeType="String"/>
        >     <attribute name="began" attributeType="Date"/>
        >     <attribute name="options" attributeType="Integer 64"/>
        >     <relationship name="stops" toMany="YES" destinationEntity="Stop" inverseName="trip"/>
        >   </entity>
        >   <entity name="Stop">
        >     <attribute name="name" attributeType="String"/>
        >     <relationship name="trip" maxCount="1" destinationEntity="Trip" inverseName="stops"/>
        >   </entity>
        > </model>
        > END

    A newer store contains its model, and needs no `FLAGDB_MODEL`. Give the names of the bits on the command
    line, or take them from the Swift code of the app:
        $ FLAGDB_MODEL=Trips.xcdatamodel flagdb adopt Trips.sqlite \\
        >   --flags Trip.options=byBoat,byNight,back
        Trips.sqlite.flagdb: 2 entities, 2 named columns
        Trip.began: a date, reference
        Trip.options: TripOptions (byBoat, byNight, back)
        $ flagdb query Trips.sqlite Trip --has byBoat \\
        >   --columns title,began,options,stops.count
        title,began,options,stops.count
        north,2025-11-17T00:00:00Z,byBoat|back,2

    Only Core Data may write such a store. `copy` converts it to a database that you can change:
        $ flagdb update Trips.sqlite Trip --all options+=byNight || echo "status $?"
        error: 'Trips.sqlite' is a Core Data store, which is read-only
        hint: 'flagdb copy Trips.sqlite NEW.db' converts it to a database that can be changed
        status 1
        $ flagdb copy Trips.sqlite trips.db
        copied 2 records of Stop
        copied 1 record of Trip
        $ flagdb update trips.db Trip --all options+=byNight
        1 record changed
        $ flagdb query trips.db Stop --where 'trip.options has byNight' \\
        >   --columns name,trip
        name,trip
        harbour,1
        island,1
    """
}
