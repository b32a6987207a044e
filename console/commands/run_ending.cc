// SPDX-License-Identifier: Apache-2.0
#include "console/commands/run_ending.h"

#include <utility>

#include "console/places/locations.h"
#include "console/review/screen/review_ending.h"
#include "console/review/secret_paths.h"
#include "console/run/try_run.h"
#include "console/undo/discarding.h"

namespace guard::console {
namespace {

CiDiscard discarded(const supervisor::RunOptions& options, DiscardTelling telling) {
  SessionDiscard done = discard_session(options.state_dir, options.session_id, telling);
  return {std::move(done.why_not), std::move(done.undo),  done.given_back.total(), done.left,
          std::move(done.whys),    done.given_back.text()};
}

}  // namespace

bool has_failed(const Ending& ending) {
  return ending.text.empty() && (ending.status != 0 || ending.signal != 0);
}

Ending end_with(const supervisor::RunOptions& options, const CiPlan& at_the_end, Ending ending,
                const WithChanges& changes, std::uint64_t before) {
  CiRun run{options.state_dir,
            options.session_id,
            options.workspace,
            home_folder(),
            options.policy,
            before,
            {}};
  const auto telling = at_the_end.sums_up() ? DiscardTelling::kLater : DiscardTelling::kNow;
  if (changes.discards_on_fail && has_failed(ending)) run.discard = discarded(options, telling);
  Ending told = at_the_end.write(std::move(ending), run);
  if (changes.tries && !told.nothing_ran)
    tell_of_try(options.state_dir, options.session_id, before);
  if (changes.discards_on_fail && !run.discard && has_failed(told))
    (void)discarded(options, DiscardTelling::kNow);
  else if (changes.reviews && !(changes.discards_on_fail && has_failed(told)))
    review_at_end(
        {options.state_dir, options.session_id, secret_paths(*options.policy, options.workspace)});
  return told;
}

}  // namespace guard::console
