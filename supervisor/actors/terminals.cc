// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/terminals.h"

#include <dirent.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "interceptor/process/proc_status.h"

namespace guard::supervisor {
namespace {

constexpr unsigned kFirstPtsMajor = 136;
constexpr unsigned kLastPtsMajor = 143;

bool has_terminal(pid_t pid, dev_t device) {
  const auto number = interceptor::read_terminal(pid);
  return number && static_cast<dev_t>(static_cast<unsigned>(*number)) == device;
}

// guard itself and its reaper, which leads the session of CMD's own terminal.
bool is_guards(pid_t pid) {
  if (pid == ::getpid()) return true;
  const auto status = interceptor::read_proc_status("/proc/" + std::to_string(pid));
  return status && status->parent == ::getpid();
}

// Those that guard keeps for itself: N of /dev/pts/N. Another devpts has the same numbers, whose
// terminals count as kept for a while: that is the stricter reading.
struct Kept {
  std::mutex mutex;
  std::set<int> numbers;  // under mutex
};
Kept& kept() {
  static Kept all;
  return all;
}

bool is_kept(dev_t device) {
  const int number = static_cast<int>((major(device) - kFirstPtsMajor) * 256 + minor(device));
  const std::lock_guard lock(kept().mutex);
  return kept().numbers.contains(number);
}

}  // namespace

KeptTerminal::KeptTerminal(int master) {
  if (::ioctl(master, TIOCGPTN, &number_) != 0) number_ = -1;
  if (number_ < 0) return;
  const std::lock_guard lock(kept().mutex);
  kept().numbers.insert(number_);
}

KeptTerminal::~KeptTerminal() {
  if (number_ < 0) return;
  const std::lock_guard lock(kept().mutex);
  kept().numbers.erase(number_);
}

KeptTerminal::KeptTerminal(KeptTerminal&& other) noexcept
    : number_(std::exchange(other.number_, -1)) {}

KeptTerminal& KeptTerminal::operator=(KeptTerminal&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

bool is_pseudo_terminal(dev_t device) {
  return major(device) >= kFirstPtsMajor && major(device) <= kLastPtsMajor;
}

bool is_terminal_of_tree(dev_t device, pid_t actor) {
  if (has_terminal(actor, device)) return true;
  if (is_kept(device)) return false;
  const std::unique_ptr<DIR, int (*)(DIR*)> proc(::opendir("/proc"), &::closedir);
  if (!proc) return false;
  while (const dirent* entry = ::readdir(proc.get())) {
    const auto pid = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
    if (pid > 0 && has_terminal(pid, device) && !interceptor::is_supervised(pid) && !is_guards(pid))
      return false;
  }
  return true;
}

}  // namespace guard::supervisor
