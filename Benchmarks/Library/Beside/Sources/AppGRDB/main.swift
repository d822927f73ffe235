import Foundation
import GRDB

struct Item: Codable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var name: String
}

let database = try DatabasePool(path: CommandLine.arguments[1])
try database.write { db in
  try db.create(table: "item", options: .ifNotExists) { table in
    table.autoIncrementedPrimaryKey("id")
    table.column("name", .text).notNull()
  }
  var item = Item(name: "a")
  try item.insert(db)
}
print(try database.read { try Item.fetchAll($0).count })
