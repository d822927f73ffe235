import CommandTable

/// flagdb-definitions(5): the files of other languages that define flags.
enum DefinitionsPage {
  static let page = ProsePage(
    "flagdb-definitions", section: 5, summary: "flags in C headers and other sources",
    introduction, languages, headers, names, leftOut, tables, examples,
    seeAlso: [
      "flagdb-flags(1)", "flagdb-define(1)", "flagdb-new(1)", "flagdb-model(5)",
    ])

  private static let introduction: Prose = """
    The names of flags mostly stand in some source already. `flagdb` reads them where they are
    defined, so that nobody types them again:

    - `flagdb flags FILE` lists the sets that a file defines, and `flagdb flags FILE TYPE` the flags
      of one. Numbers and names are translated as with a database.
    - `flagdb define DB flags NAME --from FILE:TYPE` adds a set to a database, and `define DB enum
      NAME --from FILE:TYPE` the same constants as an enum, where they are numbers that count.
    - `flagdb new DB FILE:TYPE` and `NAME=FILE:TYPE` begin a database with it. They can stand beside
      files of a model, whose entities then use the set. `FILE` alone adds all sets that are listed.

    A TYPE is the name of an enum or a set, with or without the names around it, or the beginning of
    the names of constants: `STATX_ATTR` for `STATX_ATTR_IMMUTABLE` and the others. A `typedef` of an
    enum is a name of it too. A list has the enums and the families of constants whose values are bits.
    Others can be asked for by their name, and so can those of the files that FILE includes, which no
    list has.
    """

  private static let languages: Prose = """
    # Languages
    The ending of a file's name says its language, or `--language`.

    | language | endings | read are |
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
    | swift | .swift | as `flagdb-model`(5) says |
    | table | .csv .tsv | a line for each flag |
    | yanny | .par | `maskbits` |
    | cdl | .cdl | what `ncdump -h` prints |

    A value can be any calculation with constants: shifts, `|`, `&`, `~`, brackets, casts, other
    constants, and `auto()` and `iota` as the language counts them. Numbers wrap, and have the sign,
    as in the language: `1 << 31` is negative in C, Java and TypeScript, and is kept as bit 31. A
    Python source may take constants from modules in its folder.
    """

  private static let headers: Prose = """
    # Headers
    Macros are expanded and conditions followed as a compiler does, for the machine that `flagdb`
    runs on, with `_GNU_SOURCE`. What a header includes is looked for in its own folder, in those
    that `-I` names, and in `/usr/include`. A `.h` file that has words of C++ is read as C++. `BIT(n)`,
    `BIT_ULL(n)`, `_BITUL(n)`, `_BITULL(n)` and `GENMASK(h, l)` mean what they mean in Linux and Zephyr
    where no header that is found defines them.

    If there is `clang` in the path, the values of the set are those that it finds: it compiles a
    program of constants, which is never run. Otherwise, and where it cannot read the header, the
    values are those of `flagdb`'s own reader. Both agree, as a test with the headers of the system
    shows. The sizes of structs, on which numbers of `ioctl` and some masks depend, are worked out as
    well.

    A `KIND_MASK` whose `KIND_SHIFT` stands beside it is no flag but a field of several bits, and the
    constants that begin with `KIND_` and fit into it are its values; so is `S_IFMT`, the type of a
    file, and a mask from bit 0 on in which others count from 1 to 5 or more, as Chromium's `CORE_MASK`. `define` and `new` make it a field of the model, with an enum of its values.

    `FLAGDB_CLANG` is the path of another clang; if it is empty none is used.
    """

  private static let names: Prose = """
    # Names in Swift
    The words that all constants of a set begin with are left out, as Swift does with enums of C:
    `STATX_ATTR_IMMUTABLE` becomes `IMMUTABLE`, and the whole name is kept in its description.
    Members of `enum class`, Python's classes and other types that are a scope of their own keep
    their names. A sign that no name in Swift can have becomes `_`, and `_` is put before a digit.
    Words of Swift such as `default` need nothing: `flagdb schema` writes them in backquotes.

    The integer of a set is the one that the source says; otherwise the smallest of `Int32`,
    `UInt32`, `Int64` and `UInt64` that holds all values.
    """

  private static let leftOut: Prose = """
    # Left out
    A value that cannot be worked out is never guessed. Its flag is left out, and a note names it with
    its file, its line and the reason. A set of which nothing is known is an error. Texts, macros with
    arguments and empty macros are no flags, and nothing is said of them.
    """

  private static let tables: Prose = """
    # Tables
    The header of a table names its columns: `name` (also `flag` or `label`), `value`, `mask` or
    `bit`, and if there are any `set` (also `column`, `type` or `group`), `kind` and `about` (also
    `description` or `comment`). A table of two columns needs no header. The output of `flagdb flags
    --format csv` is such a table.

    A row of the kind `field NAME` is no flag: it names a value of a small number that is kept in the
    bits of its `mask`, as the type of a file in its mode. `flagdb flags` shows such a number as
    `type=DIR`. For `define` and `new` it is a field of the set, `@Bits(12...15) var type: ModeType?`,
    with an enum of its values. Bits that are not in a row cannot be a field, and are left out.
    """

  private static let examples: Prose = """
    # Examples
    The flags of an enum in Python.
        $ printf 'class Perm(IntFlag):\\n  READ = auto()\\n  WRITE = auto()\\n' > perm.py
        > flagdb flags perm.py Perm READ,WRITE
        3

    A database with a set of another source beside its model.
        $ echo 'struct Door: Entity { var name: String; var can: Perm }' > door.swift
        > flagdb new door.db door.swift perm.py:Perm
        > flagdb insert door.db Door name=front can=READ
        1
    """
}
