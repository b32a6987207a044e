// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/local_check.h"

#include <unistd.h>

#include <utility>

#include "supervisor/facts/git_hosts.h"
#include "supervisor/facts/rules_here.h"
#include "supervisor/rights/raising.h"

namespace guard::supervisor {

LocalCheck::LocalCheck(policy::Policy policy, policy::PathRoots roots, std::string cwd,
                       std::string search_path, Remembered remembered)
    : policy_(std::make_shared<const policy::Policy>(std::move(policy))),
      classifier_(std::move(roots)),
      build_folders_(classifier_),
      git_(classifier_),
      // As `guard run` would have it: with undo, up to the policy's limits.
      paths_(
          classifier_, born_, build_folders_,
          [this](std::uint64_t bytes) { return bytes <= policy_->undo_max_file; }, &git_),
      assessor_(policy_),
      known_(assessor_.specs(), program_folders(),
             programs_named_by(policy_->rules, classifier_.roots())),
      evaluator_(policy_, {classifier_.roots().workspace, classifier_.roots().home},
                 rules_here(policy_->rules, classifier_.roots()),
                 [this](const policy::Action& exec, const policy::CommandLine& line) {
                   return git_hosts_of(exec, line, classifier_.roots().home);
                 }),
      context_{assessor_,
               evaluator_,
               paths_,
               {},
               std::move(cwd),
               std::move(search_path),
               raising_of(*policy_),
               {},
               std::move(remembered),
               &known_} {}

}  // namespace guard::supervisor
