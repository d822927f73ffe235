import FlagModel
import ModelText

/// The schema of a model's text.
func schema(_ text: String) throws -> Schema {
  let reading = readModel([SourceText(name: "model.swift", text)])
  guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
  return schema
}
