// SPDX-License-Identifier: Apache-2.0
#include "console/web/tcp_peer.h"

#include <arpa/inet.h>
#include <linux/kcmp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/files/unique_fd.h"
#include "base/text/text.h"

namespace guard::console {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 4096;  // more ancestors than a tree has
// The names that guard gives its own processes. A program that takes one of them is refused: no
// more.
constexpr std::array<std::string_view, 2> kSessionProcesses = {"guard-serve", "guard-reaper"};

struct Ends {
  sockaddr_in ours{};
  sockaddr_in theirs{};
};

struct SocketRow {
  uid_t owner = 0;
  std::uint64_t inode = 0;
};

std::optional<Ends> ends_of(int fd) {
  Ends ends;
  socklen_t size = sizeof(ends.ours);
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&ends.ours), &size) != 0) return std::nullopt;
  size = sizeof(ends.theirs);
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&ends.theirs), &size) != 0) return std::nullopt;
  if (ends.ours.sin_family != AF_INET || ends.theirs.sin_family != AF_INET) return std::nullopt;
  return ends;
}

// As /proc/net/tcp writes it: the address in the machine's order, then the port.
std::string row_address(const sockaddr_in& end) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%08X:%04X", end.sin_addr.s_addr, ntohs(end.sin_port));
  return text.data();
}

// The row of the socket whose own end is LOCAL. tcp6 writes IPv4 behind a prefix.
std::optional<SocketRow> row_of(const char* file, const std::string& local,
                                const std::string& remote) {
  std::ifstream table(file);
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    std::istringstream words(line);
    std::string number, own, other, state, queues, timer, again, owner, timeout, inode;
    words >> number >> own >> other >> state >> queues >> timer >> again >> owner >> timeout >>
        inode;
    if (!own.ends_with(local) || !other.ends_with(remote)) continue;
    SocketRow row;
    std::from_chars(owner.data(), owner.data() + owner.size(), row.owner);
    std::from_chars(inode.data(), inode.data() + inode.size(), row.inode);
    if (row.inode != 0) return row;  // 0: closed already, nobody has it
  }
  return std::nullopt;
}

std::optional<SocketRow> other_end(const Ends& ends) {
  const std::string local = row_address(ends.theirs);
  const std::string remote = row_address(ends.ours);
  for (const char* file : {"/proc/net/tcp", "/proc/net/tcp6"})
    if (const auto row = row_of(file, local, remote)) return row;
  return std::nullopt;
}

bool has_link_to(const fs::path& folder, const std::string& wanted) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    if (fs::read_symlink(entry->path(), gone) == wanted) return true;
  }
  return false;
}

// The entries of FOLDER that are numbers.
std::vector<pid_t> numbers_in(const fs::path& folder) {
  std::vector<pid_t> numbers;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    pid_t number = 0;
    const auto [rest, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (wrong == std::errc() && rest == name.data() + name.size()) numbers.push_back(number);
  }
  return numbers;
}

// A thread may have descriptors of its own (CLONE_FILES undone), which its process does not show.
// Where the kernel does not say, it may.
bool has_own_descriptors(pid_t pid, pid_t thread) {
  return thread != pid && ::syscall(SYS_kcmp, pid, thread, KCMP_FILES, 0UL, 0UL) != 0;
}

bool holds(pid_t pid, const std::string& wanted) {
  const fs::path process = fs::path("/proc") / std::to_string(pid);
  if (has_link_to(process / "fd", wanted)) return true;
  for (const pid_t thread : numbers_in(process / "task"))
    if (has_own_descriptors(pid, thread) &&
        has_link_to(process / "task" / std::to_string(thread) / "fd", wanted))
      return true;
  return false;
}

std::vector<pid_t> holders_of(std::uint64_t inode) {
  const std::string wanted = "socket:[" + std::to_string(inode) + "]";
  std::vector<pid_t> holders;
  for (const pid_t pid : numbers_in("/proc"))
    if (holds(pid, wanted)) holders.push_back(pid);
  return holders;
}

// Only an address of this host can be bound. If that cannot be told, the address is of this host:
// then a process must be found.
bool is_of_another_host(in_addr address) {
  const UniqueFd probe(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_in wanted{};
  wanted.sin_family = AF_INET;
  wanted.sin_addr = address;
  return ::bind(probe.get(), reinterpret_cast<const sockaddr*>(&wanted), sizeof(wanted)) != 0 &&
         errno == EADDRNOTAVAIL;
}

std::string address_text(in_addr address) {
  std::array<char, INET_ADDRSTRLEN> text{};
  return ::inet_ntop(AF_INET, &address, text.data(), text.size()) == nullptr ? "" : text.data();
}

struct ProcessRow {
  std::string name;
  pid_t parent = 0;
};

// "4711 (name, which may hold brackets) S 4700 ..."
std::optional<ProcessRow> process_row(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  const std::size_t open = line.find('(');
  const std::size_t close = line.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close + 4 > line.size())
    return std::nullopt;
  ProcessRow row{line.substr(open + 1, close - open - 1), 0};
  const auto [rest, wrong] =
      std::from_chars(line.data() + close + 4, line.data() + line.size(), row.parent);
  if (wrong != std::errc()) return std::nullopt;
  return row;
}

std::string name_of_process(pid_t pid) {
  const auto row = process_row(pid);
  return row ? safe_text(row->name) : "";
}

}  // namespace

bool hangs_from_a_session(pid_t pid) {
  for (int depth = 0; depth < kDeepest; ++depth) {
    if (pid <= 0) return false;
    const auto row = process_row(pid);
    if (!row) return true;
    for (const std::string_view name : kSessionProcesses)
      if (row->name == name) return true;
    pid = row->parent;
  }
  return true;
}

TcpPeer peer_of_tcp(int fd) {
  const auto ends = ends_of(fd);
  if (ends && is_of_another_host(ends->theirs.sin_addr))
    return {PeerPlace::kElsewhere, 0, address_text(ends->theirs.sin_addr)};
  const auto row = ends ? other_end(*ends) : std::nullopt;
  if (!row) return {};
  const auto holders = holders_of(row->inode);
  if (holders.empty()) return {};
  TcpPeer peer{PeerPlace::kOutside, holders.front(), name_of_process(holders.front())};
  if (row->owner != ::geteuid() && row->owner != 0) peer.place = PeerPlace::kForeign;
  for (const pid_t holder : holders)
    if (hangs_from_a_session(holder)) return {PeerPlace::kInside, holder, name_of_process(holder)};
  return peer;
}

}  // namespace guard::console
