// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_facts.h"

#include "supervisor/judge/held_name.h"
#include "supervisor/names/resolver_options.h"
#include "supervisor/run/session_plan.h"

namespace guard::supervisor {

NameChoice name_choice_of(const policy::Policy& policy, const policy::Actor& actor) {
  using policy::NameUse;
  const auto said = policy::name_use_of(policy, actor);
  if (said == NameUse::kOff) return {NamePlan::kNever, NameUse::kOff};
  const bool always = said || policy::needs_names(policy);
  return {always ? NamePlan::kAlways : NamePlan::kWhereItCan, said.value_or(NameUse::kFake)};
}

NetworkKnowledge::NetworkKnowledge(const policy::Policy& policy, std::string search_path)
    : names([&policy](const policy::Actor& actor) { return name_choice_of(policy, actor); },
            resolver_options_of("/etc/resolv.conf")),
      facts(policy, [this](const policy::Actor& actor) { return names.is_on(actor); }),
      registry(std::move(search_path)) {}

namespace {

// By whose names people know what is theirs.
std::vector<std::string> places_of(const policy::PathRoots& roots) {
  std::vector<std::string> places = roots.workspace;
  if (!roots.home.empty()) places.push_back(roots.home);
  return places;
}

}  // namespace

FileFacts::FileFacts(const RunOptions& options, const SessionStores& stores)
    : classifier(path_roots_of(options)),
      build_folders(classifier),
      git(classifier),
      names(tracees, places_of(classifier.roots())),
      paths(classifier, born, build_folders, namer(), names_may_differ(), stores.savable(), &git) {
  paths.tell_files_of_before(stores.files_of_before(options.state_dir));
  paths.note_start();
}

Namer FileFacts::namer() const {
  return [this](int fd) { return held_name_of(names, fd); };
}

std::function<bool()> FileFacts::names_may_differ() const {
  return [this] { return tracees.realms_expected(); };
}

}  // namespace guard::supervisor
