// SPDX-License-Identifier: Apache-2.0
// guard audit: the record of what was decided, read from the state folder.
#include "console/commands/audit/audit_commands.h"
#include "console/help/subcommands.h"

namespace guard::console {
namespace {

constexpr Subcommand kSubcommands[] = {
    {"list", "the newest records", audit_list},
    {"sessions", "which sessions there are: when, what, how they ended", audit_sessions},
    {"show", "every field of one record", audit_show},
    {"export", "all records as jsonl, json, csv or ocsf", audit_export},
    {"stats", "how many there are of each kind", audit_stats},
    {"report", "one session for people: what ran, changed, was asked, can be undone", audit_report},
    {"verify", "that nothing was changed, taken out or cut off", audit_verify},
    {"sinks", "copies that are sent elsewhere: how far each is, send, verify", audit_sinks},
    {"rotate", "move old sessions to an archive of their own, and record that", audit_rotate},
    {"prune", "take old sessions out, and record that", audit_prune},
};
constexpr Alias kAliases[] = {{"log", "list"}, {"ls", "list"}};

}  // namespace

int audit_command(const Words& words) {
  return dispatch({"guard audit", "who did what", kSubcommands,
                   "guard audit list --since 2h --tier 2\n"
                   "         guard audit show fshz5bq5#12",
                   kAliases},
                  words);
}

}  // namespace guard::console
