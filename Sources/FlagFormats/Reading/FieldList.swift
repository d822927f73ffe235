/// The fields of the record that was read last, in memory that every record uses again. A class, since
/// each access to a struct in a reader would be checked while the program runs.
final class FieldList {
  private(set) var fields: UnsafeMutablePointer<InputField>
  private var capacity = 64
  private(set) var count = 0

  init() {
    fields = .allocate(capacity: capacity)
  }

  deinit { fields.deallocate() }

  @inline(__always)
  func append(_ field: InputField) {
    if count == capacity { grow() }
    (fields + count).initialize(to: field)
    count += 1
  }

  func removeAll() { count = 0 }

  /// So many fields, all missing.
  func reset(count: Int) {
    while capacity < count { grow() }
    fields.initialize(repeating: .missing, count: count)
    self.count = count
  }

  private func grow() {
    let larger = UnsafeMutablePointer<InputField>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: fields, count: count)
    fields.deallocate()
    fields = larger
    capacity = capacity * 2
  }
}
