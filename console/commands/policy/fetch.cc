// SPDX-License-Identifier: Apache-2.0
// guard policy fetch: one try to get a newer policy from the machine's source. A timer of the
// machine runs it, as root.
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/text/text.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/policy/policy_files.h"
#include "supervisor/source/release_fetch.h"
#include "supervisor/source/source_places.h"

namespace guard::console {
namespace {

constexpr int kNotDone = 1;

constexpr OptionRow kFetchRows[] = {{"json", 0, nullptr, "print one JSON object"}};
constexpr OptionTable kFetchTable = {
    .command = "policy fetch",
    .summary =
        "get a newer policy from the source in /etc/guard/source.yaml; sessions that run keep "
        "theirs",
    .operands = "",
    .rows = kFetchRows,
    .max_operands = 0,
    .example = "sudo guard policy fetch",
    .statuses =
        "exit status: 0 the newest is known, 1 nothing could be taken: what held still holds"};

}  // namespace

int policy_fetch(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kFetchTable, words);
  if (!options) return options.error();
  const auto places = supervisor::source_places();
  if (!places) return complain(kNotDone, "policy fetch: " + places.error().text());
  const auto end =
      supervisor::fetch_release(*places, release_fits_here, std::chrono::system_clock::now());
  if (!end) return complain(kNotDone, "policy fetch: " + end.error().text());
  const nlohmann::ordered_json told = {
      {"outcome", name_of(end->how)}, {"release", end->number}, {"text", end->text}};
  std::cout << (options->has("json") ? printed_json(told) : safe_text(end->text)) << '\n';
  return policy_written();
}

}  // namespace guard::console
