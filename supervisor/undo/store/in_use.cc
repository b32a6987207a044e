// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/in_use.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/files/patient_open.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// proc_locks(5): "1: LEASE  ACTIVE    READ  1234 08:01:5678 0 EOF". A number of 0 is somebody's in
// another namespace.
std::string leasing_process(const struct stat& file) {
  char place[64];
  std::snprintf(place, sizeof place, "%02x:%02x:%llu", ::major(file.st_dev), ::minor(file.st_dev),
                static_cast<unsigned long long>(file.st_ino));
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number, kind, state, access, process, where;
    words >> number >> kind >> state >> access >> process >> where;
    if (kind == "LEASE" && where == place && is_number(process) && process != "0") return process;
  }
  return {};
}

std::string running_process(const struct stat& file) {
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string process = at->path().filename().string();
    struct stat running {};
    if (is_number(process) && ::stat((at->path().string() + "/exe").c_str(), &running) == 0 &&
        running.st_dev == file.st_dev && running.st_ino == file.st_ino)
      return process;
  }
  return {};
}

}  // namespace

std::chrono::milliseconds Patience::next() const {
  constexpr std::chrono::milliseconds kForOne(300);
  return std::clamp(left_, std::chrono::milliseconds::zero(), kForOne);
}

// Not by asking again and again: a guard that holds reads of the file by a lease takes it anew as
// soon as nobody waits.
UniqueFd open_in_use(int held, int flags, Patience& patience) {
  UniqueFd file(::open(held_path(held).c_str(), flags | O_NONBLOCK));
  if (file.valid() || errno != EWOULDBLOCK || patience.next().count() == 0) return file;
  const auto began = std::chrono::steady_clock::now();
  file = open_patiently(held, flags, patience.next());
  const int error = errno;
  patience.spend(
      std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began));
  errno = error;
  return file;
}

bool says_in_use(int error) {
  return error == EWOULDBLOCK || error == ETXTBSY;
}

std::string who_uses(int held, int error) {
  struct stat file {};
  const bool known = ::fstat(held, &file) == 0;
  const bool runs = error == ETXTBSY;
  const std::string process = !known ? "" : runs ? running_process(file) : leasing_process(file);
  return (process.empty() ? "somebody" : "process " + process) +
         (runs ? " runs it" : " has a lease of it");
}

}  // namespace guard::supervisor
