extension RecordReader {
  /// The bytes of the record that was read last, or that `next` has just refused; valid until the
  /// next one is read.
  public var recordBytes: UnsafeBufferPointer<UInt8> { record }
}
