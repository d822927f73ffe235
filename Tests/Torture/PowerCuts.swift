import CFaultVFS
import Foundation
import TestSupport

/// Cuts the power after each thing that the disk was told in one run, in every way in which the
/// disk may have done what it was told, and looks at what is there.
struct PowerCuts {
  private let trial: Trial
  private let settings: Settings
  private let oracle: Oracle
  private let events: [DiskEvent]

  init(of trial: Trial, _ settings: Settings) throws {
    self.trial = trial
    self.settings = settings
    oracle = Oracle(trial: trial)
    let ending = try trial.run(records: true)
    guard fault_record_is_whole(trial.place.watch) else { throw Trouble("the record is too long") }
    guard ending.status == trial.operation.status || trial.bug != .none else {
      throw Trouble("the recorded run fails: \(ending.errors)")
    }
    events = DiskEvent.all(of: trial.place.watch)
  }

  func run(_ name: String, _ dice: inout Dice, _ score: Score) throws {
    var disk = Disk(trial.fixture)
    var output: [UInt8] = []
    var seen: Set<Int> = []
    var next = Int64(settings.share <= 1 ? 0 : dice.next() % (settings.share * 2))
    for (index, event) in ([nil] + events.map { $0 }).enumerated() {
      if let event {
        disk.take(event)
        if case .output(let bytes) = event { output += bytes }
      }
      if settings.isOver { return }
      let isEnd = index == events.count
      if let at = settings.at, at != Int64(index) { continue }
      if Int64(index) < next, !isEnd { continue }
      next = Int64(index) + settings.step(&dice)
      let acknowledged = isEnd ? trial.states.count - 1 : oracle.stage(of: output)
      for fate in Fate.all(&dice) {
        let files = disk.files(after: fate, &dice)
        // The same files need no second look, unless more was acknowledged since.
        guard seen.insert(files.hashValue ^ acknowledged).inserted else { continue }
        score.add(.cuts)
        try trial.place.put(files)
        for difference in try oracle.differences(acknowledged: acknowledged) {
          score.note(name, at: Int64(index), difference)
        }
      }
    }
  }
}

/// The orders to a disk.
enum DiskEvent {
  case known(Int, name: String)
  case create(Int, name: String)
  case write(Int, at: Int, [UInt8])
  case truncate(Int, to: Int)
  case sync(Int)
  case link(Int, name: String)
  case rename(Int, from: String, to: String)
  case unlink(name: String)
  case syncFolder
  case output([UInt8])

  /// All that was recorded.
  static func all(of watch: OpaquePointer) -> [DiskEvent] {
    var events: [DiskEvent] = []
    var place = fault_next_event(watch, nil)
    while let event = place {
      if let event = DiskEvent(event) { events.append(event) }
      place = fault_next_event(watch, event)
    }
    return events
  }

  private init?(_ event: UnsafePointer<fault_event>) {
    let file = Int(event.pointee.file)
    let bytes = [UInt8](
      UnsafeRawBufferPointer(start: fault_event_bytes(event), count: Int(event.pointee.length)))
    let names = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    let offset = Int(event.pointee.offset)
    switch Int(event.pointee.kind) {
    case Int(FAULT_EVENT_KNOWN): self = .known(file, name: names[0])
    case Int(FAULT_EVENT_CREATE): self = .create(file, name: names[0])
    case Int(FAULT_EVENT_WRITE): self = .write(file, at: offset, bytes)
    case Int(FAULT_EVENT_TRUNCATE): self = .truncate(file, to: offset)
    case Int(FAULT_EVENT_SYNC): self = .sync(file)
    case Int(FAULT_EVENT_LINK): self = .link(file, name: names[1])
    case Int(FAULT_EVENT_RENAME): self = .rename(file, from: names[0], to: names[1])
    case Int(FAULT_EVENT_UNLINK): self = .unlink(name: names[0])
    case Int(FAULT_EVENT_SYNC_FOLDER): self = .syncFolder
    case Int(FAULT_EVENT_OUTPUT): self = .output(bytes)
    default: return nil
    }
  }
}
