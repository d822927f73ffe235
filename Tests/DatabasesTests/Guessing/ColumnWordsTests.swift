import FlagModel
import Testing

@testable import Databases
@testable import Guessing

/// The words of names, and what they say.
@Suite struct ColumnWordsTests {
  @Test(
    arguments: [
      ("last_visit_time", ["last", "visit", "time"]),
      ("lastVisitTime", ["last", "visit", "time"]),
      ("HTTPFlags2", ["http", "flags"]),
      ("ZBIOMARKERFLAGS", ["zbiomarkerflags"]),
      ("bio-markers.rawValue", ["bio", "markers"]),
      ("rawValue", ["raw", "value"]),
      ("größe", ["größe"]),
      ("_", []),
    ] as [(Name, [String])])
  func words(name: Name, words: [String]) {
    #expect(NameHeuristics(name).all == words)
  }

  @Test(
    "names of masks",
    arguments: [
      ("flags", "flags"), ("meta_flags", "flags"), ("ZMETAFLAGS", "zmetaflags"),
      ("filePerms", "perms"),
      ("eventMask", "mask"), ("flags_new", "flags"), ("flagsRawValue", "flags"),
      ("transition", "transition"), ("traits", "traits"),
      // The last word is what it is.
      ("option_name", nil), ("transitionReason", nil), ("flag_count", nil),
      ("permissionLevel", nil),
      ("habits", nil), ("damask", nil), ("kind", nil),
    ] as [(Name, String?)])
  func masks(name: Name, word: String?) {
    #expect(NameHeuristics(name).mask == word)
  }

  @Test(
    "names of moments, and of numbers that are none",
    arguments: [
      ("created_at", true), ("mtime", true), ("lastUsed", true), ("ZDATEEDITED", false),
      ("visitdate", true), ("time_ms", true), ("sent", true), ("start", false), ("last_id", false),
      ("visit_count", false), ("filesize", false),
    ] as [(Name, Bool)])
  func times(name: Name, isTime: Bool) {
    #expect(NameHeuristics(name).isTime == isTime)
  }

  @Test(
    "names of questions",
    arguments: [
      ("is_dir", true), ("hasArms", true), ("deleted", true), ("ZARCHIVED", true),
      ("editable", true), ("hidden", true), ("is", false), ("num_deleted", false),
      ("date_played", false), ("lastModified", false), ("red", false), ("kind", false),
    ] as [(Name, Bool)])
  func questions(name: Name, isQuestion: Bool) {
    #expect(NameHeuristics(name).isQuestion == isQuestion)
  }
}
