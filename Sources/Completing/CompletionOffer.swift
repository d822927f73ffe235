import FlagModel

/// A possible completion before it is quoted.
struct CompletionOffer {
  let text: String
  let about: String?
  /// True for a name, which is put in backquotes if it is a keyword.
  let isName: Bool
  /// True if it is offered only after a typed prefix, because there are many of its kind.
  var isOnDemand = false
  /// True for a keyword that may need more text after it.
  var mayLead = false
  /// The kind of its value; nil if it is unknown or incomplete.
  var kind: Kind?
  /// The texts that may complete it.
  var endings: () -> [Ending] = { [] }

  /// A text that may complete an offer, and the kind of the resulting value. Values of one kind are
  /// accepted or refused together.
  struct Ending {
    let text: String
    var kind: Kind?
  }

  enum Kind: Hashable {
    /// A case or flag of the expected type.
    case named
    case key
    case value(AttributeType)
    case values(AttributeType)
    case record(Name)
    case records(Name)

    /// A value, or the values of several records.
    static func value(_ type: AttributeType, ofMany isMany: Bool) -> Kind {
      if isMany { return .values(type) }
      return .value(type)
    }
  }

  /// A name of the model.
  init(_ candidate: Candidate) {
    text = candidate.text
    about = candidate.about
    isName = true
  }

  /// A keyword of the language.
  init(keyword: String, about: String? = nil, isOnDemand: Bool = false) {
    text = keyword
    self.about = about
    isName = false
    self.isOnDemand = isOnDemand
  }

  /// The same offer, only after a typed prefix.
  func onDemand(_ isOnDemand: Bool = true) -> CompletionOffer {
    var offer = self
    offer.isOnDemand = isOnDemand
    return offer
  }

  /// The same offer with a kind of value, or with endings.
  func standing(
    for kind: Kind?, leading endings: @escaping () -> [Ending] = { [] }
  ) -> CompletionOffer {
    var offer = self
    offer.kind = kind
    offer.endings = endings
    return offer
  }

  /// The offer with the dot before a case or flag in Swift.
  var dotted: CompletionOffer {
    if isName { return CompletionOffer(keyword: ".\(text)", about: about) }
    return self
  }
}
