/// What a role of Discord allows.
struct Permission: OptionSet {
  let rawValue: Int64
  static let CREATE_INSTANT_INVITE = Permission(rawValue: 1 << 0)
  static let KICK_MEMBERS = Permission(rawValue: 1 << 1)
  static let BAN_MEMBERS = Permission(rawValue: 1 << 2)
  static let ADMINISTRATOR = Permission(rawValue: 1 << 3)
  static let MANAGE_CHANNELS = Permission(rawValue: 1 << 4)
  static let MANAGE_GUILD = Permission(rawValue: 1 << 5)
  static let ADD_REACTIONS = Permission(rawValue: 1 << 6)
  static let VIEW_AUDIT_LOG = Permission(rawValue: 1 << 7)
  static let PRIORITY_SPEAKER = Permission(rawValue: 1 << 8)
  static let STREAM = Permission(rawValue: 1 << 9)
  static let VIEW_CHANNEL = Permission(rawValue: 1 << 10)
  static let SEND_MESSAGES = Permission(rawValue: 1 << 11)
  static let SEND_TTS_MESSAGES = Permission(rawValue: 1 << 12)
  static let MANAGE_MESSAGES = Permission(rawValue: 1 << 13)
  static let EMBED_LINKS = Permission(rawValue: 1 << 14)
  static let ATTACH_FILES = Permission(rawValue: 1 << 15)
  static let READ_MESSAGE_HISTORY = Permission(rawValue: 1 << 16)
  static let MENTION_EVERYONE = Permission(rawValue: 1 << 17)
  static let USE_EXTERNAL_EMOJIS = Permission(rawValue: 1 << 18)
  static let VIEW_GUILD_INSIGHTS = Permission(rawValue: 1 << 19)
  static let CONNECT = Permission(rawValue: 1 << 20)
  static let SPEAK = Permission(rawValue: 1 << 21)
  static let MUTE_MEMBERS = Permission(rawValue: 1 << 22)
  static let DEAFEN_MEMBERS = Permission(rawValue: 1 << 23)
  static let MOVE_MEMBERS = Permission(rawValue: 1 << 24)
  static let USE_VAD = Permission(rawValue: 1 << 25)
  static let CHANGE_NICKNAME = Permission(rawValue: 1 << 26)
  static let MANAGE_NICKNAMES = Permission(rawValue: 1 << 27)
  static let MANAGE_ROLES = Permission(rawValue: 1 << 28)
  static let MANAGE_WEBHOOKS = Permission(rawValue: 1 << 29)
  static let MANAGE_GUILD_EXPRESSIONS = Permission(rawValue: 1 << 30)
  static let USE_APPLICATION_COMMANDS = Permission(rawValue: 1 << 31)
  static let REQUEST_TO_SPEAK = Permission(rawValue: 1 << 32)
  static let MANAGE_EVENTS = Permission(rawValue: 1 << 33)
  static let MANAGE_THREADS = Permission(rawValue: 1 << 34)
  static let CREATE_PUBLIC_THREADS = Permission(rawValue: 1 << 35)
  static let CREATE_PRIVATE_THREADS = Permission(rawValue: 1 << 36)
  static let USE_EXTERNAL_STICKERS = Permission(rawValue: 1 << 37)
  static let SEND_MESSAGES_IN_THREADS = Permission(rawValue: 1 << 38)
  static let USE_EMBEDDED_ACTIVITIES = Permission(rawValue: 1 << 39)
  static let MODERATE_MEMBERS = Permission(rawValue: 1 << 40)
}

struct Role: Entity {
  var name: String
  var color: Int
  var position: Int
  var permissions: Permission
}
