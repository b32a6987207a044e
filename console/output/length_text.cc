// SPDX-License-Identifier: Apache-2.0
#include "console/output/length_text.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace guard::console {

std::string length_text(std::chrono::milliseconds length) {
  struct Unit {
    const char* name;
    std::int64_t milliseconds;
  };
  constexpr std::array kUnits = {Unit{" d", 86'400'000}, Unit{" h", 3'600'000},
                                 Unit{" min", 60'000}, Unit{" s", 1000}};
  const std::int64_t count = length.count();
  for (std::size_t i = 0; i + 1 < kUnits.size(); ++i) {
    if (count < kUnits[i].milliseconds) continue;
    const Unit& lesser = kUnits[i + 1];
    return std::to_string(count / kUnits[i].milliseconds) + kUnits[i].name + " " +
           std::to_string(count % kUnits[i].milliseconds / lesser.milliseconds) + lesser.name;
  }
  return std::to_string(count / 1000) + "." + std::to_string(count % 1000 / 100) + " s";
}

}  // namespace guard::console
