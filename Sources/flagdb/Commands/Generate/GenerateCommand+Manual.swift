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

    A value that no case has reads as the `fallback` of the enum: the case that the app declares, as in
    `static let coredataFallback: Status = .received`, or `fallback`. Without one it is the default of
    the attribute in `coredata`, and else the first case. Bits without a name are kept. With `coredata`,
    an attribute has the type that `attributeValueScalarType`, `RawType` or `EnumType` names in its
    `userInfo`: an option set, an enum, or a struct with one property. A type that no file declares is
    `RawRepresentable`. If the attribute is not optional, its `coredataFallback` stands for a missing or
    unknown value; an option set that has none is empty then, and a `CaseIterable` enum its first case.

    Other keys of `userInfo` are those of other generators. With `unwrapOptional` an optional attribute
    is a property that is not, `nonOptionalInit` says that the type has a value for each raw value,
    `mogenerator.ignore` leaves out an entity or a property, and `mogenerator.readonly` makes the setter
    private. An entity whose class Xcode writes itself, by its Codegen, is left out, unless
    `--all-classes` asks for it. A fetch request becomes a function with a parameter for
    each variable. It answers with objects, their IDs, dictionaries or a count, as the request says, and
    throws where the model of the context lacks the request. All keys that no generator knows are constants in
    `UserInfo`. The former name that a model gives to a property is its `originalName` in `swiftdata`.
    SwiftData has none for a class: `@Entity(originalName: "Sample")` stands under `#if FLAGDB`, where
    `migrate` reads it, and the compiler does not.

    `swift` is for apps with the library FlagDB: its structs are entities, with a mapping that needs no
    reflection. A to-one relationship is the key of the other record, and one to many a list, which is
    read where it is asked for. `codable` is the same without the library, and without lists.

    An app that declares the types itself names their file with `--using`, so that they are not
    declared twice.

    ## Other languages

    A database keeps the highest bit of 64 as the sign. Python's flags have none: `stored` and
    `from_stored` convert. In TypeScript and JavaScript, sets of 64 bits and of `UInt32` are `bigint`s,
    with the numbers that a database keeps. Rust needs the crate `bitflags`. A relationship to one record is the key of that record, and one to many has no place in
    a struct. `c` has flags, cases and fields of masks; `sql` has the views that databases of flagdb
    carry, for a file of others or a model to come.
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
    exitStatuses: [3: "a file is not what it would be, which --check tells"],
    seeAlso: ["flagdb-schema(1)", "flagdb-flags(1)", "flagdb-model(5)", "flagdb-definitions(5)"])
}
