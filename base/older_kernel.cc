// SPDX-License-Identifier: Apache-2.0
#include "base/older_kernel.h"

#ifdef GUARD_WEAKEN
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

namespace guard {
namespace {

struct Version {
  int major = 0;
  int minor = 0;
  auto operator<=>(const Version&) const = default;
};

struct PartRow {
  KernelPart part;
  std::string_view name;
  Version since;
};

constexpr std::array<PartRow, 16> kParts = {{
    {KernelPart::kUnshare, "unshare", {2, 6}},
    {KernelPart::kPidfdGetfd, "pidfd_getfd", {5, 6}},
    {KernelPart::kAddFd, "add_fd", {5, 9}},
    {KernelPart::kAddFdSend, "add_fd_send", {5, 14}},
    {KernelPart::kWaitKillable, "wait_killable", {5, 19}},
    {KernelPart::kLandlock, "landlock", {5, 13}},
    {KernelPart::kLandlockRoots, "landlock_roots", {6, 2}},
    {KernelPart::kPeerPidfd, "peer_pidfd", {6, 5}},
    {KernelPart::kSyncWakeUp, "sync_wake_up", {6, 6}},
    {KernelPart::kFchmodat2, "fchmodat2", {6, 6}},
    {KernelPart::kPidfdThread, "pidfd_thread", {6, 9}},
    {KernelPart::kPidfs, "pidfs", {6, 9}},
    {KernelPart::kLandlockScopes, "landlock_scopes", {6, 12}},
    {KernelPart::kPidfdInfo, "pidfd_info", {6, 13}},
    {KernelPart::kSetxattrat, "setxattrat", {6, 13}},
    {KernelPart::kFileSetattr, "file_setattr", {6, 17}},
}};

// The ABI of Landlock that each kernel brought.
constexpr std::array<std::pair<Version, int>, 6> kLandlockAbis = {
    {{{6, 12}, 6}, {{6, 10}, 5}, {{6, 7}, 4}, {{6, 2}, 3}, {{5, 19}, 2}, {{5, 13}, 1}}};
constexpr int kBeforeScopes = 5;
constexpr int kBeforeRoots = 2;

[[noreturn]] void give_up(std::string_view word) {
  std::fprintf(stderr, "guard: GUARD_TEST_KERNEL: what is '%.*s'?\n", static_cast<int>(word.size()),
               word.data());
  std::_Exit(2);
}

struct Pretence {
  std::optional<Version> version;
  std::array<bool, kParts.size()> missing{};
};

void read_version(Pretence& pretence, std::string_view word) {
  Version version;
  const char* const end = word.data() + word.size();
  const auto major = std::from_chars(word.data(), end, version.major);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') give_up(word);
  const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
  if (minor.ec != std::errc() || minor.ptr != end) give_up(word);
  pretence.version = version;
}

void read_word(Pretence& pretence, std::string_view word) {
  if (word.empty()) return;
  if (!word.starts_with('-')) return read_version(pretence, word);
  const auto row = std::ranges::find(kParts, word.substr(1), &PartRow::name);
  if (row == kParts.end()) give_up(word);
  pretence.missing.at(static_cast<std::size_t>(row - kParts.begin())) = true;
}

Pretence read_pretence() {
  Pretence pretence;
  std::string_view rest = pretended_kernel();
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    read_word(pretence, rest.substr(0, comma));
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  }
  return pretence;
}

const Pretence& pretence() {
  static const Pretence read = read_pretence();
  return read;
}

}  // namespace

const char* pretended_kernel() {
  static const char* const value = std::getenv("GUARD_TEST_KERNEL");
  return value == nullptr ? "" : value;
}

bool kernel_lacks(KernelPart part) {
  const auto row = std::ranges::find(kParts, part, &PartRow::part);
  const auto& version = pretence().version;
  return pretence().missing.at(static_cast<std::size_t>(row - kParts.begin())) ||
         (version && *version < row->since);
}

int pretended_landlock_abi(int abi) {
  if (kernel_lacks(KernelPart::kLandlock)) return 0;
  if (kernel_lacks(KernelPart::kLandlockScopes)) abi = std::min(abi, kBeforeScopes);
  if (kernel_lacks(KernelPart::kLandlockRoots)) abi = std::min(abi, kBeforeRoots);
  if (!pretence().version) return abi;
  for (const auto& [since, newest] : kLandlockAbis) {
    if (since <= *pretence().version) return std::min(abi, newest);
  }
  return 0;
}

}  // namespace guard
#endif
