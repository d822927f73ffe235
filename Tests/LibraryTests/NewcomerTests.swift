import FlagDB
import Foundation
import Testing

/// The program of the README, line by line.
@Suite("The first program of a newcomer")
struct NewcomerTests {
  enum Status: String, CaseIterable, Codable, Storable { case applied, hired, left }

  struct Employee: Entity, Codable {
    var id: Key<Employee>?
    var name: String
    var age: Int?
    var status: Status
  }

  @Test("stores structs and reads them")
  func program() throws {
    let folder = TemporaryFolder()
    let path = folder.path("staff.db")
    func open() throws -> Database {
      try Database(at: path, for: Employee.self)
    }
    let database = try open()
    try database.write { change in
      try change.insert(Employee(name: "Ann", age: 41, status: .hired))
    }
    let hired = try database.read { try $0.fetch(Employee.self, where: "status == .hired") }
    #expect(hired.map(\.name) == ["Ann"])
  }

  @Test("is that of the README, and shorter than twenty lines")
  func readme() throws {
    func lines(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let block = try #require(
      readme.components(separatedBy: "```swift\n").first { $0.hasPrefix("import FlagDB") }?
        .components(separatedBy: "\n```").first)
    let own = Set(lines(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)))
    let known: Set = [
      #"let database = try Database(at: "staff.db", for: Employee.self)"#,
      #"print(hired.map(\.name))"#,
    ]
    #expect(lines(block).filter { !own.contains($0) && !known.contains($0) } == [])
    #expect(lines(block).count < 20)
  }
}
