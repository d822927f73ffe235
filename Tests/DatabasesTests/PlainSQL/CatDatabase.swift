import Engines
import FlagModel
import Foundation
import ModelText
import Scripting
import Testing
import UserSQL

@testable import Databases

/// A database of three cats in a folder of its own, and plain SQL run in it.
final class CatDatabase {
  private static let model = """
    struct Bits: OptionSet { let rawValue: Int; static let A = Bits(rawValue: 1); \
    static let B = Bits(rawValue: 2) }
    enum Mood: Int { case calm, wild }
    @Model final class Cat { var name: String; var bits: Bits = []; var mood: Mood = .calm }
    """

  let path: String
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(component: "cats.db").path
    let reading = readModel([SourceText(CatDatabase.model)])
    let schema = try #require(reading.schema)
    try Database.create(path: path, schema: schema, origin: "test", now: .earliest)
    _ = try run(
      "INSERT INTO Cat (name, bits, mood) VALUES ('Tom', 1, 0), ('Ada', 3, 1), ('Kit', 4, 0)",
      mayWrite: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The answers of each statement as text, and how many records were changed.
  func run(
    _ text: String, _ parameters: [String] = [], mayWrite: Bool = false
  ) throws -> (answers: [[String]], changed: Int64?) {
    let database = try Database(path: path, for: mayWrite ? .writing : .reading)
    let parameters = try SQLParameters(parameters.map { SourceText($0) })
    let sql = try PlainSQL(SourceText(text), schema: database.schema, parameters: parameters)
    var answers: [[String]] = []
    func show(_ answer: SQLAnswer) throws {
      var lines = [answer.columns.map(\.title).joined(separator: ",")]
      while try answer.rows.next() {
        let cells = answer.columns.enumerated().map { index, column in
          let value = answer.rows.value(at: index)
          return column.type?.text(of: value) ?? AttributeType.data.rawText(of: value)
        }
        lines.append(cells.joined(separator: ","))
      }
      answers.append(lines)
    }
    func body() throws -> Int64? {
      try SQLRunner(database).run(sql, parameters, mayWrite: mayWrite, show: show)
    }
    let changed = try mayWrite ? database.write(body) : database.read(body)
    return (answers, changed)
  }

  /// The objection to a statement; nil if there is none.
  func complaint(_ text: String, _ parameters: [String] = [], mayWrite: Bool) -> String? {
    do {
      _ = try run(text, parameters, mayWrite: mayWrite)
      return nil
    } catch let error as Diagnostic {
      return error.message
    } catch let error as DatabaseError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  /// Everything in the file, the definitions included.
  func contents() throws -> [[String]] {
    try run("SELECT * FROM sqlite_schema; SELECT * FROM Cat; SELECT * FROM flagdb_model").answers
  }
}
