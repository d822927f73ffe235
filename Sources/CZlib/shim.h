// The version that a stream is made for is told by a macro, which Swift cannot call.
#ifndef FLAGDB_CZLIB_SHIM_H
#define FLAGDB_CZLIB_SHIM_H

#include <zlib.h>

/// Begins to inflate bytes that have no header of zlib or gzip around them.
static inline int flagdb_inflate_raw(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

#endif
