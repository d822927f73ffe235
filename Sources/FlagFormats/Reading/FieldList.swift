/// The fields of the current record, in memory that is reused for every record. It is a class,
/// because accesses to a struct in a class would be checked at run time.
final class FieldList {
  private(set) var fields: UnsafeMutablePointer<InputField>
  private var capacity = 64
  private(set) var count = 0

  init() { fields = .allocate(capacity: capacity) }

  deinit { fields.deallocate() }

  @inline(__always)
  func append(_ field: InputField) {
    if count == capacity { grow() }
    (fields + count).initialize(to: field)
    count += 1
  }

  func removeAll() { count = 0 }

  /// Sets the number of fields, all of them missing.
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
