// SPDX-License-Identifier: Apache-2.0
// Bytes as one member of gzip (RFC 1952). With its source the only file here that knows zlib. Pure,
// any thread.
#ifndef GUARD_BASE_GZIP_H_
#define GUARD_BASE_GZIP_H_

#include <string>
#include <string_view>

#include "base/error.h"

namespace guard {

[[nodiscard]] Result<std::string> gzip(std::string_view bytes);

}  // namespace guard

#endif  // GUARD_BASE_GZIP_H_
