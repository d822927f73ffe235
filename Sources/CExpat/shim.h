#ifndef FLAGDB_CEXPAT_SHIM_H
#define FLAGDB_CEXPAT_SHIM_H

#include <expat.h>

#endif
