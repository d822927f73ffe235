package import Engines
package import FlagModel
import SQLText
package import SQLitePages

/// The tables of one state of a file, with the pages of their records.
package struct StateTables {
  /// The root pages of tables. A virtual table has none, but tables whose names begin with its own.
  private let roots: [Name.Folded: UInt32]
  private let trees: TreeMap?

  /// - Parameters:
  ///   - connection: the state, within a read transaction.
  ///   - other: the state before or after it. Most trees are the same there.
  ///   - changed: the pages that differ from the other state.
  package init(
    of connection: any Connection, in file: LoggedFile, after commit: Int,
    near other: StateTables? = nil, changed: Set<UInt32> = []
  ) throws {
    var roots: [Name.Folded: UInt32] = [:]
    var all: Set<UInt32> = [1]
    let rows = try connection.prepare("SELECT type, name, rootpage FROM sqlite_schema")
    while try rows.step() {
      guard case .text(let kind) = rows.value(at: 0), case .text(let name) = rows.value(at: 1),
        case .integer(let number) = rows.value(at: 2), let root = UInt32(exactly: number)
      else { continue }
      if root > 0 { all.insert(root) }
      if kind == "table" { roots[Name(name).folded] = root }
    }
    self.roots = roots
    do {
      let pages = try PageFile(file.states.state(commit), decodesTexts: false)
      trees = try TreeMap(pages, roots: all, from: other?.trees, changed: changed)
    } catch {
      // Then every record is compared, and SQLite reports the damage.
      trees = nil
    }
  }

  /// The parts of tables that differ from those of a later state.
  package func changes(to after: StateTables, pages: Set<UInt32>) -> ChangedTables {
    var trees: TreeChanges?
    if let old = self.trees, let new = after.trees {
      trees = try? TreeChanges(from: old, to: new, pages: pages)
    }
    return ChangedTables(before: roots, after: after.roots, trees: trees)
  }
}

/// The tables and records that a commit may have changed.
package struct ChangedTables {
  fileprivate let before: [Name.Folded: UInt32]
  fileprivate let after: [Name.Folded: UInt32]
  /// Nil if the pages could not be read.
  fileprivate let trees: TreeChanges?

  /// The part of a table that may differ.
  package func part(of table: Name) -> TreeChanges.Part {
    guard let trees, let old = before[table.folded], let new = after[table.folded], old == new
    else { return .everything }
    if new > 0 { return trees.part(ofTree: new) }
    // The records of a virtual table are in other tables.
    let start = Name("\(table)_").folded
    let isChanged = after.contains { name, root in
      name.starts(with: start) && root > 0 && trees.part(ofTree: root) != .nothing
    }
    return isChanged ? .everything : .nothing
  }
}
