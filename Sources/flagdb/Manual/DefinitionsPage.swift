import CommandTable

/// flagdb-definitions(5): the files of other languages that define flags.
enum DefinitionsPage {
  static let page = ProsePage(
    "flagdb-definitions", section: 5,
    summary: "flags from C headers, Python, Rust and other sources",
    introduction, languages, headers, names, leftOut, tables, trees, examples,
    seeAlso: [
      "flagdb-flags(1)", "flagdb-define(1)", "flagdb-new(1)", "flagdb-model(5)",
    ])

  private static let introduction: Prose = """
    flagdb reads the names of flags from the source that defines them, so that you need not type them:

    - `flagdb flags FILE` lists the flag sets of a file, and `flagdb flags FILE TYPE` the flags of one. It converts
      numbers and names as for a database.
    - `flagdb define DB flags NAME --from FILE:TYPE` adds a flag set to a database, and `define DB enum NAME --from
      FILE:TYPE` adds an enum of the same constants.
    - `flagdb new DB FILE:TYPE` and `NAME=FILE:TYPE` create a database with the flag set; model files beside it can
      use it. `FILE` alone adds all listed sets.

    TYPE is the name of an enum or flag set, with or without its scope, or the common prefix of constants:
    `STATX_ATTR` for `STATX_ATTR_IMMUTABLE` and others. The name of a `typedef` works too. The list contains enums
    and groups of constants whose values are bits. Ask for other enums, and for those of included files, by name.
    """

  private static let languages: Prose = """
    # Languages
    The ending of the name determines the language, or else `--language`.

    | language | endings | reads |
    | c | .h .c | `#define`, `enum`, `NS_OPTIONS` |
    | cpp | .hpp .hh .cpp … | also `enum class`, `constexpr` |
    | python | .py .pyi | `IntFlag`, `Flag`, constants |
    | rust | .rs | `bitflags!`, `const`, enums |
    | csharp | .cs | `[Flags] enum`, `const` |
    | typescript | .ts .js … | `enum`, constants, objects |
    | java | .java | `static final` |
    | kotlin | .kt .kts | `const val`, value classes |
    | go | .go | `const`, `iota` |
    | proto | .proto | `enum` |
    | php | .php | `const`, `define`, `enum`, arrays |
    | ruby | .rb | `has_flags`, `bitfield`, constants, hashes |
    | swift | .swift | as `flagdb-model`(5) says |
    | table | .csv .tsv | a line for each flag |
    | markdown | .md .markdown | the same in a document |
    | sql | .sql | `flags & 4 AS kick`, in CASE; `SET` columns |
    | yanny | .par | `maskbits` |
    | cdl | .cdl | what `ncdump -h` prints |
    | json | .json | objects and lists, by their path |
    | yaml | .yaml .yml | the same |
    | xml | .xml | the same, as in MAVLink |

    A value can be a calculation with constants: shifts, `|`, `&`, `~`, brackets, casts, other constants, `auto()`
    and `iota`. Numbers overflow and have a sign as in the language: `1 << 31` is negative in C, Java and
    TypeScript, and means bit 31. A Python source can import constants from modules in its folder.
    """

  private static let headers: Prose = """
    # Headers
    flagdb expands macros and evaluates conditions like a compiler, for the current machine and with
    `_GNU_SOURCE`. It looks for included files in the folder of the header, in the folders of `-I`, and in
    `/usr/include`. There it also looks for a header that is not in the current folder, as in
    `flagdb flags linux/if.h IFF`. A `.h` file with C++ keywords is read as C++. `BIT(n)`, `BIT_ULL(n)`, `_BITUL(n)`,
    `_BITULL(n)` and `GENMASK(h, l)` have their meaning of Linux and Zephyr if no header defines them.

    If `clang` is in `PATH`, flagdb takes the values from it: clang compiles a program of constants, which never
    runs. Otherwise, flagdb evaluates the values itself; a test compares both for the headers of the system. It
    also computes the sizes of structs, which `ioctl` numbers and some masks need.

    A `KIND_MASK` with a `KIND_SHIFT` is a field, and the constants with the prefix `KIND_` that fit in it are its
    values. So are `S_IFMT`, the type of a file, and a mask from bit 0 in which five or more other constants count
    from 1, as `CORE_MASK` of Chromium. `define` and `new` make it a field of the model, with an enum.

    `FLAGDB_CLANG` is the path of another clang; an empty value disables it.
    """

  private static let names: Prose = """
    # Names in Swift
    flagdb removes the common prefix of the constants, as Swift does with C enums: `STATX_ATTR_IMMUTABLE` becomes
    `IMMUTABLE`, and the comment has the full name. Members of `enum class`, Python classes and other scopes keep
    their names. Names with blanks, hyphens and other signs, such as `Digital Signature`, and Swift keywords such as
    `default` stay; `flagdb schema` writes them in backquotes, as Swift 6.2 allows. A dot, a colon and an
    equals sign become `_`.

    The integer type of a set comes from the source, or else is the smallest of `Int32`, `UInt32`, `Int64` and
    `UInt64` that holds all values.
    """

  private static let leftOut: Prose = """
    # Left out
    flagdb never guesses a value. If it cannot evaluate one, it skips the flag, and a note gives the file, the line
    and the reason. A set without any known value is an error. Texts, empty macros, and macros with arguments
    are not flags.
    """

  private static let tables: Prose = """
    # Tables
    The header of a table names its columns: `name` (also `flag` or `label`), `value`, `mask` or
    `bit`, and if there are any `set` (also `column`, `type` or `group`), `kind` and `about` (also
    `description` or `comment`). A table of two columns needs no header. The output of `flagdb flags
    --format csv` is such a table.

    A row of the kind `field NAME` is a value of a field, which is stored in the bits of its `mask`, as the type of
    a file in its mode. `flagdb flags` shows it as `type=DIR`. `define` and `new` make it a field of the set,
    `@Bits(12...15) var type: ModeType?`, with an enum of its values. The bits of a field must be adjacent;
    flagdb skips others.
    """

  private static let trees: Prose = """
    # Lists, objects and records
    In TypeScript, Python, PHP and Ruby, a set can be a constant with pairs of names and numbers, `{'read': 2**0}`,
    or with rows, `[{ bit: 0, name: 'read' }]`. The keys are those of tables. `has_flags` of flag_shih_tzu
    counts its flags from 1; its set is `MODEL.COLUMN`, as in `User.flags`.

    In JSON, YAML and XML, TYPE is the path of the names, or its end: `device.status` for `{"device": {"status":
    {"ready": 1}}}`. The members are numbers by their names, or objects with a name and a `bit`, `value` or
    `mask`. An element of a list has its `name` in the path. A number as a key is not read, because it may be a
    bit or a value; neither are anchors, tags and lists on one line of YAML.

    Records of the database itself can name flags: `define DB flags NAME --from 'item_flags(bit, name)'`, and `adopt DB
    --flags 'item.flags=item_flags(bit=id, name=label)'` if the columns have other names.
    """

  private static let examples: Prose = """
    # Examples
    The flags of an enum in Python.
        $ printf 'class Perm(IntFlag):\\n  READ = auto()\\n  WRITE = auto()\\n' > \\
        >   perm.py
        > flagdb flags perm.py Perm READ,WRITE
        3

    A database with a set of another source beside its model.
        $ echo 'struct Door: Entity { var name: String; var can: Perm }' > \\
        >   door.swift
        > flagdb new door.db door.swift perm.py:Perm
        > flagdb insert door.db Door name=front can=READ
        1
    """
}
