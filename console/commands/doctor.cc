// SPDX-License-Identifier: Apache-2.0
// guard doctor: whether calls can be mediated on this machine, feature by feature, by trying.
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "console/commands/commands.h"
#include "console/option_parser.h"
#include "interceptor/kernel_features.h"

namespace guard::console {
namespace {

using interceptor::FeatureLine;

constexpr OptionRow kRows[] = {{"json", 0, nullptr, "print one JSON object"}};
constexpr OptionTable kTable = {
    "doctor", "what guard can do on this machine", "", kRows, 0, 0, false, "guard doctor --json"};

void print_json(const interceptor::KernelFeatures& features, const std::string& obstacle) {
  nlohmann::json lines = nlohmann::json::array();
  for (const FeatureLine& line : describe(features))
    lines.push_back({{"name", line.name},
                     {"present", line.present},
                     {"since", line.since},
                     {"without", line.without}});
  const nlohmann::json report = {{"kernel", features.release},
                                 {"mediated", obstacle.empty()},
                                 {"obstacle", obstacle},
                                 {"features", lines}};
  std::printf("%s\n", report.dump().c_str());
}

void print_text(const interceptor::KernelFeatures& features, const std::string& obstacle) {
  std::printf("kernel %s\n", features.release.c_str());
  for (const FeatureLine& line : describe(features)) {
    std::printf("  %-3s %s", line.present ? "yes" : "no", line.name.c_str());
    if (!line.present) std::printf(" (%s; without: %s)", line.since.c_str(), line.without.c_str());
    std::printf("\n");
  }
  if (obstacle.empty())
    std::printf("calls can be mediated\n");
  else
    std::printf("calls cannot be mediated: %s\n", obstacle.c_str());
}

}  // namespace

int doctor_command(const Words& words) {
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  const auto features = interceptor::probe_kernel();
  if (!features) {
    std::fprintf(stderr, "guard: doctor: %s\n", features.error().text().c_str());
    return 1;
  }
  const std::string obstacle = why_not_mediated(*features);
  (options->has("json") ? print_json : print_text)(*features, obstacle);
  return obstacle.empty() ? 0 : 1;
}

}  // namespace guard::console
