// SPDX-License-Identifier: Apache-2.0
// The parts of a session that know facts: FileFacts of files and the names they have for callers,
// NetworkKnowledge of addresses and sockets. They judge nothing. Any thread; each member has a lock
// of its own where it needs one.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_FACTS_H_
#define GUARD_SUPERVISOR_RUN_SESSION_FACTS_H_

#include <functional>

#include "interceptor/tracee/outside_paths.h"
#include "interceptor/tracee/tracee.h"
#include "policy/model/policy.h"
#include "policy/paths/path_class.h"
#include "supervisor/facts/born_set.h"
#include "supervisor/facts/build_folders.h"
#include "supervisor/facts/git_facts.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/names/name_service.h"
#include "supervisor/network/name_hints.h"
#include "supervisor/network/network_facts.h"
#include "supervisor/network/npm_registry.h"
#include "supervisor/network/socket_memory.h"
#include "supervisor/run/options.h"
#include "supervisor/run/stores.h"

namespace guard::supervisor {

// `paths` comes last, because it refers to all members above it. `names` refers to `tracees`, and
// `build_folders` to `classifier`.
struct FileFacts {
  // Reads the file system: folders, git, mounts. CMD must not run yet.
  FileFacts(const RunOptions& options, const SessionStores& stores);
  FileFacts(const FileFacts&) = delete;
  FileFacts& operator=(const FileFacts&) = delete;

  // Both refer to this object.
  [[nodiscard]] Namer namer() const;
  [[nodiscard]] std::function<bool()> names_may_differ() const;

  BornSet born;
  policy::PathClassifier classifier;
  BuildFolders build_folders;
  GitFacts git;  // as it was before the command
  interceptor::TraceeTable tracees;
  interceptor::OutsidePaths names;
  PathFacts paths;
};

// The choice of POLICY for lookups that ACTOR makes.
[[nodiscard]] NameChoice name_choice_of(const policy::Policy& policy, const policy::Actor& actor);

// `facts` refers to `names`.
struct NetworkKnowledge {
  // SEARCH_PATH: $PATH of the session. Reads resolv.conf.
  NetworkKnowledge(const policy::Policy& policy, std::string search_path);
  NetworkKnowledge(const NetworkKnowledge&) = delete;
  NetworkKnowledge& operator=(const NetworkKnowledge&) = delete;

  NameService names;
  NetworkFacts facts;
  NameHints hints;
  NpmRegistry registry;
  SocketMemory sockets;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_FACTS_H_
