import CommandTable

extension GenerateCommand {
  static let manual = CommandManual(
    """
    `generate` writes code with the flags, enums and entities of a model, and `--check` checks in a build that the
    code is up to date. The model is one of:

    - model files of `flagdb-model`(5), several as one model;
    - a file that defines flags in another language, as of `flagdb-definitions`(5);
    - a database, adopted or not, and any other SQLite file;
    - a store of Core Data or SwiftData;
    - a model of Core Data: `.xcdatamodeld` (the version that Xcode would build), `.xcdatamodel`,
      `.momd` or `.mom`. Model files after it declare the types that its `userInfo` names.

    The first line of each file names its sources. `generate` replaces a file without such a line only with
    `--force`. It writes all files or none, unless it is killed; the next run removes temporary files. It does
    not touch unchanged files, and removes files of the same model that are no longer generated from a folder.

    ## Names

    Types, flags and cases have the names of the model. A keyword is quoted if the language allows it, as `r#type`
    in Rust, and otherwise gets an underscore, `from_`. Other names are changed to identifiers: `sample code`
    becomes `sampleCode`. Equal names get numbers. A nested type `Sample.Status` is `SampleStatus` in languages
    other than Swift.

    ## Swift and Core Data

    Generated code reads an unknown value as the fallback of the enum, which the app declares, as in
    `static let coredataFallback: Status = .received`, or as `fallback`. Without one, the fallback is the default
    of the attribute in `coredata`, else the first case. Undeclared bits are kept.

    With `coredata`, the `userInfo` of an attribute names its type by `attributeValueScalarType`, `RawType` or
    `EnumType`: an option set, an enum, or a struct with one property. A type that no file declares must be
    `RawRepresentable`. If the attribute is not optional, its `coredataFallback` replaces a missing or unknown
    value. Without one, an option set is then empty, and a `CaseIterable` enum is its first case.

    Other keys of `userInfo` are those of other generators. `unwrapOptional` makes the property of an optional
    attribute non-optional. `nonOptionalInit` declares that the type has a value for each raw value.
    `mogenerator.ignore` leaves out an entity or a property, and `mogenerator.readonly` makes the setter private.
    Unknown keys become constants in `UserInfo`.

    An entity whose class Xcode generates, by its Codegen, is left out without `--all-classes`. A fetch request
    becomes a function with a parameter for each variable. It returns objects, their IDs, dictionaries or a count,
    as the request declares, and throws if the model of the context lacks the request.

    In `swiftdata`, the former name of a property is its `originalName`. SwiftData has none for a class, so
    `@Entity(originalName: "Sample")` is written under `#if FLAGDB`: `migrate` reads it, and the compiler does not.

    `swift` is for apps with the library FlagDB: its structs are entities, with a mapping that needs no
    reflection. A to-one relationship is the key of the other record. A to-many relationship is a list, which is
    read on demand. `codable` is the same without the library and without lists.

    If the app declares the types itself, name their file with `--using`, so that they are not declared twice.

    ## Other languages

    A database stores the highest bit of 64 as the sign. Python's flags have no sign: `stored` and `from_stored`
    convert. In TypeScript and JavaScript, sets of 64 bits and of `UInt32` are `bigint`s with the stored numbers.
    Rust needs the crate `bitflags`. A to-one relationship is the key of the other record; a to-many relationship
    is left out. `c` has the flags, cases and fields of masks. `sql` has the views of a flagdb database, for a
    foreign database or a new model.
    """,
    examples: """
      The flags of an app for a script.
          $ flagdb generate zoo.swift --style python | sed -n '/RAW/,/vitals/p'
              RAW = 1 << 0
              #: Heart rate.
              HRM = 1 << 1
              #: Pulse oximetry.
              PLX = 1 << 2
              vitals = HRM | PLX

      A header of C.
          $ flagdb generate zoo.swift --style c --out zoo.h

      The same in a check before each commit.
          $ flagdb generate zoo.swift --style c --out zoo.h --check \\
          >   || echo "make zoo.h again"

      A file for each type, of a database.
          $ flagdb generate zoo.db --style swift --out Model/ && ls Model
          BIOMarker.swift
          Price.swift
          Reading.swift
          Sample.swift
          Status.swift
      """,
    exitStatuses: [3: "a file differs from the generated code, found by --check"],
    seeAlso: ["flagdb-schema(1)", "flagdb-flags(1)", "flagdb-model(5)", "flagdb-definitions(5)"])
}
