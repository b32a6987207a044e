// SPDX-License-Identifier: Apache-2.0
// A merge of texts by lines: what led from BASE to OURS and what led from BASE to THEIRS, both.
// Pure, any thread.
#ifndef GUARD_CONSOLE_REVIEW_THREE_WAY_H_
#define GUARD_CONSOLE_REVIEW_THREE_WAY_H_

#include <string>
#include <string_view>

#include "base/error.h"

namespace guard::console {

// kBusy: both changed the same lines, and not alike. kInvalid: too many lines
// differ.
[[nodiscard]] Result<std::string> merged_text(std::string_view base, std::string_view ours,
                                              std::string_view theirs);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_THREE_WAY_H_
