/// A picture format that `stats` cannot write, such as PNG.
struct OtherPicture {
  /// The file name extension in lowercase letters.
  let ending: String
  /// The same path with the SVG extension.
  let svgPath: String

  private static let endings = [".png", ".pdf", ".jpg", ".jpeg", ".gif"]

  /// Nil for other extensions.
  init?(path: String) {
    guard let ending = Self.endings.first(where: path.lowercased().hasSuffix) else { return nil }
    self.ending = ending
    svgPath = "\(path.dropLast(ending.count)).svg"
  }
}
