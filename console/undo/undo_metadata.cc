// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_metadata.h"

#include <grp.h>
#include <pwd.h>

#include <array>
#include <cstdio>
#include <map>

#include "base/text/text.h"

namespace guard::console {
namespace {

using supervisor::ObjectRecord;

std::string mode_text(std::uint32_t mode) {
  std::array<char, 8> text{};
  (void)std::snprintf(text.data(), text.size(), "%04o", mode & 07777U);
  return text.data();
}

std::string user_text(std::uint32_t uid) {
  const passwd* const entry = ::getpwuid(uid);
  return entry == nullptr ? std::to_string(uid) : safe_text(entry->pw_name);
}

std::string group_text(std::uint32_t gid) {
  const group* const entry = ::getgrgid(gid);
  return entry == nullptr ? std::to_string(gid) : safe_text(entry->gr_name);
}

void add_attributes(const ObjectRecord& now, const ObjectRecord& after,
                    std::vector<std::string>& changes) {
  const std::map<std::string, std::string> here(now.attributes.begin(), now.attributes.end());
  const std::map<std::string, std::string> then(after.attributes.begin(), after.attributes.end());
  for (const auto& [name, value] : here) {
    const auto found = then.find(name);
    if (found == then.end()) {
      changes.push_back("attribute " + safe_text(name) + " goes");
    } else if (found->second != value) {
      changes.push_back("attribute " + safe_text(name) + " as it was");
    }
  }
  for (const auto& [name, value] : then)
    if (!here.contains(name)) changes.push_back("attribute " + safe_text(name) + " comes back");
}

}  // namespace

std::vector<std::string> metadata_changes(const ObjectRecord& now, const ObjectRecord& after) {
  std::vector<std::string> changes;
  if ((now.mode & 07777U) != (after.mode & 07777U))
    changes.push_back("mode " + mode_text(now.mode) + " -> " + mode_text(after.mode));
  if (now.uid != after.uid)
    changes.push_back("owner " + user_text(now.uid) + " -> " + user_text(after.uid));
  if (now.gid != after.gid)
    changes.push_back("group " + group_text(now.gid) + " -> " + group_text(after.gid));
  add_attributes(now, after, changes);
  return changes;
}

}  // namespace guard::console
