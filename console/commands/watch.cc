// SPDX-License-Identifier: Apache-2.0
// guard watch: all sessions of this user on a full screen.
#include <unistd.h>

#include <array>

#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/session/session_choice.h"
#include "console/watch/watch_loop.h"

namespace guard::console {
namespace {

constexpr std::array<OptionRow, 3> kWatchRows = {
    {{"until-answered", 0, nullptr, "leave once no question waits any more"},
     kSessionRow,
     kStateDirRow}};

constexpr OptionTable kWatchTable = {
    .command = "watch",
    .summary = "see what sessions do, answer their questions, take grants back (full screen)",
    .operands = "",
    .rows = kWatchRows,
    .max_operands = 0,
    .example = "guard watch --session fshz5bq5",
};

}  // namespace

int watch_command(const Words& words) {
  const auto options = parse_or_explain(kWatchTable, words);
  if (!options) return options.error();
  // Sessions may come that make it.
  if (auto sound = check_named_folder(options->get("state-dir")); !sound)
    return complain(kUnreachable, "--state-dir: " + sound.error().text());
  const auto locations = known_locations(options->get("state-dir"));
  if (!locations) return complain(kUnreachable, locations.error().text());
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0)
    return complain(kNotDone, "guard watch needs a terminal; guard pending lists what waits");
  const std::string session = options->get("session");
  const auto watched = run_watch(
      [&locations, &session] {
        // A session that is named may not have begun yet.
        return sockets_of(*locations, session).value_or(std::vector<SessionSocket>{});
      },
      options->has("until-answered") ? WatchEnd::kUntilAnswered : WatchEnd::kByPerson);
  return watched ? kDone : complain(kNotDone, watched.error().text());
}

}  // namespace guard::console
