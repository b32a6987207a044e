// SPDX-License-Identifier: Apache-2.0
#include "base/process/container.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace guard {
namespace {

constexpr std::array kMarks = {".dockerenv", "run/.containerenv", "run/systemd/container"};
constexpr std::array kVariables = {"container", "KUBERNETES_SERVICE_HOST"};

// The namespaces that the kernel makes itself when it starts, by their fixed numbers
// (include/linux/proc_ns.h, PROC_PID_INIT_INO and kin).
struct FirstNamespace {
  const char* link;
  const char* name;
};
constexpr std::array kFirst = {FirstNamespace{"proc/self/ns/pid", "pid:[4026531836]"},
                               FirstNamespace{"proc/self/ns/uts", "uts:[4026531838]"},
                               FirstNamespace{"proc/self/ns/ipc", "ipc:[4026531839]"},
                               FirstNamespace{"proc/self/ns/user", "user:[4026531837]"}};

// A machine that was made from the image of a container keeps its marks, and is none. A place that
// cannot be read counts as a container's.
bool is_the_machine(const std::string& root) {
  return std::ranges::all_of(kFirst, [&](const FirstNamespace& first) {
    std::error_code error;
    return std::filesystem::read_symlink(root + first.link, error) == first.name;
  });
}

bool says_something(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

bool in_container(const std::string& root) {
  const auto is_there = [&](const char* mark) {
    return ::access((root + mark).c_str(), F_OK) == 0;
  };
  return (std::ranges::any_of(kMarks, is_there) && !is_the_machine(root)) ||
         std::ranges::any_of(kVariables, says_something);
}

}  // namespace guard
