// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_judging.h"

#include <unistd.h>

#include <functional>

#include "base/process/environment.h"
#include "policy/model/environment.h"
#include "supervisor/audit/redaction/secret_names.h"
#include "supervisor/collisions/collision.h"
#include "supervisor/run/session_plan.h"

namespace guard::supervisor {
namespace {

// The secrets that the policy counts as read from the start: named, for people.
void note_environment(const policy::Policy& policy, SecretReaders& readers) {
  if (policy.environment_secrets != policy::EnvironmentSecrets::kCounts) return;
  for (const std::string& entry : policy::kept_environment(policy.environment, own_environment())) {
    const std::string name = entry.substr(0, entry.find('='));
    const bool has_value = entry.size() > name.size() + 1;
    if (has_value && kind_of_name(name) != NameKind::kPlain) return readers.note_environment(name);
  }
}

KeyAgents relayed_agents(const RunOptions& options) {
  return options.policy->signatures == policy::SignatureUse::kAsk ? key_agents_of(options)
                                                                  : KeyAgents();
}

StagesParts stages_parts(const JudgingContext& context, Judging& own) {
  const RunOptions& options = context.options;
  return {.policy = options.policy,
          .paths = context.files.paths,
          .leases = context.asking.leases,
          .grants = context.asking.grants,
          .network = context.network.facts,
          .sockets = context.network.sockets,
          .on_ask = options.on_ask,
          .raising = context.raising,
          .saved = {context.stores.undo.get()},
          .environment = own_environment(),
          .is_secret = context.is_secret,
          .is_committed = context.is_committed,
          .secrets_inside = context.secrets_inside,
          .counts_tool_calls = counts_tool_calls(options),
          .page_folder = options.page_folder,
          .hints = &context.network.hints,
          .secrets_below = context.secrets_below,
          .first_start = &own.first_start,
          .registry = &context.network.registry,
          .readers = &own.readers,
          .scripts = &own.scripts,
          .others = &own.others,
          .named = std::bind_front(&NameService::describe, &context.network.names),
          .asks_guard = std::bind_front(&NameService::is_asked_by, &context.network.names),
          .relayed = relayed_agents(options),
          .shown = options.shown.get()};
}

NestedParts nested_parts(const JudgingContext& context, Judging& own) {
  const RunOptions& options = context.options;
  return {.born = context.files.born,
          .leases = context.asking.leases,
          .grants = context.asking.grants,
          .tree = context.tree,
          .sockets = context.network.sockets,
          .namer = context.files.namer(),
          .names_may_differ = context.files.names_may_differ(),
          .guard_folders = options.guard_folders,
          .home = options.home,
          .outer = options.policy,
          .environment = own_environment(),
          .raising = context.raising,
          .on_ask = options.on_ask,
          .savable = context.stores.savable(),
          .store = context.stores.undo.get(),
          .git = &context.files.git,
          .is_committed = context.is_committed,
          .hints = &context.network.hints,
          .first_start = &own.first_start,
          .registry = &context.network.registry,
          .readers = &own.readers,
          .scripts = &own.scripts,
          .others = &own.others,
          .named = std::bind_front(&NameService::describe, &context.network.names),
          .asks_guard = std::bind_front(&NameService::is_asked_by, &context.network.names),
          .guard_answers = std::bind_front(&NameService::is_on, &context.network.names),
          .relayed = relayed_agents(options)};
}

}  // namespace

Asking::Asking(const RunOptions& options) : grants(standing_grants_of(options)) {}

Judging::Judging(const JudgingContext& context)
    : first_start(context.files.classifier.roots().own_state,
                  context.files.classifier.roots().workspace),
      others(context.options.state_dir, context.stores.undo ? context.stores.undo->name() : "",
             context.options.policy->collision_ended,
             std::bind_front(counts_as_work, std::cref(context.files.paths)), &context.files.born),
      stages(stages_parts(context, *this)),
      saver(context.stores.undo.get(), context.files.born, context.files.paths,
            context.asking.leases, context.stores.redactor),
      nested(nested_parts(context, *this)) {
  note_environment(*context.options.policy, readers);
}

}  // namespace guard::supervisor
