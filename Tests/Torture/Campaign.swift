import CFaultVFS
import Foundation

/// One way to harm every run of an operation.
enum Campaign: String, CaseIterable {
  case error
  case lastingError = "lasting-error"
  case burstOfErrors = "burst"
  case full
  case lastingFull = "lasting-full"
  case torn
  case short
  case busy
  case lastingBusy = "lasting-busy"
  case interrupt = "SIGINT"
  case termination = "SIGTERM"
  case kill = "SIGKILL"
  case powerCut = "power-cut"

  /// The plan in which the call with a number is the first to fail.
  func plan(at number: Int64, seed: UInt64) -> fault_plan {
    fault_plan(
      calls: UInt32(calls), effect: Int32(effect), signal: signal, at: number,
      length: length(at: number, seed)
    )
  }

  /// True if another round finds other things.
  var usesDice: Bool { self == .burstOfErrors || self == .powerCut }

  private func length(at number: Int64, _ seed: UInt64) -> Int64 {
    switch self {
    case .lastingError, .lastingFull, .lastingBusy: .max
    case .burstOfErrors: Int64(2 + (seed &* 11 &+ UInt64(number) &* 7) % 30)
    default: 1
    }
  }

  private var calls: Int {
    switch self {
    case .full, .lastingFull:
      Int(
        FAULT_WRITE | FAULT_SYSTEM_WRITE | FAULT_SYSTEM_OPEN | FAULT_SYSTEM_LINK
          | FAULT_SYSTEM_RENAME)
    case .torn, .short: Int(FAULT_WRITE | FAULT_SYSTEM_WRITE)
    case .busy, .lastingBusy: Int(FAULT_LOCK | FAULT_SHM_LOCK)
    default: 0x7F_FFFF
    }
  }

  private var effect: Int {
    switch self {
    case .error, .lastingError, .burstOfErrors, .powerCut: Int(FAULT_ERROR)
    case .full, .lastingFull: Int(FAULT_FULL)
    case .torn: Int(FAULT_TORN)
    case .short: Int(FAULT_SHORT)
    case .busy, .lastingBusy: Int(FAULT_BUSY)
    case .interrupt, .termination, .kill: Int(FAULT_SIGNAL)
    }
  }

  private var signal: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .termination: SIGTERM
    case .kill: SIGKILL
    default: 0
    }
  }
}
