import Foundation
import TestSupport

/// A property that does not hold for an input.
public struct FuzzFailure: Error, Sendable {
  public let property: String
  public let words: String

  init(_ property: String, _ words: String) {
    self.property = property
    self.words = words
  }
}

/// Something that reads inputs, and what must hold whatever they are.
public struct FuzzTarget: Sendable {
  public let name: String
  let seeds: [[UInt8]]
  /// True if the input was accepted.
  let read: @Sendable ([UInt8]) throws -> Bool

  init(
    _ name: String, seeds: [[UInt8]], _ read: @escaping @Sendable ([UInt8]) throws -> Bool
  ) {
    self.name = name
    self.seeds = seeds
    self.read = read
  }
}

/// Gives a target inputs, the same for the same seed.
public struct Fuzzer {
  public let target: FuzzTarget
  private var mutator: Mutator
  public private(set) var inputs = 0
  public private(set) var accepted = 0
  /// The most nanoseconds of processor time: far beyond what any input takes, with a sanitizer too.
  private static let mostTime: UInt64 = 60_000_000_000

  public init(_ target: FuzzTarget) {
    self.target = target
    mutator = Mutator(target.seeds)
  }

  /// The number of inputs that somebody wrote.
  public var seedCount: Int { mutator.seeds.count }

  /// Reads every n-th input that somebody wrote as it is, before it is changed.
  public mutating func readSeeds(
    every step: Int = 1, begin: ([UInt8]) -> Void = { _ in }, _ found: (FuzzReport) -> Void
  ) {
    for index in stride(from: 0, to: mutator.seeds.count, by: step) {
      let seed = mutator.seeds[index]
      begin(seed)
      let before = accepted
      do throws(FuzzReport) {
        try read(seed)
        if accepted > before { mutator.fitting.append(seed) }
      } catch {
        found(error)
      }
    }
  }

  /// An input that is the same for the same seed and number.
  public func input(seed: UInt64, number: Int) -> [UInt8] {
    var dice = Dice(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(number))
    return mutator.input(&dice)
  }

  /// Reads one input. What does not hold comes with the shortest input found that shows it.
  public mutating func read(_ input: [UInt8]) throws(FuzzReport) {
    inputs += 1
    if let failure = failure(of: input) {
      let short = shortened(input, failure)
      throw FuzzReport(
        target: target.name, failure: self.failure(of: short) ?? failure, input: short)
    }
  }

  private mutating func failure(of input: [UInt8]) -> FuzzFailure? {
    let start = Self.processorTime
    do {
      if try target.read(input) { accepted += 1 }
    } catch let failure as FuzzFailure {
      return failure
    } catch {
      return FuzzFailure("only errors that have words are thrown", "\(type(of: error)): \(error)")
    }
    let time = Self.processorTime - start
    if time <= Self.mostTime { return nil }
    return FuzzFailure("ends in time", "took \(time / 1_000_000) ms of processor time")
  }

  /// The nanoseconds that this thread has run.
  private static var processorTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private mutating func shortened(_ input: [UInt8], _ failure: FuzzFailure) -> [UInt8] {
    var input = input
    var tries = 600
    var size = input.count / 2
    while size > 0 {
      var start = 0
      while start < input.count, tries > 0 {
        tries -= 1
        var shorter = input
        shorter.removeSubrange(start..<min(input.count, start + size))
        if self.failure(of: shorter)?.property == failure.property {
          input = shorter
        } else {
          start += size
        }
      }
      size /= 2
    }
    return input
  }
}

/// The finding, so that it can be read and tried again.
public struct FuzzReport: Error, CustomStringConvertible, Sendable {
  public let target: String
  public let failure: FuzzFailure
  public let input: [UInt8]

  public var description: String {
    "\(target): \(failure.property)\n  \(failure.words)\n  input: \(FuzzReport.escaped(input))"
  }

  /// Bytes as a Swift literal that a test can hold, where they are UTF-8.
  public static func escaped(_ input: [UInt8]) -> String {
    guard let text = String(validating: input, as: UTF8.self) else { return "bytes \(input)" }
    return "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
  }
}
