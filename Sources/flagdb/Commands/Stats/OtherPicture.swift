/// A file whose name ends like a picture that `stats` does not write, such as PNG.
struct OtherPicture {
  /// The ending as it is listed here, in lowercase letters.
  let ending: String
  /// The same path with the ending of SVG.
  let svgPath: String

  private static let endings = [".png", ".pdf", ".jpg", ".jpeg", ".gif"]

  /// Nil for every other name.
  init?(path: String) {
    guard let ending = Self.endings.first(where: path.lowercased().hasSuffix) else { return nil }
    self.ending = ending
    svgPath = "\(path.dropLast(ending.count)).svg"
  }
}
