// SPDX-License-Identifier: Apache-2.0
// The records that a session's recorder could not write to the database, as JSON lines in a file
// beside it: DIR/audit-unwritten-SESSION.jsonl, mode 0600 (a byte of the id that is no letter,
// digit, `-` or `_` is %xx; where an earlier run of the session left one, `.2`, `.3`, ... stands
// before .jsonl). A line is a record as an export shows it, without a place in the chain (seq 0),
// or an outcome (kind "outcome"). Nothing reads the lines again; verification says that they are
// there. An UnwrittenFile belongs to the recorder's thread; the functions to any.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_UNWRITTEN_FILE_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_UNWRITTEN_FILE_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/store/store.h"

namespace guard::supervisor {

class UnwrittenFile {
 public:
  UnwrittenFile(std::string directory, std::string session)
      : directory_(std::move(directory)), session_(std::move(session)) {}

  // In place of what it held. Returns its path.
  Result<std::string> hold(const std::vector<const Entry*>& entries);
  // Everything is in the database by now.
  void drop();

 private:
  std::string directory_;
  std::string session_;
  std::string path_;  // empty: there is none of ours
};

// The paths by session id. Without the folder: none.
[[nodiscard]] Result<std::map<std::string, std::vector<std::string>>> unwritten_files(
    const std::string& directory);
[[nodiscard]] Result<void> remove_unwritten(const std::string& directory,
                                            const std::string& session);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_UNWRITTEN_FILE_H_
