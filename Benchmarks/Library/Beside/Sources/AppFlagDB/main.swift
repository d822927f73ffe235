import FlagDB
import Foundation

@Entity struct Item {
  var id: Key<Item>?
  var name: String
}

let database = try Database(at: CommandLine.arguments[1], for: Item.self)
try database.write { _ = try $0.insert(Item(name: "a")) }
print(try database.read { try $0.fetch(Item.self).count })
