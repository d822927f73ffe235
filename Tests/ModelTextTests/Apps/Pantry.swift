// swift-format-ignore-file
//
//  Pantry.swift
//  Pantry
//
import Charts
import SwiftData
import SwiftUI
import os.log

private let logger = Logger(subsystem: "com.example.pantry", category: "model")

/// The food that somebody may not eat.
public struct Allergens: OptionSet, Codable, Hashable, Sendable, CaseIterable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let gluten = Allergens(rawValue: 1 << 0)   // wheat, rye …
    public static let nuts   = Allergens(rawValue: 1 << 1)
    public static let milk   = Allergens(rawValue: 1 << 2)
    public static let eggs   = Allergens(rawValue: 1 << 3)

    /// Nothing of an animal.
    public static let vegan: Allergens = [.milk, .eggs]
    public static let all: Allergens = [.gluten, .nuts, .milk, .eggs]
    public static var allCases: [Allergens] { [.gluten, .nuts, .milk, .eggs] }

    private static let names: [(Allergens, LocalizedStringKey)] = [
        (.gluten, "Gluten"), (.nuts, "Nuts"), (.milk, "Milk"), (.eggs, "Eggs"),
    ]

    var localizedNames: [LocalizedStringKey] {
        Self.names.compactMap { contains($0.0) ? $0.1 : nil }
    }
}

enum Category: String, Codable, CaseIterable, Identifiable {
    case breakfast, lunch, dinner
    case dessert = "sweet"

    var id: Self { self }
    var symbol: String {
        switch self {
        case .breakfast: return "sunrise"
        case .lunch, .dinner: return "fork.knife"
        case .dessert: return "birthday.cake"
        }
    }
}

struct Quantity: Codable, Hashable {
    var amount: Double = 1
    var unit: String = "g"

    static func * (lhs: Quantity, rhs: Double) -> Quantity {
        Quantity(amount: lhs.amount * rhs, unit: lhs.unit)
    }
}

@Model
public final class Recipe {
    #Unique<Recipe>([\.title, \.categoryRaw])
    #Index<Recipe>([\.title], [\.created])

    @Attribute(.unique) public var slug: String
    public var title: String
    public var instructions: String = """
        Mix "everything" \
        and wait.
        """
    var categoryRaw: Category = Category.dinner
    var allergens: Allergens = []
    var created: Date = Date.now
    @Attribute(.externalStorage) var photo: Data?
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
    var ingredients: [Ingredient]? = []
    @Transient var isEditing = false
    @Transient private var cache: NSCache<NSString, UIImage>? = nil

    var isVegan: Bool { allergens.isDisjoint(with: .vegan) }

    var sortedIngredients: [Ingredient] {
        get { (ingredients ?? []).sorted { $0.position < $1.position } }
        set { ingredients = newValue }
    }

    init(slug: String, title: String, category: Category = .dinner) {
        self.slug = slug
        self.title = title
        self.categoryRaw = category
        logger.debug("made \(title, privacy: .public) with \(slug.map { "<\($0)>" }.joined())")
    }
}

@Model
final class Ingredient {
    enum Unit: Int, Codable { case gram = 1, piece, millilitre }

    var name: String
    var position = 0
    var unit: Unit = Unit.gram
    var quantity: Quantity = Quantity()
    var recipe: Recipe?
    weak var shelf: Shelf?

    init(name: String) { self.name = name }
}

@Model final class Shelf {
    var label: String
    var ingredients: [Ingredient] = []
    init(label: String) { self.label = label }
}

extension Recipe {
    static func predicate(for search: String, in category: Category?) -> Predicate<Recipe> {
        let raw = category?.rawValue ?? ""
        return #Predicate<Recipe> { recipe in
            (search.isEmpty || recipe.title.localizedStandardContains(search))
                && (raw.isEmpty || recipe.categoryRaw.rawValue == raw)
        }
    }
}

extension Recipe: CustomStringConvertible {
    public var description: String { "Recipe(\(title))" }
}

// MARK: - Views

struct RecipeList: View {
    @Environment(\.modelContext) private var context
    @Query(filter: #Predicate<Recipe> { !$0.title.isEmpty }, sort: \Recipe.title) private var recipes: [Recipe]
    @State private var search = ""
    @State private var selection: Set<Recipe.ID> = []
    let onSelect: (Recipe) -> Void = { _ in }

    var body: some View {
        NavigationStack {
            List(recipes, selection: $selection) { recipe in
                NavigationLink(value: recipe) {
                    VStack(alignment: .leading) {
                        Text(recipe.title).font(.headline)
                        if let photo = recipe.photo, let image = UIImage(data: photo) {
                            Image(uiImage: image).resizable().aspectRatio(contentMode: .fit)
                        } else {
                            Image(systemName: recipe.categoryRaw.symbol)
                        }
                    }
                }
                .swipeActions {
                    Button("Delete", role: .destructive) { context.delete(recipe) }
                }
            }
            .searchable(text: $search)
            #if os(iOS)
            .toolbar { EditButton() }
            #endif
        }
    }
}

private struct AllergenPicker: View {
    @Binding var allergens: Allergens

    var body: some View {
        ForEach(Allergens.allCases.indices, id: \.self) { index in
            let item = Allergens.allCases[index]
            Toggle(isOn: Binding(
                get: { allergens.contains(item) },
                set: { isOn in if isOn { allergens.insert(item) } else { allergens.remove(item) } }
            )) {
                Text(verbatim: "\(item.rawValue)")
            }
        }
    }
}

@Observable
final class RecipeImporter {
    enum State { case idle, running(progress: Double), failed(any Error) }
    private(set) var state = State.idle
    private var task: Task<Void, Never>?
    var handlers: [String: (Recipe) async throws -> Void] = [:]

    @MainActor func start(url: URL) {
        task = Task { [weak self] in
            do { try await self?.load(url) } catch { self?.state = .failed(error) }
        }
    }

    private nonisolated func load(_ url: URL) async throws {
        for try await line in url.lines where line.firstMatch(of: /^\s*[-*"]\s+(?<name>.+)$/) != nil {
            print(line)
        }
    }
}

@main
struct PantryApp: App {
    let container: ModelContainer = {
        let schema = Schema([Recipe.self, Ingredient.self])
        do { return try ModelContainer(for: schema) } catch { fatalError("\(error)") }
    }()

    var body: some Scene {
        WindowGroup { RecipeList() }.modelContainer(container)
    }
}

#Preview("List", traits: .sizeThatFitsLayout) {
    RecipeList()
        .modelContainer(for: Recipe.self, inMemory: true)
}
