import Databases
import Definitions
import FlagModel
import Linting
import Platform

/// The flag sets of all files and databases of a line, with what the rules find in each.
struct LintInputs {
  private let options: DefinitionOptions
  private let reading: ReadingOptions
  private let lock: LockFile?
  private(set) var sets: [(set: WrittenSet, file: String)] = []
  /// Enums that are flags only if a set of another file has the same name.
  private var enumsOfFewBits: [(set: WrittenSet, file: String)] = []
  /// Sets with too few flags to be found without their names, which the lock has.
  private(set) var smallSets: [(set: WrittenSet, file: String)] = []
  private var single: [LintFinding] = []
  /// The names of all files and databases.
  private(set) var files: [String] = []
  /// True if a file could not be read as definitions.
  private(set) var hasUnreadable = false
  private let headers = HeaderShelf()
  private let isPair: Bool
  private let isSeveral: Bool
  /// A whole repository has too many files without flags.
  private let saysEmptyFiles: Bool

  init(_ options: DefinitionOptions, _ reading: ReadingOptions, _ lock: LockFile?, inputs: Int) {
    self.options = options
    self.reading = reading
    self.lock = lock
    isPair = inputs == 2
    isSeveral = inputs > 1
    saysEmptyFiles = inputs <= 10
  }

  /// The findings in each set, and in the comparison of the sets of several files.
  var findings: [LintFinding] {
    let sets = sets.map { (set: $0.set, file: Optional($0.file)) }
    return SetComparison.withoutNamedGaps(single, in: sets)
      + SetComparison.findings(
        in: sets, enums: enumsOfFewBits.map { ($0.set, $0.file) }, isPair: isPair)
  }

  mutating func read(_ path: String, in session: Session) throws {
    if let file = DefinitionFile(path, options) {
      files.append(ModelFile.name(of: path))
      return try read(file, ModelFile.name(of: path), in: session)
    }
    let opened = try session.openToRead(path, reading)
    files.append(opened.path)
    let schema = opened.schema
    if schema.allFlagSets.isEmpty, isStream(path) {
      throw CommandError(
        "'\(ModelFile.name(of: path))' has no column of flags",
        hint: "the language of definitions is needed, as in --language c", exit: .failed)
    }
    if schema.allFlagSets.isEmpty {
      session.say("note: no flags are declared in '\(visible(path))'\n")
    }
    for set in schema.allFlagSets { add(WrittenSet(set), opened.path) }
    single += try opened.read { try DataLinter.findings(in: opened) }
  }

  /// Reads a file of definitions. An unreadable one is reported, and does not keep others from being
  /// read.
  private mutating func read(_ file: DefinitionFile, _ name: String, in session: Session) throws {
    do {
      let released = lock?.sets(in: name) ?? []
      // A set of the lock may be too small to be seen without its headers.
      let definitions = try file.definitions(
        options, in: session, compiles: false, headers: headers, ownSetsOnly: released.isEmpty)
      let (sets, enums) = definitions.written
      for set in sets { add(set, name) }
      enumsOfFewBits += enums.map { ($0, name) }
      let counting = definitions.countingEnums.flatMap {
        SetLinter.findings(inCountingEnum: $0, file: name)
      }
      single += counting
      let small = definitions.smallSets(named: released, beside: sets)
      smallSets += small.map { ($0, name) }
      let problems = definitions.problemsOfSets
      let isEmpty = sets.isEmpty && small.isEmpty && problems.isEmpty && counting.isEmpty
      if isEmpty, saysEmptyFiles { sayNoSets(name, enums, in: session) }
      session.say(shownInPart(problems) { $0.asNote.rendered() })
    } catch let error as Diagnostics {
      session.say(shownInPart(error.all) { $0.rendered() })
      hasUnreadable = true
    } catch let error as CommandError where isSeveral && error.exit == .failed {
      // A file in another encoding, of which a repository may have some.
      files.removeLast()
      session.say("note: skipped: \(error.message)\n")
    }
  }

  /// Says if none of many files has flags. Of a few files, each was named.
  func sayIfEmpty(in session: Session) {
    guard !saysEmptyFiles, sets.isEmpty, smallSets.isEmpty, !hasUnreadable else { return }
    session.say("note: no flags are found in any of the \(counted(files.count, "file"))\n")
  }

  /// True for standard input and a pipe, whose name does not show what they have.
  private func isStream(_ path: String) -> Bool {
    if path == "-" { return true }
    return (try? fileKind(at: path)) == .fifo
  }

  private func sayNoSets(_ file: String, _ enums: [WrittenSet], in session: Session) {
    if let first = enums.first {
      session.say(
        "note: '\(visible(first.name.text))' of '\(visible(file))' has too few bits to be known as flags;"
          + " it is only compared with a set of that name\n")
    } else {
      session.say("note: no flags are found in '\(visible(file))'\n")
    }
  }

  private mutating func add(_ set: WrittenSet, _ file: String) {
    sets.append((set, file))
    single += SetLinter.findings(in: set, file: file)
  }
}
