// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/known_programs.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/files/fd_name.h"
#include "base/files/own_descriptor.h"
#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "policy/command/interpreters.h"
#include "policy/command/loader_run.h"
#include "policy/shell/nested_text.h"
#include "supervisor/facts/build_id.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostPrograms = size_limit("copies.programs");
constexpr auto kMostCompared = static_cast<off_t>(size_limit("copies.compared"));
constexpr std::size_t kMostRemembered = 256;

constexpr auto kFolders = std::to_array<const char*>(
    {"/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/bin", "/sbin",
     "/usr/lib/git-core", "/usr/libexec/git-core", "/usr/libexec", "/lib64", "/lib", "/snap/bin"});
constexpr auto kPlaces =
    std::to_array<std::string_view>({"/usr/", "/bin/", "/sbin/", "/lib/", "/lib32/", "/lib64/",
                                     "/libx32/", "/opt/", "/snap/", "/nix/store/", "/gnu/store/"});

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

bool same_time(const timespec& left, const timespec& right) {
  return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

UniqueFd open_to_read(const char* path, int folder = AT_FDCWD) {
  return UniqueFd(::openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

UniqueFd readable_of(int fd) {
  const DescriptorPath path = path_of_descriptor(fd);
  return open_to_read(path.name.data(), path.folder);
}

std::optional<struct stat> status_of(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return status;
}

bool runs_scripts(std::string_view program) {
  return policy::is_shell(program) || policy::is_interpreter(program);
}

// `sh`, `bash -x`, `sh -s a`: no text and no file among the words.
bool reads_its_input(const Words& argv) {
  const auto is_option = [](const std::string& word) {
    const bool is_long = word.starts_with("--");
    return word.starts_with('-') && (is_long || word.find_first_of("ce") == std::string::npos);
  };
  return std::ranges::find(argv, "-s") != argv.end() ||
         std::all_of(argv.begin() + 1, argv.end(), is_option);
}

// /bin is /usr/bin on most machines.
std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&::free)> real(::realpath(path.c_str(), nullptr), &::free);
  return real == nullptr ? std::string() : std::string(real.get());
}

// True: LEFT says more than RIGHT, both names of one program. Its own name goes before a link's, a
// shorter one before a longer.
bool says_more(const std::string& left, const std::string& right) {
  const auto rank = [](const std::string& path) {
    const bool own = base_name(real_path(path)) == base_name(path);
    return std::pair(!own, base_name(path).size());
  };
  return rank(left) < rank(right);
}

std::int64_t ns_of(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// Nothing: it cannot be read.
std::optional<bool> same_bytes(int left, int right, off_t size) {
  std::vector<char> one(1 << 16);
  std::vector<char> other(one.size());
  for (off_t at = 0; at < size;) {
    const ssize_t n = ::pread(left, one.data(), one.size(), at);
    if (n <= 0) return std::nullopt;
    const auto length = static_cast<std::size_t>(n);
    for (std::size_t got = 0; got < length;) {
      const ssize_t m =
          ::pread(right, other.data() + got, length - got, at + static_cast<off_t>(got));
      if (m <= 0) return std::nullopt;
      got += static_cast<std::size_t>(m);
    }
    if (!std::equal(one.begin(), one.begin() + n, other.begin())) return false;
    at += n;
  }
  return true;
}

}  // namespace

std::vector<std::string> program_folders() {
  return {kFolders.begin(), kFolders.end()};
}

bool is_program_place(std::string_view path) {
  return std::ranges::any_of(kPlaces,
                             [&](std::string_view place) { return path.starts_with(place); });
}

std::string link_name_of(const std::string& path, std::string_view image) {
  const std::size_t slash = path.rfind('/');
  if (!path.starts_with('/') || slash + 1 >= path.size()) return {};
  if (std::string_view(path).substr(slash + 1) == base_name(image)) return {};
  struct stat folder {
  }, link{};
  const bool is_roots = ::stat(path.substr(0, slash + 1).c_str(), &folder) == 0 &&
                        folder.st_uid == 0 && (folder.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  if (!is_roots) return {};
  if (::lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode) || link.st_uid != 0) return {};
  return path.substr(slash + 1);
}

UniqueFd open_program_in(int folder, const std::string& word) {
  return UniqueFd(::openat(folder, word.c_str(), O_PATH | O_CLOEXEC));
}

void KnownPrograms::look_through(const std::string& folder, std::vector<std::string>& paths,
                                 bool& complete) const {
  const std::unique_ptr<DIR, CloseFolder> opened(::opendir(folder.c_str()));
  while (const dirent* entry = opened == nullptr ? nullptr : ::readdir(opened.get())) {
    const std::string_view name = entry->d_name;
    const bool known = specs_.find(name) != nullptr || name.starts_with("git-");
    if (entry->d_type == DT_DIR || !known) continue;
    if (paths.size() >= kMostPrograms) {
      complete = false;
      return;
    }
    paths.push_back(folder + "/" + std::string(name));
  }
}

std::vector<timespec> KnownPrograms::changes() const {
  std::vector<timespec> changed;
  for (const auto& folder : folders_) {
    struct stat status {};
    changed.push_back(::stat(folder.c_str(), &status) == 0 ? status.st_mtim : timespec{});
  }
  return changed;
}

KnownPrograms::Index KnownPrograms::look_through() const {
  Index index;
  index.changed = changes();
  std::vector<std::string> folders;
  for (const auto& folder : folders_) {
    const std::string real = real_path(folder);
    if (!real.empty() && std::ranges::find(folders, real) == folders.end()) folders.push_back(real);
  }
  std::vector<std::string> paths;
  for (const auto& folder : folders) look_through(folder, paths, index.complete);
  for (const auto& path : paths) {
    // Nobody copied a program that the user may not read.
    const UniqueFd fd = open_to_read(path.c_str());
    const auto status = fd.valid() ? status_of(fd.get()) : std::nullopt;
    if (!status || status->st_size == 0) continue;
    const auto id = build_id_of(fd.get());
    if (!id || id->empty()) {
      index.by_size.emplace(status->st_size, path);
    } else if (const auto [known, is_new] = index.by_id.emplace(*id, path);
               !is_new && says_more(path, known->second)) {
      known->second = path;
    }
  }
  return index;
}

void KnownPrograms::refresh() const {
  const auto now = changes();
  if (std::ranges::equal(now, index_.changed, same_time)) return;
  same_.clear();
  index_ = look_through();
}

KnownPrograms::Found KnownPrograms::find_by_content(int fd, const struct stat& status) const {
  const Content content{{status.st_dev, status.st_ino}, {ns_of(status.st_ctim), status.st_size}};
  if (const auto known = same_.find(content); known != same_.end()) return {known->second};
  Found found;
  const auto [first, last] = index_.by_size.equal_range(status.st_size);
  for (auto it = first; it != last; ++it) {
    const UniqueFd other = open_to_read(it->second.c_str());
    if (!other.valid()) continue;
    const auto same = status.st_size > kMostCompared ? std::optional(true)
                                                     : same_bytes(fd, other.get(), status.st_size);
    if (!same) found.unread = true;
    if (same.value_or(false) && (found.path.empty() || says_more(it->second, found.path)))
      found.path = it->second;
  }
  if (found.path.empty()) return found;
  if (same_.size() >= kMostRemembered) same_.clear();
  same_[content] = found.path;
  return {found.path};
}

// `#!/bin/rm`: what its first line makes of a script. For shells and interpreters the script itself
// says more, and a wrapper starts what is judged then.
bool KnownPrograms::acts_on_scripts(std::string_view interpreter) const {
  const policy::CommandSpec* spec = specs_.find(interpreter);
  return spec != nullptr && !spec->wrapper.is_wrapper && !policy::is_shell(interpreter) &&
         !policy::is_interpreter(interpreter);
}

// Empty: what lies in its place is no copy, or of nothing that a spec knows.
std::string KnownPrograms::name_of(policy::Action& action, int fd, bool trusted) const {
  if (trusted && is_program_place(name_of_fd(fd))) return {};
  Found found = find(fd);
  action.image_unread = action.image_unread || found.unread;
  return std::move(found.path);
}

// The command line with its first word settled; empty: that one is what it is called.
std::vector<std::string> KnownPrograms::settled_first(policy::Action& action,
                                                      const Start& start) const {
  std::vector<std::string> argv = action.argv;
  if (argv.empty()) argv.emplace_back();
  const auto called = [&argv](std::string name) {
    argv.front() = std::move(name);
    return argv;
  };
  if (std::string name = name_of(action, start.file, start.trusted); !name.empty())
    return called(std::move(name));
  if (start.interpreter < 0) {
    std::string path = name_of_fd(start.file);
    return policy::is_loader(base_name(path)) ? called(std::move(path)) : Words();
  }
  argv = start.interpreted_argv;
  if (std::string name = name_of(action, start.interpreter, true); !name.empty())
    return called(std::move(name));
  std::string path = name_of_fd(start.interpreter);
  return acts_on_scripts(base_name(path)) ? called(std::move(path)) : Words();
}

void KnownPrograms::settle(policy::Action& action, const Start& start) const {
  settle_copies(action, start);
  if (!named_.empty() && action.known_argv.empty() && !action.argv.empty())
    action.known_argv = as_named(action, start);
}

// By the file itself: another one may lie there than at the last start.
std::string KnownPrograms::named(int fd) const {
  const auto status = fd < 0 ? std::nullopt : status_of(fd);
  if (!status) return {};
  const auto found = std::ranges::find_if(named_, [&](const std::string& path) {
    struct stat other {};
    return ::stat(path.c_str(), &other) == 0 && other.st_dev == status->st_dev &&
           other.st_ino == status->st_ino;
  });
  return found == named_.end() ? std::string() : *found;
}

// A hard link of a program that a rule names by its path, or that program as the script of a shell
// or an interpreter: the line that calls it so. Empty: none, or the words say so already
// (`sh bin/deploy`). The first word that is a file is the script.
Words KnownPrograms::as_named(const policy::Action& action, const Start& start) const {
  const Words& argv = action.argv;
  const auto called = [&](std::string name, std::size_t rest) {
    Words words = {std::move(name)};
    words.insert(words.end(), argv.begin() + static_cast<std::ptrdiff_t>(rest), argv.end());
    return words;
  };
  if (std::string name = named(start.file); !name.empty())
    return name == action.exe ? Words() : called(std::move(name), 1);
  if (!runs_scripts(base_name(action.exe))) return {};
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const UniqueFd file = argv[i].starts_with('-') ? UniqueFd() : start.open_program(argv[i]);
    if (!file.valid() || !status_of(file.get())) continue;
    std::string name = named(file.get());
    const fs::path word = fs::path(action.cwd) / argv[i];
    const bool says_so = word.lexically_normal().string() == name;
    return name.empty() || says_so ? Words() : called(std::move(name), i + 1);
  }
  if (!start.open_input || !reads_its_input(argv)) return {};
  std::string name = named(start.open_input().get());
  return name.empty() ? Words() : called(std::move(name), argv.size());
}

void KnownPrograms::settle_copies(policy::Action& action, const Start& start) const {
  Words first = settled_first(action, start);
  const bool adds = !first.empty();
  if (!adds && start.inner == policy::InnerPrograms::kBehindLoader) return;
  const Words& argv = adds ? first : action.argv;
  Words known =
      policy::with_known_programs(argv, specs_, start.inner, [&](const std::string& word) {
        const UniqueFd fd = start.open_program(word);
        if (!fd.valid() || !status_of(fd.get())) return std::string();
        return name_of(action, fd.get(), true);
      });
  // The loader itself adds nothing.
  const bool loader = start.interpreter < 0 && policy::is_loader(base_name(name_of_fd(start.file)));
  if (known != argv || (adds && !loader)) action.known_argv = std::move(known);
}

KnownPrograms::Found KnownPrograms::find(int fd) const {
  const UniqueFd image = readable_of(fd);
  const auto status = image.valid() ? status_of(image.get()) : std::nullopt;
  if (!status) return {{}, true};
  const auto id = build_id_of(image.get());
  if (!id) return {{}, true};
  const std::lock_guard lock(mutex_);
  refresh();
  Found found;
  if (id->empty()) {
    found = find_by_content(image.get(), *status);
  } else if (const auto known = index_.by_id.find(*id); known != index_.by_id.end()) {
    found.path = known->second;
  }
  found.unread = found.path.empty() && (found.unread || !index_.complete);
  return found;
}

}  // namespace guard::supervisor
