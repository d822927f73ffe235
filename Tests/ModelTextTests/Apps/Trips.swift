// swift-format-ignore-file
import MapKit
import SwiftData
import SwiftUI

@OptionSet<UInt8>
struct TripOptions {
    private enum Options: Int {
        case refundable
        case insured
        case withPets
    }

    static let safe: TripOptions = [.refundable, .insured]
}

/// A place on the map, kept in columns of what has it.
struct Place: Codable, Hashable, Sendable {
    var latitude: Double
    var longitude: Double

    var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }

    enum CodingKeys: String, CodingKey {
        case latitude = "lat"
        case longitude = "lon"
    }
}

enum TripSchema: VersionedSchema {
    static var versionIdentifier = Schema.Version(2, 1, 0)
    static var models: [any PersistentModel.Type] {
        [Trip.self, Stop.self, Traveller.self]
    }

    enum Mood: String, Codable { case happy, tired, `default` }

    @Model
    final class Trip {
        #Unique<Trip>([\.name, \.start])

        var name: String
        var start: Date
        var end: Date
        var options: TripOptions = []
        var budget: Decimal?
        @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
        @Relationship(inverse: \Traveller.trips) var travellers: [Traveller] = []

        init(name: String, start: Date, end: Date) {
            self.name = name
            self.start = start
            self.end = end
        }
    }

    @Model
    final class Stop {
        var title = ""
        var place: Place
        var alternative: Place?
        var mood: Mood = Mood.default
        var trip: Trip?
        var url: URL?

        init(place: Place, trip: Trip? = nil) {
            self.place = place
            self.trip = trip
        }
    }

    @Model
    final class Traveller {
        @Attribute(.unique) var id: UUID = UUID()
        var name: String
        var trips: [Trip] = []
        var ages: [Int] = [1, 2, 3]

        init(name: String) { self.name = name }
    }
}

enum TripMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripSchema.self] }
    static var stages: [MigrationStage] { [first] }
    static let first = MigrationStage.custom(
        fromVersion: TripSchema.self, toVersion: TripSchema.self,
        willMigrate: { context in
            try context.delete(model: TripSchema.Stop.self)
        }, didMigrate: nil)
}

typealias Trip = TripSchema.Trip
typealias Stop = TripSchema.Stop
typealias Traveller = TripSchema.Traveller

struct TripMap: View {
    let trip: Trip
    @State private var position: MapCameraPosition = .automatic
    @Namespace private var namespace
    private let columns = [GridItem(.flexible()), GridItem(.flexible())]

    var body: some View {
        Map(position: $position, scope: namespace) {
            ForEach(trip.stops) { stop in
                Marker(stop.title, coordinate: stop.place.coordinate)
                    .tint(stop.mood == .happy ? .green : .gray)
            }
        }
        .onChange(of: trip.stops.count) { old, new in
            if new > old { withAnimation(.easeInOut(duration: 0.3)) { position = .automatic } }
        }
    }
}

struct TripRow<Content: View>: View where Content: Sendable {
    @ViewBuilder var content: () -> Content
    var title: LocalizedStringResource
    var body: some View { HStack { content(); Text(title) } }
}

extension View {
    func card(padding: CGFloat = 12) -> some View { self.padding(padding).background(.thinMaterial) }
}

extension Color {
    static let accent = Color("Accent")
    init(hex: UInt32) {
        self.init(red: Double((hex >> 16) & 0xFF) / 255, green: Double((hex >> 8) & 0xFF) / 255, blue: Double(hex & 0xFF) / 255)
    }
}

#if DEBUG
@MainActor
let previewContainer: ModelContainer = {
    let container = try! ModelContainer(for: Trip.self, configurations: .init(isStoredInMemoryOnly: true))
    container.mainContext.insert(Trip(name: "Rome", start: .now, end: .now.addingTimeInterval(86_400)))
    return container
}()

#Preview {
    TripMap(trip: Trip(name: "Rome", start: .now, end: .now))
        .modelContainer(previewContainer)
}
#endif
