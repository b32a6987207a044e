// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approvers.h"

#include <pwd.h>

#include "base/text.h"
#include "supervisor/api/socket_access.h"

namespace guard::supervisor {

std::vector<uid_t> approver_ids(const policy::Policy& policy) {
  std::vector<uid_t> ids;
  for (const std::string& name : policy.approvers) {
    if (const passwd* entry = ::getpwnam(name.c_str())) ids.push_back(entry->pw_uid);
  }
  return ids;
}

std::vector<std::string> let_approvers_in(const policy::Policy& policy, const std::string& socket) {
  std::vector<std::string> lines;
  for (const std::string& name : policy.approvers) {
    const passwd* entry = ::getpwnam(name.c_str());
    const std::string who = "approver " + safe_text(name);
    if (entry == nullptr) {
      lines.push_back(who + ": no such user");
    } else if (const std::string folder = folder_closed_to(entry->pw_uid, socket);
               !folder.empty()) {
      lines.push_back(who + " cannot enter " + safe_text(folder) +
                      ": name a socket in a folder open to them with --socket");
    }
  }
  if (auto let = let_users_in(socket, approver_ids(policy)); !let)
    lines.push_back("approvers cannot connect: " + let.error().text());
  return lines;
}

}  // namespace guard::supervisor
