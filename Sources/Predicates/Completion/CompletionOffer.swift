import FlagModel

/// Something that may be typed, before it is spelled.
struct CompletionOffer {
  let text: String
  let about: String?
  /// True if it stands in backquotes where its text would be a word of the language.
  let isName: Bool
  /// True if it is offered only where its beginning is typed: there are many of its kind.
  var isOnDemand = false
  /// True if it is a word of the language, behind which more may have to follow.
  var mayLead = false
  /// The kind of the value that it stands for, if it is known and it is whole by itself.
  var kind: Kind?
  /// The ways on from it, one of which may make a whole of it.
  var endings: () -> [Ending] = { [] }

  /// A way on from an offer, and the kind of value that it leads to if it is known. What leads to
  /// values of one kind is accepted or refused together.
  struct Ending {
    let text: String
    var kind: Kind?
  }

  enum Kind: Hashable {
    /// A case or flag of the only type that is meant.
    case named
    case key
    case value(AttributeType)
    case values(AttributeType)
    case record(Name)
    case records(Name)
  }

  /// A name of the model.
  init(_ candidate: Candidate) {
    text = candidate.text
    about = candidate.about
    isName = true
  }

  /// A word of the language.
  init(keyword: String, about: String? = nil, isOnDemand: Bool = false) {
    text = keyword
    self.about = about
    isName = false
    self.isOnDemand = isOnDemand
  }

  /// The same, offered only where its beginning is typed.
  func onDemand(_ isOnDemand: Bool = true) -> CompletionOffer {
    var offer = self
    offer.isOnDemand = isOnDemand
    return offer
  }

  /// The same of a kind of value, or leading to others.
  func standing(
    for kind: Kind?, leading endings: @escaping () -> [Ending] = { [] }
  ) -> CompletionOffer {
    var offer = self
    offer.kind = kind
    offer.endings = endings
    return offer
  }

  /// With the point that Swift wants before a case or flag.
  var dotted: CompletionOffer { isName ? CompletionOffer(keyword: ".\(text)", about: about) : self }
}
