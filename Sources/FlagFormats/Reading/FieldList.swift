/// The fields of the record that was read last, in memory that every record uses again.
struct FieldList: ~Copyable {
  private(set) var fields: UnsafeMutablePointer<InputField>
  private var capacity = 64
  private(set) var count = 0

  init() {
    fields = .allocate(capacity: capacity)
  }

  deinit { fields.deallocate() }

  @inline(__always)
  mutating func append(_ field: InputField) {
    if count == capacity { grow() }
    (fields + count).initialize(to: field)
    count += 1
  }

  mutating func removeAll() { count = 0 }

  /// So many fields, all missing.
  mutating func reset(count: Int) {
    while capacity < count { grow() }
    fields.initialize(repeating: .missing, count: count)
    self.count = count
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<InputField>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: fields, count: count)
    fields.deallocate()
    (fields, capacity) = (larger, capacity * 2)
  }
}
