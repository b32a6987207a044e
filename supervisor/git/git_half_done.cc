// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_half_done.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// In the folder with HEAD.
struct HalfDone {
  std::string_view subcommand;
  std::array<std::string_view, 2> names;  // "": no second one
};
constexpr std::array<HalfDone, 5> kHalfDone = {{{"merge", {"MERGE_HEAD", ""}},
                                                {"rebase", {"rebase-merge", "rebase-apply"}},
                                                {"am", {"rebase-apply", ""}},
                                                {"cherry-pick", {"CHERRY_PICK_HEAD", "sequencer"}},
                                                {"revert", {"REVERT_HEAD", "sequencer"}}}};

}  // namespace

std::vector<fs::path> half_done_work(const GitPlace& place, std::string_view subcommand) {
  std::vector<fs::path> found;
  for (const auto& [by, names] : kHalfDone) {
    if (by != subcommand) continue;
    for (const std::string_view name : names) {
      std::error_code error;
      const fs::path path = place.folder / name;
      if (!name.empty() && fs::symlink_status(path, error).type() != fs::file_type::not_found)
        found.push_back(path);
    }
  }
  return found;
}

}  // namespace guard::supervisor
