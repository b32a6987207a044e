// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_facts.h"

#include "supervisor/judge/held_name.h"
#include "supervisor/names/resolver_options.h"
#include "supervisor/run/session_plan.h"

namespace guard::supervisor {

NamePlan name_plan_of(const policy::Policy& policy) {
  if (policy.network_names) {
    return *policy.network_names == policy::NameUse::kFake ? NamePlan::kAlways : NamePlan::kNever;
  }
  if (policy::needs_names(policy)) return NamePlan::kAlways;
  return ndots_of("/etc/resolv.conf") > 1 ? NamePlan::kNever : NamePlan::kWhereItCan;
}

FileFacts::FileFacts(const RunOptions& options, const SessionStores& stores)
    : classifier(path_roots_of(options)),
      build_folders(classifier),
      git(classifier),
      names(tracees),
      paths(classifier, born, build_folders, namer(), names_may_differ(), stores.savable(), &git) {
  paths.note_start();
}

Namer FileFacts::namer() const {
  return [this](int fd) { return held_name_of(names, fd); };
}

std::function<bool()> FileFacts::names_may_differ() const {
  return [this] { return tracees.realms_expected(); };
}

}  // namespace guard::supervisor
