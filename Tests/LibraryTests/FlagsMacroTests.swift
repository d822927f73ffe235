// swift-format-ignore-file: AlwaysUseLowerCamelCase

import FlagDB
import FlagNames
import Foundation
import Testing

@Flags
private struct Trait: OptionSet {
  let rawValue: Int64
  /// Raw data.
  static let RAW = Trait(rawValue: 1 << 0)
  static var HRM: Self
  static var PLX: Trait
  static let top = Trait(rawValue: 1 << 63)
  static let vitals: Trait = [.HRM, .PLX]
}

private enum Core: UInt8 {
  case link, typed
  case reload = 8
}
private enum FileType: UInt16 {
  case folder = 0x4000
  case file = 0x8000
}

/// The mask of browsers' visits, with a field of each kind.
@Flags
private struct Transition: OptionSet {
  let rawValue: UInt32
  static let chainEnd = Transition(rawValue: 1 << 29)
  static var next: Self
  @Bits(0...7) var core: Core
  @Bits(12...15) var type: FileType?
  @Bits(16...22) var priority: Int
  @Bits(30) var isRead: Bool
}

/// Sets in other places and of other widths.
private enum Outer {
  @Flags
  struct Small: OptionSet {
    let rawValue: UInt8
    static var first: Self
    static var `default`: Self
  }

  /// A copy of an older set, whose numbers stay.
  @Flags(model: "Earlier.swift")
  struct Kept: OptionSet {
    let rawValue: Int
    static var new: Self
    static var old: Self
  }
}

/// A set that says by itself to which protocols it conforms.
@Flags
private struct Conforming: OptionSet, NamedFlags, Storable {
  let rawValue: Int
  static var first: Self
}

@Suite("@Flags in an app")
struct FlagsMacroTests {
  @Test("flags without a value have the bits that are free")
  func numbers() {
    #expect([Trait.RAW, .HRM, .PLX, .top].map(\.rawValue) == [1, 2, 4, .min])
    #expect(Trait.vitals.rawValue == 6)
    #expect(Outer.Small.first.rawValue == 1 && Outer.Small.default.rawValue == 2)
  }

  @Test("flags of the model of a database keep their bits")
  func earlierModel() {
    #expect(Outer.Kept.old.rawValue == 1 << 3 && Outer.Kept.new.rawValue == 1 << 1)
  }

  @Test("a set is printed by its names, and bits without a name by their number")
  func description() {
    #expect("\(Trait.vitals)" == "HRM|PLX")
    #expect("\(Trait(rawValue: -1 << 62).union(.RAW))" == "RAW|top|0x4000000000000000")
    #expect("\([] as Trait)" == "")
    #expect(Outer.Small(rawValue: 0xC2).names == ["default", "0xC0"])
  }

  @Test("a set is stored, with the protocols that it names itself too")
  func stored() {
    #expect(Trait.vitals.storedValue == 6 && Conforming.first.storedValue == 1)
    #expect(Trait.storageForm != Int64.storageForm)
  }

  /// A predicate may be used by any thread, and so may the values that it captures.
  @Test("a predicate captures a set")
  func captured() throws {
    let wanted = Trait.vitals
    let predicate = #Predicate<Trait> { $0.contains(wanted) || $0 == wanted }
    #expect(try predicate.evaluate([.HRM, .PLX, .RAW]) && !predicate.evaluate(.HRM))
    #expect(
      try JSONDecoder().decode([Trait].self, from: JSONEncoder().encode([wanted])) == [wanted])
    #expect(Set([wanted, .HRM, .PLX]).count == 3)
  }

  @Test("a name makes a set")
  func names() {
    #expect(Trait(name: "HRM") == .HRM && Trait(name: "vitals") == .vitals)
    #expect(Trait(name: "hrm") == nil)
    #expect(Trait.allFlags == [.RAW, .HRM, .PLX, .top])
  }

  @Test("each flag is a property")
  func properties() {
    var markers: Trait = .RAW
    markers.hasHRM = true
    #expect(markers.hasRAW && markers.hasHRM && !markers.hasVitals)
    markers.hasVitals = true
    markers.hasRAW = false
    #expect(markers == .vitals)
  }

  @Test("fields are the cases and numbers in some bits")
  func fields() {
    var transition: Transition = [.chainEnd, .next]
    #expect(Transition.next.rawValue == 1 << 8)
    transition.core = .reload
    transition.type = .file
    transition.priority = 300
    transition.isRead = true
    #expect(transition.rawValue == 1 << 30 | 1 << 29 | 44 << 16 | 0x8000 | 1 << 8 | 8)
    #expect(transition.core == .reload && transition.type == .file && transition.priority == 44)
    transition.type = nil
    transition.isRead = false
    #expect(transition.rawValue == 1 << 29 | 44 << 16 | 1 << 8 | 8)
    #expect(transition.type == nil && !transition.isRead && transition.contains(.chainEnd))
  }

  @Test("a number that is no case stays in the set")
  func unknownCases() {
    var transition = Transition(rawValue: 0x1007)
    #expect(transition.core == .link && transition.type == nil)
    transition.priority = 1
    #expect(transition.rawValue == 0x1_1007)
  }
}
