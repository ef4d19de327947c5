#pragma once
#include <zlib.h>

/// Prepares a stream that reads gzip files; `inflateInit2` is a macro, which Swift cannot import.
static inline int pharos_gunzip_init(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }
/// Prepares a stream that writes what a ZIP archive holds: deflate without a header of its own.
static inline int pharos_deflate_init(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
}
