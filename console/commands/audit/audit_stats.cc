// SPDX-License-Identifier: Apache-2.0
// guard audit stats: how many records there are of each kind.
#include <array>

#include "console/audit/audit_options.h"
#include "console/audit/audit_view.h"
#include "console/commands/audit/audit_commands.h"
#include "console/output/printed_json.h"

namespace guard::console {
namespace {

constexpr auto kStatsRows = with_filters(std::array{kJsonRow, kUtcRow});

constexpr OptionTable kStatsTable = {
    .command = "audit stats",
    .summary = "how many records there are of each kind",
    .operands = "",
    .rows = kStatsRows,
    .max_operands = 0,
    .example = "guard audit stats --since 7d",
};

}  // namespace

int audit_stats(const Words& words) {
  auto request = prepare(kStatsTable, words, 0);
  if (!request) return request.error();
  LongWork work("audit stats", "records");
  request->reader->watch(work.watch());
  const auto stats = request->reader->stats(request->filter);
  if (!stats) return finish(kStatsTable, forward(stats.error()), work);
  return finish(kStatsTable,
                print(request->options.has("json")
                          ? printed_json(stats_json(*stats), 2) + "\n"
                          : stats_text(*stats, ShownTimes(request->options.has("utc")))));
}

}  // namespace guard::console
