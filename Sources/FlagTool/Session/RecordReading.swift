/// The options of a command for reading record files. The inputs define them, and the session carries them there.
protocol RecordReading {
  /// The first of these options in the command line; nil without any.
  var first: String? { get }
}
