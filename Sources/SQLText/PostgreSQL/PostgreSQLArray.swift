import FlagModel

/// Arrays and structs, which are kept as JSON.
extension PostgreSQLDialect {
  /// The elements of an array, numbered from 0, as a table of that name.
  func elements(of type: AttributeType, _ array: SQLText, _ name: SQLText) -> SQLText {
    """
    LATERAL (SELECT \(item(of: type, "e.value")) AS value, e.key - 1 AS key FROM \
    jsonb_array_elements_text((\(array))::jsonb) WITH ORDINALITY AS e (value, key)) AS \(name)
    """
  }

  func entries(of type: AttributeType, _ dictionary: SQLText, _ name: SQLText) -> SQLText {
    """
    LATERAL (SELECT \(item(of: type, "e.value")) AS value, e.key COLLATE "C" AS key FROM \
    jsonb_each_text((\(dictionary))::jsonb) AS e (key, value)) AS \(name)
    """
  }

  func leaves(of type: AttributeType, _ array: SQLText, _ name: SQLText) -> SQLText {
    """
    LATERAL (SELECT \(item(of: type, "e.value #>> '{}'")) AS item FROM \
    jsonb_path_query((\(array))::jsonb, 'strict $.**') AS e (value) \
    WHERE jsonb_typeof(e.value) NOT IN ('array', 'object', 'null')) AS \(name)
    """
  }

  /// An element as `elements` gives it, of the text that it has in JSON.
  func item(of type: AttributeType, _ text: SQLText) -> SQLText {
    switch type.unwrapped {
    // These are texts in JSON, of which `element` makes what columns have.
    case .decimal, .date: "(\(text))::text COLLATE \"C\""
    default: "(\(text))::\(columnType(of: type))"
    }
  }

  /// The element as a column of its type would keep it.
  func element(of type: AttributeType, _ json: SQLText) -> SQLText {
    switch type {
    case .date: "(\(json))::timestamptz"
    case .decimal(let places): "round((\(json))::numeric * \(literal: powerOfTen(places)))::bigint"
    default: json
    }
  }

  /// The server's own text has a blank behind each comma.
  func jsonText(of type: AttributeType, _ array: SQLText) -> SQLText {
    guard let element = type.element else { return "(\(array))::text" }
    return """
      CASE WHEN (\(array)) IS NOT NULL THEN (SELECT '[' || coalesce(string_agg(\
      \(jsonText(of: element, "e.value")), ',' ORDER BY e.key), '') || ']' \
      FROM jsonb_array_elements(\(array)) WITH ORDINALITY AS e (value, key)) END
      """
  }

  /// JSON of the server tells numbers and texts apart, and not the spellings of one. In a set an element
  /// has no place.
  func hasOtherElement(of type: AttributeType, _ array: SQLText, _ other: SQLText) -> SQLText {
    type.isSet
      ? "NOT (\(other))::jsonb @> (\(array))::jsonb"
      : "(\(array))::jsonb IS DISTINCT FROM (\(other))::jsonb"
  }

  func jsonValue(of type: AttributeType, at path: [Name], in json: SQLText) -> SQLText {
    let keys = path.map { "\(.text($0.text))" as SQLText }.joined(by: ", ")
    return item(of: type, "jsonb_extract_path_text((\(json))::jsonb, \(keys))")
  }

  func jsonKey(among names: [Name], in json: SQLText) -> SQLText {
    let tests = names.map { name -> SQLText in
      "WHEN (\(json))::jsonb -> \(.text(name.text)) IS NOT NULL THEN \(.text(name.text)) "
    }
    return "CASE \(tests.joined(by: ""))END"
  }
}
