// SPDX-License-Identifier: Apache-2.0
#include "base/process/container.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace guard {
namespace {

constexpr std::array kMarks = {".dockerenv", "run/.containerenv", "run/systemd/container"};
constexpr std::array kVariables = {"container", "KUBERNETES_SERVICE_HOST"};

bool says_something(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

bool in_container(const std::string& root) {
  const auto is_there = [&](const char* mark) {
    return ::access((root + mark).c_str(), F_OK) == 0;
  };
  return std::ranges::any_of(kMarks, is_there) || std::ranges::any_of(kVariables, says_something);
}

}  // namespace guard
