import Foundation

/// A model with all that generated code has to cope with: words of other languages as names, names
/// that are no words, comments that would end a comment, the highest bit, negative numbers, texts with
/// signs, and types in each other.
public let crowdedModel = text(of: "Crowded.flagmodel")

/// A model of masks that have fields beside their flags.
public let fieldModel = text(of: "Fields.flagmodel")

/// The text of a file beside this one; the tool reads the same ones.
private func text(of name: String) -> String {
  let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
  guard let text = try? String(contentsOf: place, encoding: .utf8) else {
    preconditionFailure("'\(place.path)' cannot be read")
  }
  return text
}
