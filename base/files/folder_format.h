// SPDX-License-Identifier: Apache-2.0
// The number of the format in which guard keeps what lies in a folder of its own: FOLDER/format.
// Without that file it is 1. A writer brings an older folder to its own number, step by step, under
// a lock; a newer one nobody reads, as what is not understood there may be what counts.
// Any thread; bring_to_format may wait for another process's.
#ifndef GUARD_BASE_FILES_FOLDER_FORMAT_H_
#define GUARD_BASE_FILES_FOLDER_FORMAT_H_

#include <functional>
#include <span>
#include <string>

#include "base/error.h"

namespace guard {

// Brings a folder of format FROM to the next one. Done twice it does no harm: it may have been cut
// short.
struct FormatStep {
  int from = 1;
  std::function<Result<void>(const std::string& folder)> take_over;
};

// kInvalid: the file holds no number.
[[nodiscard]] Result<int> format_of(const std::string& folder);
// For readers: kUnsupported when it is newer than NEWEST. A folder that is not there is as good.
[[nodiscard]] Result<void> check_format(const std::string& folder, int newest);
// For writers. Each number is written when its step has ended. After an error the folder is of the
// format that its file says. STEPS: one for each number below NEWEST, in order.
[[nodiscard]] Result<void> bring_to_format(const std::string& folder, int newest,
                                           std::span<const FormatStep> steps);

}  // namespace guard

#endif  // GUARD_BASE_FILES_FOLDER_FORMAT_H_
