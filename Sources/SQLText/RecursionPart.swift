/// A part of a recursive query as its clause has it: three pieces behind the name of the query's own table.
struct RecursionPart {
  let columns: SQLText
  let table: SQLText
  let condition: SQLText

  static func all(in pieces: [SQLText]) -> [RecursionPart] {
    stride(from: 1, to: pieces.count - 2, by: 3).map { start in
      RecursionPart(
        columns: pieces[start], table: pieces[start + 1], condition: pieces[start + 2])
    }
  }
}
