/// A recursive part of a query: three pieces of its clause after the name of the recursive table.
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
