import CommandTable

extension LintCommand {
  static let manual = CommandManual(
    """
    `lint` reads the files that define flags (`flagdb-definitions`(5)) and the flag columns of databases, and reports
    each probable mistake with its rule, its place and a repair. Several files are also compared: a set that has the
    same name in two of them, or in another language nearly the same flags, must have the same bits.

    | rule | finds |
    | several-bits | a flag with several bits, such as `0x16` for `0x10` |
    | decimal-for-hex | a decimal number between hexadecimal ones |
    | shifted-number | a shift of a number with several bits: `3 << 0` |
    | counted-flag | a flag without a value, one more than the one before |
    | shared-bit | two flags with the same bit by mistake |
    | second-name | a number that repeats a bit, perhaps on purpose |
    | sign-bit | the sign bit of a signed 32-bit number |
    | negative-none | a name for no flags with the value -1 |
    | too-wide | a flag that does not fit its type or column |
    | gap | a bit without a name between two flags |
    | different-bits | two definitions of a set that differ |
    | missing-flag | a definition that lacks a flag of another |
    | undeclared-bit | records with a bit that no flag declares |
    | sign-extended | negative 32-bit numbers in a column of 64 bits |
    | unused-bit | flags that no record has |
    | equal-flags | flags that records always have together |
    | equal-sets | two attributes that always have the same flags |
    | renamed-flag | a released bit with another name |
    | moved-flag | a released flag with another bit |
    | reused-bit | the bit of a removed flag with a new name |

    The rules `shared-bit`, `sign-bit`, `unused-bit`, `equal-flags` and `equal-sets` warn, and `second-name`, `gap` and
    `missing-flag` are off. The others are denied.

    A denied finding makes the exit status 3. `--deny`, `--warn` and `--allow` change this for a rule, or for `all`; a
    single rule has priority over `all`, and `--deny` over the others.

    The rules about definitions report only what the other flags of the set make likely: `0x16` is a mistake after
    `0x8` and before `0x20` if no flag is `0x10`. Masks, fields, defaults, counts, and other names of a flag that the
    source writes by name are no mistakes. `lint` does not run a compiler.

    The rules about data count the records of each combination. A column with fewer than 20 records has no unused or
    equal flags.

    # Released flags
    `--lock FILE` compares the flags with a text file that has a line for each bit and name. The first run writes it;
    keep it beside the source. Later runs report flags that were renamed or moved, and new flags on a bit that another
    flag had. A removed flag is no mistake, but its bit stays taken. `--update` adds new flags, and marks removed ones
    with a minus; it does not change renamed and moved ones. To accept such a change, edit the file.

    # SARIF
    `--format sarif` writes a log of SARIF 2.1.0, which forges show beside the source. Write paths relative to the
    repository, as they become the addresses of the files.
    """,
    examples: """
      A decimal number where a hexadecimal one was meant.
          $ printf '#define F_%s\\n' 'A 0x4' 'B 0x8' 'C 0x16' 'D 0x20' > f.h
          > flagdb lint f.h || echo denied
          f.h:3:13: error: 'F_C' is 0x16, which is 0x2 | 0x4 | 0x10, while no flag is 0x10 [several-bits]
            #define F_C 0x16
                        ^~~~
          hint: write 0x10
          denied

      The flags of a database, whose bits must not change.
          $ flagdb lint zoo.db --allow unused-bit --lock flags.lock
          > cat flags.lock
          flagdb lock 1
          zoo.db BIOMarker
            0x1 RAW
            0x2 HRM
            0x4 PLX

      The number of findings in each file, from JSON.
          $ flagdb lint f.h --warn all --format json | grep -c '"rule"'
          1
      """,
    exitStatuses: [3: "something was found that is denied"],
    seeAlso: ["flagdb-check(1)", "flagdb-flags(1)", "flagdb-definitions(5)"])
}
