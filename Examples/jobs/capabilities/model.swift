/// What a process may do that others may not: capabilities(7).
struct Capability: OptionSet {
  let rawValue: Int64
  static let CHOWN = Capability(rawValue: 1 << 0)
  static let DAC_OVERRIDE = Capability(rawValue: 1 << 1)
  static let DAC_READ_SEARCH = Capability(rawValue: 1 << 2)
  static let FOWNER = Capability(rawValue: 1 << 3)
  static let FSETID = Capability(rawValue: 1 << 4)
  static let KILL = Capability(rawValue: 1 << 5)
  static let SETGID = Capability(rawValue: 1 << 6)
  static let SETUID = Capability(rawValue: 1 << 7)
  static let SETPCAP = Capability(rawValue: 1 << 8)
  static let LINUX_IMMUTABLE = Capability(rawValue: 1 << 9)
  static let NET_BIND_SERVICE = Capability(rawValue: 1 << 10)
  static let NET_BROADCAST = Capability(rawValue: 1 << 11)
  static let NET_ADMIN = Capability(rawValue: 1 << 12)
  static let NET_RAW = Capability(rawValue: 1 << 13)
  static let IPC_LOCK = Capability(rawValue: 1 << 14)
  static let IPC_OWNER = Capability(rawValue: 1 << 15)
  static let SYS_MODULE = Capability(rawValue: 1 << 16)
  static let SYS_RAWIO = Capability(rawValue: 1 << 17)
  static let SYS_CHROOT = Capability(rawValue: 1 << 18)
  static let SYS_PTRACE = Capability(rawValue: 1 << 19)
  static let SYS_PACCT = Capability(rawValue: 1 << 20)
  static let SYS_ADMIN = Capability(rawValue: 1 << 21)
  static let SYS_BOOT = Capability(rawValue: 1 << 22)
  static let SYS_NICE = Capability(rawValue: 1 << 23)
  static let SYS_RESOURCE = Capability(rawValue: 1 << 24)
  static let SYS_TIME = Capability(rawValue: 1 << 25)
  static let SYS_TTY_CONFIG = Capability(rawValue: 1 << 26)
  static let MKNOD = Capability(rawValue: 1 << 27)
  static let LEASE = Capability(rawValue: 1 << 28)
  static let AUDIT_WRITE = Capability(rawValue: 1 << 29)
  static let AUDIT_CONTROL = Capability(rawValue: 1 << 30)
  static let SETFCAP = Capability(rawValue: 1 << 31)
  static let MAC_OVERRIDE = Capability(rawValue: 1 << 32)
  static let MAC_ADMIN = Capability(rawValue: 1 << 33)
  static let SYSLOG = Capability(rawValue: 1 << 34)
  static let WAKE_ALARM = Capability(rawValue: 1 << 35)
  static let BLOCK_SUSPEND = Capability(rawValue: 1 << 36)
  static let AUDIT_READ = Capability(rawValue: 1 << 37)
  static let PERFMON = Capability(rawValue: 1 << 38)
  static let BPF = Capability(rawValue: 1 << 39)
  static let CHECKPOINT_RESTORE = Capability(rawValue: 1 << 40)
}

@Model final class Process {
  var pid: Int
  var name: String
  var user: Int
  /// What it may do now, and what it or a program that it runs could come to.
  var may: Capability
  var could: Capability
}
