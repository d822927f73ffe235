/// A recursive part of a query: three pieces of its clause after the name of the recursive table.
package struct RecursionPart {
  package let columns: SQLText
  package let table: SQLText
  package let condition: SQLText

  package static func all(in pieces: [SQLText]) -> [RecursionPart] {
    stride(from: 1, to: pieces.count - 2, by: 3).map { start in
      RecursionPart(columns: pieces[start], table: pieces[start + 1], condition: pieces[start + 2])
    }
  }
}
