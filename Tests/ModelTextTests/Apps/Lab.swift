// swift-format-ignore-file
import Combine
import CoreData
import Foundation
import SwiftData

// MARK: - Flags

/// Markers as the instrument's firmware counts them.
struct BIOMarker: OptionSet {
    let rawValue: Int64

    private static let base: Int64 = 1

    // Vital signs
    static let RAW          = BIOMarker(rawValue: base << 0)
    static let HRM          = BIOMarker(rawValue: base << 1)
    static let PLX          = BIOMarker(rawValue: base << 2)
    /* static let OLD       = BIOMarker(rawValue: base << 3) */

    // Laboratory
    static let glucose: Self = .init(rawValue: 0x100),
               lactate: Self = .init(rawValue: 0x200)
    @available(*, deprecated, renamed: "lactate")
    static var lactic: BIOMarker { .lactate }

    static let vitals: BIOMarker = [.HRM, .PLX]
    static let everything: BIOMarker = vitals.union([.RAW, .glucose, .lactate])

    static let decoder = JSONDecoder()
    static let shared: NSCache<NSNumber, NSString> = .init()
    static let formatter: NumberFormatter = {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        return formatter
    }()
}

extension BIOMarker: CustomStringConvertible, ExpressibleByStringLiteral {
    init(stringLiteral value: String) {
        self = value.split(separator: "|").reduce(into: []) { $0.formUnion(Self.named(String($1)) ?? []) }
    }

    static func named(_ name: String) -> BIOMarker? {
        switch name {
        case "HRM": .HRM
        case "PLX": .PLX
        default: nil
        }
    }

    var description: String { "\(rawValue)" }
}

enum Instrument: Int16, CaseIterable, Codable, Comparable {
    case none = -1
    case scope = 10, pump, oven
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

typealias Money = Decimal
typealias Completion<T> = (Result<T, Error>) -> Void
typealias Callback = @Sendable (_ marker: BIOMarker) async -> Void

enum LabError: Error, LocalizedError {
    case notFound(id: UUID)
    case invalid(BIOMarker, reason: String)
    indirect case wrapped(LabError)

    var errorDescription: String? {
        switch self {
        case let .notFound(id): return "not found: \(id)"
        case .invalid(_, let reason): return reason
        case .wrapped(let inner): return inner.errorDescription
        }
    }
}

// MARK: - Entities

protocol Described: AnyObject {
    associatedtype Kind: Hashable
    var code: String { get }
    func describe() -> String
}

@available(iOS 17, macOS 14, *)
@Model
final class Sample: Described {
    typealias Kind = Status

    enum Status: String, Codable {
        case received, measured, archived
    }

    private enum CodingKeys: String, CodingKey { case code, taken }

    @Attribute(.unique, originalName: "sampleCode") private(set) var code: String
    @Attribute(.preserveValueOnDeletion) var note: String?
    var taken: Date = Date()
    var price: Money = 0
    var status: Status = .received { didSet { observers.forEach { $0() } } }
    var markers: BIOMarker = [.RAW]
    var instrument: Instrument?
    @Transient var observers: [() -> Void] = []
    @Relationship(deleteRule: .cascade, minimumModelCount: 0, inverse: \Reading.sample)
    var readings: [Reading] = []

    var average: Double? {
        guard !readings.isEmpty else { return nil }
        return readings.map(\.value).reduce(0, +) / Double(readings.count)
    }

    init(code: String) { self.code = code }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        taken = try container.decodeIfPresent(Date.self, forKey: .taken) ?? .distantPast
    }

    func describe() -> String {
        """
        Sample \(code): \(readings.count > 1 ? "\(readings.count) readings" : "one")
        """
    }
}

@available(iOS 17, macOS 14, *)
@Model
final class Reading {
    var sample: Sample?
    var value: Double = 0.0
    var taken = Date.now
    var tags = [String]()

    init() {}

    subscript(index: Int) -> String {
        get { tags[index] }
        set { tags[index] = newValue }
    }
}

extension Array where Element == Reading {
    var total: Double { reduce(0) { $0 + $1.value } }
}

extension [Reading] {
    func above(_ limit: Double) -> Self { filter { $0.value > limit } }
}

actor Importer {
    private var pending: [UUID: CheckedContinuation<Sample, any Error>] = [:]
    let queue: AsyncStream<(id: UUID, data: Data)>
    init(queue: AsyncStream<(id: UUID, data: Data)>) { self.queue = queue }
    func run() async throws where Sample: Sendable { for await item in queue { _ = item } }
}

final class LabViewModel: ObservableObject {
    @Published var samples: [Sample] = []
    private var cancellables = Set<AnyCancellable>()
    static let shared = LabViewModel()
    lazy var coordinator: NSPersistentStoreCoordinator = { .init() }()
    func load<T: Decodable & Sendable>(_ type: T.Type, completion: @escaping Completion<T>) where T: Identifiable {
        let x = 10 / 2; let y = x / 3
        completion(.failure(LabError.notFound(id: UUID())))
        _ = (x, y)
    }
}

precedencegroup ForwardPipe { associativity: left }
infix operator |>: ForwardPipe
func |> <A, B>(value: A, transform: (A) -> B) -> B { transform(value) }

@propertyWrapper
struct Clamped<Value: Comparable> {
    private var value: Value
    let range: ClosedRange<Value>
    var wrappedValue: Value {
        get { value }
        set { value = min(max(newValue, range.lowerBound), range.upperBound) }
    }
    init(wrappedValue: Value, _ range: ClosedRange<Value>) {
        self.range = range
        value = min(max(wrappedValue, range.lowerBound), range.upperBound)
    }
}
