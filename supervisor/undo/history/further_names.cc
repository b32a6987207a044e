// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/further_names.h"

#include <algorithm>

namespace guard::supervisor {

FurtherNames::FurtherNames(const History& history) {
  for (const UndoEntry& entry : history.entries)
    if (entry.deed == UndoDeed::kLink && !entry.link_of.empty())
      links_[entry.path].push_back(&entry);
}

std::string FurtherNames::first_name(const UndoEntry& entry) const {
  std::string path = entry.path;
  std::uint64_t number = entry.number;
  for (auto found = links_.find(path); found != links_.end(); found = links_.find(path)) {
    const auto& links = found->second;
    const auto link = std::find_if(links.rbegin(), links.rend(), [&](const UndoEntry* one) {
      return one->number < number && one->object.key == entry.object.key;
    });
    if (link == links.rend()) break;
    path = (*link)->link_of;
    number = (*link)->number;
  }
  return path;
}

}  // namespace guard::supervisor
