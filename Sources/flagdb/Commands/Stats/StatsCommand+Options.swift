import CommandTable
import FlagFormats

extension StatsCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument(
      "ENTITY", &entity, .asks("entity"),
      help: "the kind of record; without it, all entities with their sizes")
    table.argument(
      "ATTRIBUTE", isOptional: true, &attributes, .asks("attributes"),
      help: "these attributes and relationships; without one, all")
    table.part(&selection)
    table.part(&options)
    table.heading("output")
    table.value(
      "format", short: "f", &format, "FORMAT",
      help: "the format of statistics; a plot in text by default")
    table.value(
      "svg", &svg, "FILE", .file(extensions: ["svg"]),
      help: "write them as one picture that a browser shows")
    table.value(
      "output", short: "o", &output.path, "FILE", .file(),
      help: "write to this file, whose name also says the format")
    table.heading("looking inside")
    table.switch(
      "sql", &showsSQL, help: "print the statements and their bindings instead of the statistics")
  }

  mutating func complete() throws {
    if svg != nil, format != nil || output.path != nil {
      throw CommandError("--svg says the format and the file; leave out --format and --output")
    }
    if entity == nil, !selection.isEmpty {
      throw CommandError("a selection needs an ENTITY whose records are meant")
    }
    switch format {
    case .written(let format): output.format = format
    case .plot: return
    case nil: break
    }
    try output.complete()
    // Without a name it is a plot, on a terminal as in a pipe: a report is no list of records. So is
    // a file of text.
    if format == nil { format = output.format.map { $0 == .table ? .plot : .written($0) } }
  }
}
