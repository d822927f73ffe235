/// Patterns of NSPredicate: `*` is any text, `?` is one character, and a backslash escapes them.
package enum LikePattern {
  /// The pattern for SQLite's GLOB, in which brackets are special too.
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

  /// The pattern for LIKE, in which percent signs and underscores are special.
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
