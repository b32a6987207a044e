// SPDX-License-Identifier: Apache-2.0
// NpmRegistry: the host that the installed npm fetches from when nobody tells it another one, read
// from npm's own definitions. npm and the agents that came by it look there whether there is a
// newer version. Read once, when first asked for, of root's files alone: a file of the tree's user
// could name any host. Any thread.
#ifndef GUARD_SUPERVISOR_NETWORK_NPM_REGISTRY_H_
#define GUARD_SUPERVISOR_NETWORK_NPM_REGISTRY_H_

#include <mutex>
#include <string>
#include <string_view>

#include "policy/vocabulary/action.h"

namespace guard::supervisor {

// "registry.example.org" of npm's DEFINITIONS; empty when they say nothing, or no https.
[[nodiscard]] std::string registry_in(std::string_view definitions);

class NpmRegistry {
 public:
  // SEARCH_PATH: folders, as in $PATH, where npm is looked for.
  explicit NpmRegistry(std::string search_path) : search_path_(std::move(search_path)) {}
  // By name and port: who is asked for leave names what it speaks to.
  [[nodiscard]] bool is_at(const policy::Destination& destination);

 private:
  std::string search_path_;
  std::once_flag once_;
  std::string host_;  // after once_
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_NPM_REGISTRY_H_
