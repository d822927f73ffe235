/// Asks for a password on the terminal without echo; nil if there is no terminal or no answer.
@Sendable package func askPassword(of user: String) -> String? {
  let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
  guard terminal >= 0 else { return nil }
  defer { close(terminal) }
  var usual = termios()
  guard tcgetattr(terminal, &usual) == 0 else { return nil }
  var silent = usual
  // Ctrl-C and similar keys are read as characters, so that the terminal is restored before the
  // program stops.
  silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
  guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
  try? writeAll(Array("Password for user \(user): ".utf8), to: terminal)
  let password = typedLine(at: terminal)
  tcsetattr(terminal, TCSAFLUSH, &usual)
  try? writeAll([UInt8(ascii: "\n")], to: terminal)
  if password == nil { raise(SIGINT) }
  return password
}

/// The typed line, edited with Backspace and Ctrl-U; nil for Ctrl-C, Ctrl-D and the end.
private func typedLine(at terminal: Int32) -> String? {
  var line: [UInt8] = []
  var byte: UInt8 = 0
  while read(terminal, &byte, 1) == 1 {
    switch byte {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return String(decoding: line, as: UTF8.self)
    case 0x03, 0x04: return nil
    case 0x15: line = []
    case 0x08, 0x7F:
      while let last = line.popLast(), last & 0xC0 == 0x80 {}
    default: line.append(byte)
    }
  }
  return nil
}
