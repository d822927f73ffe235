import Foundation
import SwiftData

/// What the instrument recorded.
struct BIOMarker: OptionSet {
    let rawValue: Int64

    /// As the instrument sent it.
    static let RAW = BIOMarker(rawValue: 1 << 0)
    /// Heart rate.
    static let HRM = BIOMarker(rawValue: 1 << 1)
    /// Pulse oximetry.
    static let PLX = BIOMarker(rawValue: 1 << 2)

    static let vitals: BIOMarker = [.HRM, .PLX]
}

enum Status: Int32 {
    case received, measured, archived
}

typealias Price = Decimal

@Model
final class Sample {
    @Attribute(.unique) var code: String
    var note: String?
    var taken: Date
    @Valid(0...100) var score: Double = 50
    @Valid(places: 2) var price: Price?
    var status: Status = .received
    var markers: BIOMarker = []
    @Relationship(deleteRule: .cascade, inverse: \Reading.sample) var readings: [Reading] = []

    init(code: String, taken: Date) {
        self.code = code
        self.taken = taken
    }

    var isVital: Bool { !markers.isDisjoint(with: .vitals) }
}

@Model
final class Reading {
    var sample: Sample?
    var value: Double
    var tags: [String] = []

    init(sample: Sample, value: Double) {
        self.sample = sample
        self.value = value
    }
}
