import FlagModel

// Functions, as calls of what a record has and in their brackets.

extension PlaceWalk {
  /// The functions that have a meaning for the names of this scope, each with its argument.
  var calls: [Offer] {
    let each = use == .groups && isOutermost ? calls(of: [.each], isOnDemand: false) : []
    return countOfRecords + each + calls(of: functions, isOnDemand: true) + words
  }

  /// Those that give a number.
  var numericCalls: [Offer] {
    countOfRecords + calls(of: functions.filter(\.givesNumber), isOnDemand: true)
  }

  private var countOfRecords: [Offer] { frame.mayAggregate ? keywords("count()") : [] }

  private var functions: [OfferedFunction] {
    (frame.mayAggregate ? OfferedFunction.aggregates : []) + OfferedFunction.ofDates
      + OfferedFunction.ofNumbers + OfferedFunction.ofTexts
  }

  private func calls(of functions: [OfferedFunction], isOnDemand: Bool) -> [Offer] {
    functions.flatMap { function in
      valued(fitting: function.takes).map { candidate in
        let name = CompletedName.spelled(candidate.text)
        var offer = Offer(keyword: "\(function.name)(\(name))", about: candidate.about)
        offer.isOnDemand = isOnDemand
        return offer
      }
    }
  }

  /// What opens a bracket and has more than one thing in it.
  private var words: [Offer] {
    let isToMany = frame.scope.relationships.contains(where: \.isToMany)
    return ((isToMany ? [OfferedFunction.subquery] : []) + [.ternary]).map { function in
      var offer = Offer(keyword: "\(function.name)(")
      offer.isOnDemand = true
      return offer
    }
  }

  /// What may stand in the brackets of a function.
  func arguments(_ argument: OfferedFunction.Argument) -> [Offer] {
    switch argument {
    case .conditions: return beginning
    case .records:
      return frame.scope.relationships.filter(\.isToMany).map {
        Offer(Candidate($0.name, about: $0.summary ?? $0.target.text))
      }
    case .values: return names(of: frame.scope) + keywords("distinct")
    case .date, .number, .text, .flags, .ordered:
      return names(of: frame.scope).filter { offer in
        switch property(Name(offer.text), of: frame.scope) {
        case .value(let type, _): OfferedFunction.may(argument, be: type)
        case .one, .many, .group, .other: true
        case .truth: argument == .ordered
        default: false
        }
      }
    }
  }

  /// The attributes and expressions that a function takes.
  private func valued(fitting argument: OfferedFunction.Argument) -> [Candidate] {
    frame.scope.candidates(withExpressions: true).filter { candidate in
      guard case .value(let type, _) = property(Name(candidate.text), of: frame.scope) else {
        return false
      }
      return OfferedFunction.may(argument, be: type)
    }
  }
}
