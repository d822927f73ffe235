import FlagModel
import SQLText

/// Arrays and structs, which are stored as JSON.
extension PostgreSQLDialect {
  /// The elements of an array, numbered from 0, as a table with the given alias.
  func elements(of type: AttributeType, _ array: SQLText, _ name: SQLText) -> SQLText {
    """
    LATERAL (SELECT \(item(of: type, "e.value")) AS value, e.key - 1 AS key FROM \
    jsonb_array_elements_text((\(array))::jsonb) WITH ORDINALITY AS e (value, key)) AS \(name)
    """
  }

  /// The elements of an array in any number of dimensions, numbered from 0.
  func elementsOfDimensions(of type: AttributeType, _ array: SQLText, _ name: SQLText) -> SQLText {
    """
    LATERAL (SELECT \(item(of: type, "e.value #>> '{}'")) AS value, e.key - 1 AS key FROM \
    jsonb_path_query((\(array))::jsonb, 'strict $.** ? (@.type() != "array")') \
    WITH ORDINALITY AS e (value, key)) AS \(name)
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

  /// An element in the form of `elements`, from its text in JSON.
  func item(of type: AttributeType, _ text: SQLText) -> SQLText {
    switch type.unwrapped {
    // These are texts in JSON, which `element` converts to the form of columns.
    case .decimal, .date: "(\(text))::text COLLATE \"C\""
    // An element that may be null has the type of those that are not.
    case let type: "(\(text))::\(columnType(of: type))"
    }
  }

  /// An element in the form of a column of its type.
  func element(of type: AttributeType, _ json: SQLText) -> SQLText {
    switch type.unwrapped {
    case .date: "(\(json))::timestamptz"
    case .decimal(let places): "round((\(json))::numeric * \(literal: powerOfTen(places)))::bigint"
    default: json
    }
  }

  /// Builds the text itself, because the server's text has a space after each comma.
  func jsonText(of type: AttributeType, _ array: SQLText) -> SQLText {
    guard let element = type.unwrapped.element else { return "(\(array))::text" }
    let isThere: SQLText =
      if type.isOptional { "jsonb_typeof(\(array)) = 'array'" } else { "(\(array)) IS NOT NULL" }
    let missing: SQLText = if type.isOptional { " ELSE 'null'" } else { "" }
    return """
      CASE WHEN \(isThere) THEN (SELECT '[' || coalesce(string_agg(\
      \(jsonText(of: element, "e.value")), ',' ORDER BY e.key), '') || ']' \
      FROM jsonb_array_elements(\(array)) WITH ORDINALITY AS e (value, key))\(missing) END
      """
  }

  /// Compares jsonb, which ignores different spellings of equal values. In a set, the index of an
  /// element does not matter.
  func hasOtherElement(of type: AttributeType, _ array: SQLText, _ other: SQLText) -> SQLText {
    if type.isSet { return "NOT (\(other))::jsonb @> (\(array))::jsonb" }
    return "(\(array))::jsonb IS DISTINCT FROM (\(other))::jsonb"
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
