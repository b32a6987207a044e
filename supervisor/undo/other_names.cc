// SPDX-License-Identifier: Apache-2.0
// Where else an object with several names is: looked for once, below the session's workspace and in
// the folders of its entries, without following links.
#include <dirent.h>
#include <fcntl.h>
#include <fts.h>
#include <sys/stat.h>

#include <memory>
#include <set>
#include <utility>

#include "supervisor/undo/restorer.h"

namespace guard::supervisor {
namespace {

struct CloseWalk {
  void operator()(FTS* walk) const { ::fts_close(walk); }
};

}  // namespace

void Restorer::search_names() {
  searched_ = true;
  std::set<std::string> folders;
  std::set<std::pair<std::uint64_t, std::uint64_t>> wanted;
  if (history_.session.workspace.starts_with('/')) folders.insert(history_.session.workspace);
  for (const UndoEntry& entry : history_.entries) {
    if (!several_names_.contains(entry.object.key)) continue;
    folders.insert(entry.path.substr(0, entry.path.rfind('/')) + "/");
    const ObjectKey key = current(entry.object.key);
    wanted.emplace(key.device, key.inode);
  }
  for (const std::string& folder : folders) {
    std::string root = folder;
    char* const roots[] = {root.data(), nullptr};
    const std::unique_ptr<FTS, CloseWalk> walk(
        ::fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, nullptr));
    if (!walk) continue;
    while (const FTSENT* found = ::fts_read(walk.get())) {
      if ((found->fts_info != FTS_F && found->fts_info != FTS_SL && found->fts_info != FTS_SLNONE &&
           found->fts_info != FTS_DEFAULT) ||
          !wanted.contains({found->fts_statp->st_dev, found->fts_statp->st_ino}))
        continue;
      const std::string path(found->fts_path);
      UniqueFd held(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      const auto key = held.valid() ? key_of(held.get()) : fail(Code::kNotFound, "");
      if (key) names_.emplace(*key, std::move(held));
    }
  }
}

}  // namespace guard::supervisor
