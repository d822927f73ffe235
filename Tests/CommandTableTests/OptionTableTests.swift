import CommandTable
import TestSupport
import Testing

/// The words of a tea shop, of every kind that there is.
private struct OrderOptions: CommandOptions {
  enum Size: String, CommandChoice {
    case cup
    case pot

    var help: String? { self == .pot ? "three cups" : nil }
  }

  enum Milk: Equatable {
    case none
    case before
    case after(Int)
  }

  var shop = ""
  var guest: String?
  var teas: [String] = []
  var size: Size?
  var milk: Milk?
  var isHot = true
  var isLoud = false
  var spoons: Int?
  var notes: [Note] = []
  var bill = BillOptions()
  var isGift = false
  var isDebt = false

  mutating func declare(in table: inout OptionTable) {
    table.argument("SHOP", &shop, .file(), help: "where it is")
    table.argument("GUEST", &guest, help: "who drinks it")
    table.switch("loud", short: "l", &isLoud, help: "say it to everybody")
    table.value("size", short: "s", &size, "SIZE", help: "how much it is")
    table.heading("taste")
    let cold = table.switch("cold", &isHot, is: false, help: "wait")
    let black = table.switch("black", &milk, is: Milk.none, help: "no milk")
    let first = table.switch("first", &milk, is: .before, help: "milk goes first")
    let later = table.value("later", &milk, "N", help: "so many drops of milk go last") {
      guard let drops = Int($0) else { throw UnreadableWord(expected: "a number", hint: "as 3") }
      return .after(drops)
    }
    table.exclude(black, first, later)
    table.value("spoons", &spoons, "N", .none, needs: cold, help: "sugar") { Int($0) ?? 0 }
    table.value("note", aliases: ["remark"], &notes, "TEXT", help: "a wish") { .spoken($0) }
    table.value("letter", &notes, "TEXT", isRepeatable: false, help: "a long wish") {
      .written($0)
    }
    table.part(&bill)
    table.heading("whose it is")
    let gift = table.switch("gift", &isGift, help: "nobody pays")
    table.exclude(gift, all: ["GUEST", "payer", "letter"])
    let debt = table.switch("debt", &isDebt, help: "pay it later")
    table.need(debt, all: ["owed"])
    table.argument("TEA", isOptional: true, &teas, help: "what it is")
  }

  enum Note: Equatable {
    case spoken(String)
    case written(String)
  }

  mutating func complete() throws {
    if teas.isEmpty { teas = ["assam for \(bill.payer ?? "nobody")"] }
  }
}

/// A part that other orders have too.
private struct BillOptions: CommandOptions {
  var payer: String?
  var isSplit = false
  var isPaid: Bool?

  mutating func declare(in table: inout OptionTable) {
    table.argument("PAYER", &payer, help: "who pays")
    table.heading("bill")
    let payer = table.value("payer", &payerOption, "NAME", help: "who pays")
    table.heading("bill", needs: payer)
    table.switch("split", &isSplit, help: "in two")
    let paid = table.switch("paid", &isPaid, is: true, help: "it is paid")
    let owed = table.switch("owed", &isPaid, is: false, help: "it is owed")
    table.exclude(paid, owed)
  }

  var payerOption: String?

  mutating func complete() throws {
    payer = payerOption.map { "Lady \($0)" } ?? payer
  }
}

/// A command that is told apart by its forms.
private struct ServeOptions: CommandOptions {
  enum Kind: String {
    case tea
    case cake = "a-cake"
  }

  var place = ""
  var kind: Kind?
  var name = ""
  var bell: OrderOptions.Size?

  mutating func declare(in table: inout OptionTable) {
    table.argument("TABLE", &place, help: "where to")
    table.switch("bell", &bell, alone: .cup, "SIZE", help: "ring it")
    table.form(.tea, &kind, summary: "a drink")
    table.argument("TEA", &name, help: "which")
    table.form(.cake, &kind, summary: "a piece")
    table.argument("CAKE", &name, help: "which")
  }
}

private let shop = ToolDescription(
  name: "shop", version: "1", date: "2026-11-20", summary: "sells tea",
  commands: [
    CommandDescription("order", summary: "asks for tea", OrderOptions.self),
    CommandDescription("serve", summary: "brings it", ServeOptions.self),
  ])

private func read<Options: CommandOptions>(
  _ line: String, as type: Options.Type
) throws -> Options {
  guard case .run(let invocation) = try shop.parse(line.split(separator: " ").map(String.init))
  else { throw UnreadableWord(expected: "a command") }
  return try Options(invocation)
}

@Suite("Options that are bound to properties")
struct OptionTableTests {
  @Test("have no faults") func faults() {
    #expect(shop.faults() == [])
  }

  @Test("are described by what they are bound to") func descriptions() throws {
    let order = try #require(shop.command(named: "order"))
    let arguments = order.arguments.map {
      "\($0.name)\($0.isOptional ? "?" : "")\($0.isRepeating ? "…" : "")"
    }
    #expect(arguments == ["SHOP", "GUEST?", "PAYER?", "TEA?…"])
    #expect(order.arguments[0].completion == .file())
    let options = order.options.map {
      "\($0.group): \($0.name)\($0.value.map { " \($0.placeholder)" } ?? "")\($0.isRepeatable ? "…" : "")"
    }
    #expect(
      options == [
        "options: loud", "options: size SIZE", "taste: cold", "taste: black", "taste: first",
        "taste: later N", "taste: spoons N", "taste: note TEXT…", "taste: letter TEXT",
        "bill: payer NAME", "bill: split", "bill: paid", "bill: owed", "whose it is: gift",
        "whose it is: debt",
      ])
    #expect(order.options[0].short == "l" && order.options[7].aliases == ["remark"])
    let sizes = [Choice("cup"), Choice("pot", help: "three cups")]
    #expect(order.options[1].value?.completion == .choices(sizes))
    let serve = try #require(shop.command(named: "serve"))
    #expect(serve.arguments.map(\.name) == ["TABLE"])
    #expect(serve.forms.map(\.keyword) == ["tea", "a-cake"])
    #expect(serve.forms.map { $0.arguments.map(\.name) } == [["TEA"], ["CAKE"]])
  }

  @Test("set their properties in the order of the line") func values() throws {
    var order = try read("order here", as: OrderOptions.self)
    #expect(order.shop == "here" && order.guest == nil && order.teas == ["assam for nobody"])
    #expect(order.isHot && !order.isLoud && order.milk == nil && order.size == nil)
    order = try read(
      "order here me Ada green mint -l --size=pot --cold --first", as: OrderOptions.self)
    #expect(order.guest == "me" && order.bill.payer == "Ada" && order.teas == ["green", "mint"])
    #expect(!order.isHot && order.isLoud && order.milk == .before && order.size == .pot)
    order = try read(
      "order --note a --letter b --remark c --later 3 here --payer Ada --owed --debt",
      as: OrderOptions.self)
    #expect(order.notes == [.spoken("a"), .written("b"), .spoken("c")])
    #expect(order.milk == .after(3) && order.bill.isPaid == false && !order.bill.isSplit)
    #expect(order.bill.payer == "Lady Ada" && order.teas == ["assam for Lady Ada"])
    let cake = try read("serve 3 a-cake apple", as: ServeOptions.self)
    #expect(cake.kind == .cake && cake.place == "3" && cake.name == "apple")
  }

  @Test("may have a value in their word only") func optionalValues() throws {
    #expect(try read("serve 3 tea mint", as: ServeOptions.self).bell == nil)
    let alone = try read("serve --bell 3 tea mint", as: ServeOptions.self)
    #expect(alone.bell == .cup && alone.place == "3")
    let joined = try read("serve 3 --bell=pot tea mint", as: ServeOptions.self)
    #expect(joined.bell == .pot && joined.name == "mint")
    for word in ["--bell=", "--bell=mug"] {
      #expect(throws: UsageError.self) {
        try read("serve 3 \(word) tea mint", as: ServeOptions.self)
      }
    }
    let serve = try #require(shop.command(named: "serve"))
    #expect(shop.help(for: serve).contains("--bell[=SIZE]"))
    let page = try #require(shop.manualPage(named: "serve"))
    #expect(page.text.contains(".It Fl \\-bell Ns Op = Ns Ar SIZE"))
    let words = ["serve", "--bell=pot", "3", "tea", "mint"]
    #expect(LinePieces(words, of: shop).words == words)
    #expect(shop.completionPlace(after: ["serve", "--bell"], typed: "").line?.options.count == 1)
    let place = shop.completionPlace(after: ["serve"], typed: "--bell=p")
    #expect(place.head == "--bell=" && place.typed == "p")
  }

  @Test("of another command are passed over") func others() throws {
    let bill = try read("order here --payer Ada --cold", as: BillOptions.self)
    #expect(bill.payer == "Lady Ada" && bill.isPaid == nil)
  }

  @Test(
    "exclude and need each other",
    arguments: [
      ("--black --first", "'--black' cannot be used with '--first'"),
      ("--later 2 --black", "'--black' cannot be used with '--later'"),
      ("--payer Ada --owed --paid --debt", "'--paid' cannot be used with '--owed'"),
      ("--spoons 2", "'--spoons' needs '--cold'"),
      ("--split", "'--split' needs '--payer NAME'"),
      ("--owed --paid", "'--paid' needs '--payer NAME'"),
      ("--gift --cold --letter a --payer Ada", "'--letter' cannot be used with '--gift'"),
      ("me --gift", "'GUEST' cannot be used with '--gift'"),
      ("--payer Ada --owed", "'--owed' needs '--debt'"),
      ("--later x", "'--later' expects a number, found 'x'; as 3"),
      ("--later x --split", "'--split' needs '--payer NAME'"),
    ])
  func conflicts(options: String, message: String) throws {
    let error = #expect(throws: UsageError.self) {
      try read("order here \(options)", as: OrderOptions.self)
    }
    #expect(
      error.map { [$0.message, $0.hint].compactMap(\.self).joined(separator: "; ") } == message)
    #expect(error?.reference == "see 'shop order --help'")
  }

  @Test("of a line that is still being typed are read as far as they can be") func unfinished()
    throws
  {
    let words = "order here me --later x --split --black --note a --note"
    let line = try #require(shop.parseUnfinished(words.split(separator: " ").map(String.init)))
    let order = OrderOptions(unfinished: line)
    #expect(order.shop == "here" && order.guest == "me" && order.teas == [])
    #expect(order.milk == OrderOptions.Milk.none && order.notes == [.spoken("a")])
    #expect(order.bill.isSplit)
  }
}
