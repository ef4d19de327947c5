#pragma once
#include <zstd.h>

/// What zstd says of a frame that does not declare its size; a cast macro, which Swift cannot import.
static const unsigned long long pharos_zstd_content_size_unknown = ZSTD_CONTENTSIZE_UNKNOWN;
/// What zstd says of bytes that are no frame; a cast macro, which Swift cannot import.
static const unsigned long long pharos_zstd_content_size_error = ZSTD_CONTENTSIZE_ERROR;
