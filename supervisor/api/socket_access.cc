// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/socket_access.h"

#include <linux/posix_acl.h>
#include <linux/posix_acl_xattr.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <algorithm>
#include <cstring>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr std::uint16_t kMayConnect = ACL_READ | ACL_WRITE;

constexpr const char* kList = "system.posix_acl_access";

bool has_list(const std::string& path) {
  return ::lgetxattr(path.c_str(), kList, nullptr, 0) > 0;
}

posix_acl_xattr_entry entry(std::uint16_t tag, std::uint16_t may, std::uint32_t id) {
  return {tag, may, id};  // little-endian, as this machine is (x86-64, aarch64)
}

}  // namespace

Result<void> let_users_in(const std::string& socket_path, const std::vector<uid_t>& users) {
  if (users.empty() && !has_list(socket_path)) return {};
  std::vector<uid_t> sorted = users;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  const auto nobody = static_cast<std::uint32_t>(ACL_UNDEFINED_ID);
  std::vector<posix_acl_xattr_entry> list = {entry(ACL_USER_OBJ, kMayConnect, nobody)};
  for (const uid_t user : sorted) list.push_back(entry(ACL_USER, kMayConnect, user));
  list.push_back(entry(ACL_GROUP_OBJ, 0, nobody));
  list.push_back(entry(ACL_MASK, kMayConnect, nobody));
  list.push_back(entry(ACL_OTHER, 0, nobody));
  const posix_acl_xattr_header header{POSIX_ACL_XATTR_VERSION};
  const std::size_t size = list.size() * sizeof(list[0]);
  std::vector<char> bytes(sizeof(header) + size);
  std::memcpy(bytes.data(), &header, sizeof(header));
  std::memcpy(bytes.data() + sizeof(header), list.data(), size);
  if (::lsetxattr(socket_path.c_str(), kList, bytes.data(), bytes.size(), 0) != 0)
    return fail_errno("access list of " + safe_text(socket_path));
  return {};
}

std::string folder_closed_to(uid_t user, const std::string& socket_path) {
  if (user == 0) return {};
  for (std::size_t slash = socket_path.find('/', 1); slash != std::string::npos;
       slash = socket_path.find('/', slash + 1)) {
    const std::string folder = socket_path.substr(0, slash);
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) return folder;
    const bool owner = status.st_uid == user && (status.st_mode & S_IXUSR) != 0;
    if (!owner && (status.st_mode & (S_IXGRP | S_IXOTH)) == 0) return folder;
  }
  return {};
}

}  // namespace guard::supervisor
