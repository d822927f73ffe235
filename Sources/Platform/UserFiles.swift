/// The user's folder for a kind of file, by the XDG Base Directory Specification.
package enum UserFolder {
  case configuration
  case data
  case state

  fileprivate var variable: String {
    switch self {
    case .configuration: "XDG_CONFIG_HOME"
    case .data: "XDG_DATA_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  fileprivate var usual: String {
    switch self {
    case .configuration: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }
}

/// The path of the tool's file in such a folder; nil if the user has no home. Relative paths are
/// ignored, as the specification requires.
package func userFile(_ folder: UserFolder, _ name: String) -> String? {
  if let path = environmentVariable(folder.variable), path.hasPrefix("/") {
    return "\(path)/flagdb/\(name)"
  }
  guard let home = environmentVariable("HOME"), home.hasPrefix("/") else { return nil }
  return "\(home)/\(folder.usual)/flagdb/\(name)"
}
