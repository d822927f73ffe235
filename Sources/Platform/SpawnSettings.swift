// In Darwin's C library both settings of posix_spawn are addresses, which have no value before their
// initialization.
#if canImport(Darwin)
  func unsetSpawnActions() -> posix_spawn_file_actions_t? { nil }

  func unsetSpawnAttributes() -> posix_spawnattr_t? { nil }
#else
  func unsetSpawnActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }

  func unsetSpawnAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
#endif
