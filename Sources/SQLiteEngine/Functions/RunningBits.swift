internal import CSQLite

/// `bit_or(value)` and `bit_and(value)`, as servers have them: NULL is ignored, and the result
/// without values is NULL. A value that is no integer is converted, as by SQLite's `|`. SQLite
/// allocates the state with zeros.
struct RunningBits {
  typealias Step = @convention(c) (OpaquePointer?, Int32, SQLFunctions.Arguments?) -> Void
  typealias Final = @convention(c) (OpaquePointer?) -> Void

  private var bits: Int64 = 0
  private var hasValue = false

  static let stepOfUnion: Step = { context, _, arguments in
    RunningBits.add(arguments, to: context) { $0 | $1 }
  }

  static let stepOfIntersection: Step = { context, _, arguments in
    RunningBits.add(arguments, to: context) { $0 & $1 }
  }

  static let final: Final = { context in
    let kept = sqlite3_aggregate_context(context, 0)?.assumingMemoryBound(to: RunningBits.self)
    guard let kept = kept?.pointee, kept.hasValue else { return sqlite3_result_null(context) }
    sqlite3_result_int64(context, kept.bits)
  }

  private static func add(
    _ arguments: SQLFunctions.Arguments?, to context: OpaquePointer?,
    _ join: (Int64, Int64) -> Int64
  ) {
    guard let value = arguments?[0], sqlite3_value_type(value) != SQLITE_NULL,
      let kept = sqlite3_aggregate_context(context, Int32(MemoryLayout<RunningBits>.size))?
        .assumingMemoryBound(to: RunningBits.self)
    else { return }
    let bits = sqlite3_value_int64(value)
    kept.pointee.bits = kept.pointee.hasValue ? join(kept.pointee.bits, bits) : bits
    kept.pointee.hasValue = true
  }
}
