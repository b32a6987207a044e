// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_head.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kIdLength = 40;
constexpr std::size_t kMostOfRef = size_limit("git.ref");
constexpr std::size_t kMostOfPackedRefs = size_limit("git.packed_refs");

UniqueFd open_plain(int folder, const char* name, std::uint64_t flags) {
  struct open_how how {};
  how.flags = flags | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;
  return UniqueFd(static_cast<int>(::syscall(SYS_openat2, folder, name, &how, sizeof how)));
}

// Empty: there is no such file. nullopt: there is, and what it says is not known.
std::optional<std::string> read_file(int folder, const char* name, std::size_t most) {
  std::string text;
  const UniqueFd file = open_plain(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  struct stat status {};
  if (!file.valid() && (errno == ENOENT || errno == ENOTDIR)) return text;
  if (!file.valid() || ::fstat(file.get(), &status) != 0) return std::nullopt;
  if (S_ISDIR(status.st_mode)) return text;  // of branches below that name
  if (!S_ISREG(status.st_mode) || status.st_size < 0) return std::nullopt;
  if (static_cast<std::size_t>(status.st_size) > most) return std::nullopt;
  text.resize(static_cast<std::size_t>(status.st_size));
  std::size_t have = 0;
  while (have < text.size()) {
    const auto got =
        ::pread(file.get(), text.data() + have, text.size() - have, static_cast<off_t>(have));
    if (got <= 0) return std::nullopt;
    have += static_cast<std::size_t>(got);
  }
  return text;
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

// "<id> refs/heads/main", one a line; "^<id>" and "#" lines belong to tags and to the head.
std::optional<std::string> packed_ref(int repository, std::string_view name) {
  const auto text = read_file(repository, "packed-refs", kMostOfPackedRefs);
  if (!text) return std::nullopt;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = first_line(rest);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool fits = line.size() == kIdLength + 1 + name.size() && line.ends_with(name) &&
                      line[kIdLength] == ' ';
    if (fits && is_commit_id(line.substr(0, kIdLength)))
      return std::string(line.substr(0, kIdLength));
  }
  return std::nullopt;
}

}  // namespace

bool is_commit_id(std::string_view text) {
  return text.size() == kIdLength && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

UniqueFd open_plain_folder(int folder, const char* name) {
  return open_plain(folder, name, O_RDONLY | O_DIRECTORY);
}

std::optional<std::string> commit_of_ref(int repository, const std::string& name) {
  const auto own = read_file(repository, name.c_str(), kMostOfRef);
  if (!own) return std::nullopt;  // it may name another commit than an older packed one
  if (is_commit_id(first_line(*own))) return std::string(first_line(*own));
  return own->empty() ? packed_ref(repository, name) : std::nullopt;
}

// "OLD NEW WHO TIME\tWHY", a line for each move.
std::optional<std::string> commit_in_log(int folder, const std::string& name, std::size_t moves) {
  const auto log = read_file(folder, name.c_str(), kMostOfPackedRefs);
  if (!log) return std::nullopt;
  std::string_view rest = *log;
  if (rest.ends_with('\n')) rest.remove_suffix(1);
  for (std::size_t left = moves; left > 0 && !rest.empty(); --left) {
    const std::size_t end = rest.rfind('\n');
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
  }
  const std::size_t begin = rest.rfind('\n');
  const std::string_view line = begin == std::string_view::npos ? rest : rest.substr(begin + 1);
  if (line.size() < 2 * kIdLength + 2 || line[kIdLength] != ' ') return std::nullopt;
  const std::string_view id = line.substr(kIdLength + 1, kIdLength);
  return is_commit_id(id) ? std::optional(std::string(id)) : std::nullopt;
}

bool has_no_ref(int repository, const std::string& name) {
  const auto own = read_file(repository, name.c_str(), kMostOfRef);
  const auto packed = read_file(repository, "packed-refs", kMostOfPackedRefs);
  // Refs of another kind (reftable) are in a folder of their own.
  const bool readable = !open_plain_folder(repository, "reftable").valid();
  return readable && own && own->empty() && packed &&
         packed->find(" " + name + "\n") == std::string::npos;
}

std::optional<std::string> head_commit(int repository) {
  constexpr std::string_view kRef = "ref: ";
  const auto text = read_file(repository, "HEAD", kMostOfRef);
  if (!text) return std::nullopt;
  const std::string_view head = first_line(*text);
  if (is_commit_id(head)) return std::string(head);
  if (!head.starts_with("ref: refs/")) return std::nullopt;
  return commit_of_ref(repository, std::string(head.substr(kRef.size())));
}

}  // namespace guard::supervisor
