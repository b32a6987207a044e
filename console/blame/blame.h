// SPDX-License-Identifier: Apache-2.0
// Blame: whose the present content of a file is, line by line where it is text, as far as the undo
// store has its states. Reads the store, the record and the file; any thread.
#ifndef GUARD_CONSOLE_BLAME_BLAME_H_
#define GUARD_CONSOLE_BLAME_BLAME_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "console/blame/file_past.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {

struct BlameSource {
  FileChange change;
  std::string answer;  // "ana, terminal, once, after 4.0 s"; empty: nobody was asked
  // False: a state around the change is not kept, so that an earlier change may have made it.
  bool is_certain = true;
};

struct Blame {
  std::string path;                  // canonical
  std::vector<BlameSource> sources;  // the oldest first
  std::vector<FormerName> names;     // the oldest first
  std::string text;                  // empty where there are no lines to tell of
  // One for each line of the text: 0 is what was there before all sources, 1 the first of them.
  std::vector<std::size_t> owners;
  std::string no_lines;     // why there are none, for people; empty: there are
  std::size_t damaged = 0;  // lines of journals that cannot be read
};

struct BlameOrder {
  std::string state;
  std::vector<supervisor::StoredSession> sessions;  // the oldest first
  LoadSteps load;
  std::function<bool(const std::string& path)> is_secret;
  // The answer to a question, by its id.
  std::function<std::string(const std::string& question)> answer_to;
};

// PATH: canonical, of a regular file. kNotFound: no such file is there; the text names the session
// that took it away. kInvalid: it is no file.
[[nodiscard]] Result<Blame> blame_file(const BlameOrder& order, const std::string& path);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_BLAME_BLAME_H_
