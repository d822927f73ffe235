#include "include/faults.h"

/// Puts the VFS that counts and fails before the one that SQLite uses; once is enough.
void fault_register_vfs(void);
