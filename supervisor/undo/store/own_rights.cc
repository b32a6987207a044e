// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/own_rights.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace guard::supervisor {
namespace {

bool is_in_group(gid_t wanted) {
  if (::getegid() == wanted) return true;
  const int count = ::getgroups(0, nullptr);
  if (count <= 0) return false;
  std::vector<gid_t> groups(static_cast<std::size_t>(count));
  const int read = ::getgroups(count, groups.data());
  return read > 0 &&
         std::find(groups.begin(), groups.begin() + read, wanted) != groups.begin() + read;
}

constexpr std::string_view kCapabilities = "security.capability";

bool has_capabilities(const ObjectRecord& record) {
  return std::any_of(record.attributes.begin(), record.attributes.end(),
                     [](const auto& attribute) { return attribute.first == kCapabilities; });
}

Result<void> has_only_own(const ObjectRecord& record) {
  if (has_capabilities(record)) return fail(Code::kRefused, "only root gives file capabilities");
  if ((record.mode & S_ISGID) != 0 && !record.is_folder() && !is_in_group(record.gid))
    return fail(Code::kRefused, "set-group-ID of a group that you are not in");
  return {};
}

}  // namespace

Result<void> can_be_made_again(const ObjectRecord& record) {
  if (::geteuid() == 0) return {};
  if (record.uid != ::geteuid()) return fail(Code::kRefused, "it belongs to another user");
  if (!is_in_group(record.gid))
    return fail(Code::kRefused, "it belongs to a group that you are not in");
  return has_only_own(record);
}

Result<void> can_be_written_back(const ObjectRecord& record) {
  if (::geteuid() == 0) return {};
  if ((record.mode & (S_ISUID | S_ISGID)) != 0 && record.uid != ::geteuid())
    return fail(Code::kRefused, "another's file that is set-user-ID or set-group-ID");
  return has_only_own(record);
}

Result<void> can_be_changed_back(const ObjectRecord& record, bool owner_changes) {
  if (::geteuid() == 0) return {};
  if (owner_changes && !is_in_group(record.gid))
    return fail(Code::kRefused, "it belongs to a group that you are not in");
  if (owner_changes) return has_only_own(record);
  const bool loses_group = (record.mode & S_ISGID) != 0 && !is_in_group(record.gid);
  if (loses_group) return fail(Code::kRefused, "set-group-ID of a group that you are not in");
  return {};
}

}  // namespace guard::supervisor
