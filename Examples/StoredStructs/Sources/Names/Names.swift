import FlagNames

enum Core: UInt8 { case link, typed, reload }

/// How somebody came to a page. The same text is a model for `flagdb new`.
@Flags struct Transition: OptionSet {
  let rawValue: UInt32
  static var redirect: Self
  static var start: Self
  static let end = Transition(rawValue: 1 << 29)
  static let whole: Transition = [.start, .end]
  @Bits(0...7) var core: Core
}

@main
enum Names {
  static func main() {
    var transition: Transition = .whole
    transition.core = .typed
    transition.hasStart = false
    print(transition.rawValue, transition, transition.core)
    print(Transition.allFlags, Transition(name: "whole")?.hasEnd == true)
  }
}
