// SPDX-License-Identifier: Apache-2.0
#include "console/undo/own_store.h"

#include <sys/random.h>

#include <array>
#include <utility>

#include "supervisor/undo/store/kept_secrets.h"

namespace guard::console {
namespace {

using supervisor::UndoStore;

// An undo that gives back a secret may replace one. Nobody looks here which content is one.
void keep_out_of_reach(UndoStore& store) {
  store.watch_contents([&store](int, const std::string& name, bool) -> Result<bool> {
    auto noted = supervisor::note_kept_secret(store.folder(), name);
    if (!noted) return forward(noted.error());
    return false;
  });
}

}  // namespace

Result<std::string> new_undo_name() {
  std::array<unsigned char, 3> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return fail_errno("getrandom");
  std::string name = "undo-";
  for (const unsigned char byte : bytes) {
    name += "0123456789abcdef"[byte >> 4U];
    name += "0123456789abcdef"[byte & 15U];
  }
  return name;
}

Result<std::unique_ptr<UndoStore>> open_undo_store(const std::string& state,
                                                   const std::string& name,
                                                   const supervisor::StoredSession& undone,
                                                   std::string command) {
  supervisor::UndoSession session;
  session.id = name;
  session.command = std::move(command);
  session.workspace = undone.workspace;
  session.undoes = undone.name;
  // A person asked for it: no limit but the disk.
  auto store = UndoStore::open(state, session, {~0ULL, ~0ULL, ~0ULL});
  if (store && supervisor::keeps_secrets(supervisor::undo_root(state) + "/" + undone.name))
    keep_out_of_reach(**store);
  return store;
}

}  // namespace guard::console
