// SPDX-License-Identifier: Apache-2.0
// How much of what a session wrote still stands in the files that it changed and made: for a
// report. Reads the store from that session on, and the files; any thread.
#ifndef GUARD_CONSOLE_BLAME_LINES_LEFT_H_
#define GUARD_CONSOLE_BLAME_LINES_LEFT_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {

struct LinesLeft {
  std::string path;
  std::size_t own = 0;     // lines that are the session's
  std::size_t all = 0;     // of the file
  bool is_certain = true;  // false: some of them may be another's
};

struct FilesLeft {
  std::vector<LinesLeft> files;  // texts that are there, in the order of paths; the first MOST
  std::size_t more = 0;
};

// SESSION: of STATE's store. IS_SECRET: nothing of such a file is told.
[[nodiscard]] Result<FilesLeft> lines_left(
    const std::string& state, const supervisor::StoredSession& session, std::size_t most,
    const std::function<bool(const std::string& path)>& is_secret);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_BLAME_LINES_LEFT_H_
