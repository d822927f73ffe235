/// NSPredicate's patterns: `*` is any text, `?` one character, and a backslash takes their meaning
/// away.
package enum LikePattern {
  /// The same pattern for SQLite's GLOB, to which a bracket means something as well.
  package static func glob(_ pattern: String) -> String {
    var glob = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "[": glob += "[[]"
      case "*" where isEscaped: glob += "[*]"
      case "?" where isEscaped: glob += "[?]"
      default: glob.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return isEscaped ? glob + "\\" : glob
  }

  /// The same pattern for LIKE, to which a percent sign and a line mean something.
  package static func like(_ pattern: String) -> String {
    var like = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped: like += "%"
      case "?" where !isEscaped: like += "_"
      case "%", "_", "\\": like += "\\\(scalar)"
      default: like.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return isEscaped ? like + "\\\\" : like
  }
}
