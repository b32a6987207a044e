// SPDX-License-Identifier: Apache-2.0
// guard policy status: which policy of the machine's source holds.
#include <chrono>
#include <iostream>

#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/policy/release_status.h"
#include "supervisor/source/source_places.h"

namespace guard::console {
namespace {

constexpr int kNotWell = 1;

constexpr OptionRow kStatusRows[] = {{"json", 0, nullptr, "print one JSON object"}};
constexpr OptionTable kStatusTable = {
    .command = "policy status",
    .summary = "which policy of this machine's source holds, and how the last try to get one went",
    .operands = "",
    .rows = kStatusRows,
    .max_operands = 0,
    .example = "guard policy status --json",
    .statuses = "exit status: 0 a release holds, and nothing is wrong with it; 1 else"};

}  // namespace

int policy_status(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kStatusTable, words);
  if (!options) return options.error();
  const auto places = supervisor::source_places();
  if (!places) return complain(kNotWell, "policy status: " + places.error().text());
  const auto status = release_status(*places, std::chrono::system_clock::now());
  if (!status) return complain(kNotWell, "policy status: " + status.error().text());
  std::cout << (options->has("json") ? printed_json(status_json(*status), 2) + "\n"
                                     : status_text(*status));
  const int written = policy_written();
  return written != 0 || is_well(*status) ? written : kNotWell;
}

}  // namespace guard::console
