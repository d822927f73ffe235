import FlagModel

// Looks up the records that a record names.

extension Importer {
  /// Replaces the names of to-one relationships by keys.
  func resolve(_ number: Int, from start: Int) throws {
    for (field, relationship, references) in referring.toOnes {
      guard case .text(let range) = batch.rows.cells[start + field] else { continue }
      let key = try key(in: range, references, relationship, number, field)
      if key == nil, relationship.cardinality == .toOne(isOptional: false) {
        throw ImportFailure(
          number: number, field: field, message: "\(relationship.name) must have a value", hint: nil
        )
      }
      batch.rows.cells[start + field] = key.map { batch.rows.cell(of: $0) } ?? .null
    }
  }

  private func key(
    in range: Range<Int>, _ references: ImportReferences, _ relationship: Relationship,
    _ number: Int, _ field: Int
  ) throws -> Value? {
    try batch.rows.bytes.withUnsafeBufferPointer { bytes in
      try key(
        named: UnsafeBufferPointer(rebasing: bytes[range]), references, relationship, number, field,
        mayWait: placeOfField != nil && mayWait(relationship))
    }
  }

  /// The key of the record with a name; nil if the name is empty, or if it waits for a later
  /// record.
  func key(
    named name: UnsafeBufferPointer<UInt8>, _ references: ImportReferences,
    _ relationship: Relationship, _ number: Int, _ field: Int, mayWait: Bool
  ) throws -> Value? {
    if mayWait, waitsTogether, !name.isEmpty {
      let key = references.knownKey(of: name)
      // The other record may still be refused at the end.
      if key == nil || !isAllOrNothing { note(name, of: field, key) }
      return key
    }
    do {
      let key = try references.key(of: name)
      // The other record may still be refused at the end.
      if mayWait, !isAllOrNothing, let key { note(name, of: field, key) }
      return key
    } catch let error as ValueError {
      if mayWait, try references.isUnknown(name) {
        note(name, of: field, nil)
        return nil
      }
      throw ImportFailure(
        number: number, field: field, message: "\(relationship.name): \(error.message)",
        hint: try error.hint ?? references.hint(for: name) ?? order(of: relationship))
    }
  }

  private func note(_ name: UnsafeBufferPointer<UInt8>, of field: Int, _ other: Value?) {
    guard let placeOfField else { return }
    let place = placesNow[field] ?? placeOfField(field)
    referencesNow.append(
      NamedReference(field: field, name: Array(name), place: place, other: other))
  }

  /// A hint about the order of records, for a reference to the same entity.
  private func order(of relationship: Relationship) -> Hint? {
    guard layout.isOwn(relationship), !mayWait(relationship) else { return nil }
    return "a record must come before the records that refer to it"
  }

  func hasLinks(from start: Int) -> Bool {
    referring.toManys.contains { batch.rows.cells[start + $0.field] != .null }
  }

  /// The pairs of a row, whose other sides are looked up before anything is written.
  func links(from start: Int, _ number: Int) throws -> [ImportLinks] {
    try referring.toManys.compactMap { field, kind in
      guard case .text(let range) = batch.rows.cells[start + field] else { return nil }
      var others: [Value] = []
      var from = range.lowerBound
      while from < range.upperBound {
        let end = batch.rows.bytes[from..<range.upperBound].firstIndex(of: 0) ?? range.upperBound
        if let other = try key(in: from..<end, kind.references, kind.relationship, number, field) {
          others.append(other)
        }
        from = end + 1
      }
      return ImportLinks(
        join: kind.join, others: others, owner: layout.entity.isNumbered ? nil : layout.entity)
    }
  }
}
