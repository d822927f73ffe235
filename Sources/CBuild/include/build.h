// What only a build knows: Package.swift defines it from the environment of `Scripts/release`.
#ifndef FLAGDB_BUILD_H
#define FLAGDB_BUILD_H

/// The commit of the sources; empty in a build by hand.
const char *flagdb_build_commit(void);

#endif
