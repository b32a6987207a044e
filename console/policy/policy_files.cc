// SPDX-License-Identifier: Apache-2.0
#include "console/policy/policy_files.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "console/policy/source_lines.h"
#include "console/policy/trusted_files.h"
#include "policy/load/yaml_loader.h"
#include "supervisor/source/held_layer.h"

namespace guard::console {
namespace {

using policy::PolicyFile;
using Found = Result<std::optional<PolicyFile>>;

constexpr std::size_t kMaxBytes = 1 << 20;  // what the loader takes
constexpr const char* kProjectFile = ".guard.yaml";

Result<std::string> read_all(int fd, const std::string& path) {
  std::string text;
  std::array<char, 16384> part{};
  while (text.size() <= kMaxBytes) {
    const ssize_t got = ::read(fd, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno("cannot read " + path);
    if (got == 0) return text;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return fail(Code::kInvalid, path + ":1:1: larger than 1 MiB");
}

Result<struct stat> status_of(int fd, const std::string& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return fail_errno("cannot read " + path);
  // A FIFO or a device would be waited on, or never end.
  if (!S_ISREG(status.st_mode)) return fail(Code::kInvalid, path + ": is not a file");
  return status;
}

enum class Writers { kAnybody, kOwner, kRoot };

// Whether the group has nobody else in it, as where each user has one of the own name: files of
// such users are often open to it.
bool is_private_group(const struct stat& status) {
  const struct passwd* user = ::getpwuid(status.st_uid);
  if (user == nullptr || user->pw_gid != status.st_gid) return false;
  const std::string name = user->pw_name;
  const struct group* group = ::getgrgid(status.st_gid);
  if (group == nullptr || group->gr_name != name) return false;
  char** member = group->gr_mem;
  while (*member != nullptr && *member == name) ++member;
  return *member == nullptr;
}

// The rights of the group are then the most that somebody in the list has (acl(5)).
bool has_access_list(const std::string& path) {
  return ::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
}

std::string octal_mode(const struct stat& status) {
  std::array<char, 8> text{};
  constexpr unsigned kRights = 07777;
  std::snprintf(text.data(), text.size(), "%04o", static_cast<unsigned>(status.st_mode) & kRights);
  return text.data();
}

// Why nobody should trust the file or folder PATH; "" for a sound one.
std::string objection_to(const struct stat& status, const std::string& path, Writers writers) {
  const bool by_group = (status.st_mode & S_IWGRP) != 0;
  const bool by_others = (status.st_mode & S_IWOTH) != 0;
  const std::string mode = " (mode " + octal_mode(status) + ")";
  const std::string owner = status.st_uid == 0 ? "root" : "user " + std::to_string(status.st_uid);
  if (writers == Writers::kRoot && (status.st_uid != 0 || by_group || by_others)) {
    const std::string to_root = status.st_uid == 0 ? "" : command_text({"chown", "root", path});
    const std::string closed = by_group || by_others ? command_text({"chmod", "go-w", path}) : "";
    return "must belong to root and be writable by nobody else; it belongs to " + owner + mode +
           ": " + to_root + (to_root.empty() || closed.empty() ? "" : "; ") + closed;
  }
  if (writers != Writers::kOwner) return "";
  const uid_t self = ::geteuid();
  const std::string change = ", and so change what guard holds: ";
  if (self != 0 && status.st_uid != self && status.st_uid != 0)
    return owner + ", who owns it" + mode + ", may write it" + change +
           command_text({"chown", std::to_string(self), path}) + " as root, or move it away";
  const bool is_shared = by_group && (!is_private_group(status) || has_access_list(path));
  if (by_others || is_shared)
    return "others may write it" + mode + change + command_text({"chmod", "go-w", path});
  return "";
}

// Whoever may write a folder may put a policy there, or another in the place of one, whatever the
// mode of that file. One that is not there is sound.
Result<void> check_folder(const std::string& path, Writers writers) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  const std::string objection = objection_to(status, path, writers);
  return objection.empty() ? Result<void>()
                           : fail(Code::kRefused, safe_text(path) + ": " + objection);
}

bool is_link(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_symlink(path, none);
}

// Nothing when there is no such file. A faulty line is shown: a project's author may have made a
// link to somebody's secrets of its file, so that one is read by no link.
Found read_file(const std::string& path, policy::FileTrust trust, Writers writers) {
  const int links = trust == policy::FileTrust::kTrusted ? 0 : O_NOFOLLOW;
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | links));
  if (!fd.valid() && errno == ENOENT) {
    // Somebody has put a policy there: without it, less would hold than they believe.
    if (is_link(path))
      return fail(Code::kRefused, path + ": is a link to a file that is not there");
    return std::nullopt;
  }
  if (!fd.valid() && errno == ELOOP && links != 0)
    return fail(Code::kRefused, path + ": is a link, and a project's file must not be one");
  if (!fd.valid()) return fail_errno("cannot read " + path);
  const auto status = status_of(fd.get(), path);
  if (!status) return forward(status.error());
  const std::string objection = objection_to(*status, path, writers);
  if (!objection.empty()) return fail(Code::kRefused, path + ": " + objection);
  auto text = read_all(fd.get(), path);
  if (!text) return forward(text.error());
  return PolicyFile{path, std::move(*text), trust};
}

Result<void> add_found(std::vector<PolicyFile>& files, Found found) {
  if (!found) return forward(found.error());
  if (*found) files.push_back(std::move(**found));
  return {};
}

// The nearest folder at or above this one that holds a .git; empty when none does.
std::filesystem::path git_top_level(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (auto at = folder; !at.empty(); at = at.parent_path()) {
    if (std::filesystem::exists(at / ".git", ignored)) return at;
    if (at == at.root_path()) break;
  }
  return {};
}

Result<void> add_project_file(std::vector<PolicyFile>& files, const std::filesystem::path& folder,
                              const TrustedFiles* trusted) {
  auto found = read_project_file(folder / kProjectFile);
  if (!found) return forward(found.error());
  if (!*found) return {};
  PolicyFile& file = **found;
  // `--policy .guard.yaml`: the user chose that very file.
  std::error_code none;
  const bool is_chosen = std::ranges::any_of(files, [&](const PolicyFile& other) {
    return std::filesystem::equivalent(other.name, file.name, none);
  });
  if (is_chosen) return {};
  const Trust trust = trusted == nullptr ? Trust::kNever : trusted->trust_of(file.name, file.text);
  file.trust =
      trust == Trust::kTrusted ? policy::FileTrust::kTrusted : policy::FileTrust::kMayOnlyTighten;
  file.was_trusted = trust != Trust::kNever;
  files.push_back(std::move(file));
  return {};
}

Result<void> add_project_files(std::vector<PolicyFile>& files, const PolicyRequest& request) {
  if (request.start_folder.empty()) return {};
  const bool looks = !request.ignore_trust && !request.config_folder.empty();
  std::optional<TrustedFiles> trusted;
  if (looks) {
    auto read = TrustedFiles::read(request.config_folder);
    if (!read) return forward(read.error());
    trusted = std::move(*read);
  }
  const TrustedFiles* known = trusted ? &*trusted : nullptr;
  const std::filesystem::path start(request.start_folder);
  const auto top = git_top_level(start);
  if (!top.empty() && top != start) {
    if (auto added = add_project_file(files, top, known); !added) return added;
  }
  return add_project_file(files, start, known);
}

Result<void> add_named_file(std::vector<PolicyFile>& files, const std::string& path,
                            bool only_profiles = false, Writers writers = Writers::kAnybody) {
  auto found = read_file(path, policy::FileTrust::kTrusted, writers);
  if (found && !*found) return fail_with(ENOENT, "cannot read " + path);
  if (found) (*found)->only_profiles = only_profiles;
  return add_found(files, std::move(found));
}

bool is_file(const std::string& profile) {
  return profile.find('/') != std::string::npos;
}

// The user's own, in the order of their names.
Result<void> add_profiles(std::vector<PolicyFile>& files, const std::string& folder) {
  if (auto sound = check_folder(folder, Writers::kOwner); !sound) return sound;
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().extension() == ".yaml") paths.push_back(at->path().string());
  }
  if (error && error.value() != ENOENT) return fail_with(error.value(), "cannot read " + folder);
  std::ranges::sort(paths);
  for (const std::string& path : paths) {
    // A shell makes the file before guard prints what shall get into it.
    if (std::filesystem::file_size(path, error) == 0) continue;
    if (auto added = add_named_file(files, path, true, Writers::kOwner); !added) return added;
  }
  return {};
}

Result<void> add_systems_file(std::vector<PolicyFile>& files, const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (auto sound = check_folder(folder, Writers::kRoot); !sound) return sound;
  return add_found(files, read_file(path, policy::FileTrust::kTrusted, Writers::kRoot));
}

struct ReadFiles {
  std::vector<PolicyFile> files = {};
  std::optional<policy::Release> release = {};
  std::string release_note = {};
};

// Above the machine's own file, whose locks hold it.
Result<void> add_release(ReadFiles& read, const PolicyRequest& request) {
  if (!request.source && request.system_file.empty()) return {};
  const auto places = request.source ? Result<supervisor::SourcePlaces>(*request.source)
                                     : supervisor::source_places();
  if (!places) return forward(places.error());
  auto layer = supervisor::held_layer(*places, std::chrono::system_clock::now());
  if (!layer) return forward(layer.error());
  read.release_note = std::move(layer->note);
  if (layer->file) read.release = std::move(layer->release);
  return add_found(read.files, std::move(layer->file));
}

Result<void> add_users_files(std::vector<PolicyFile>& files, const std::string& folder) {
  if (folder.empty()) return {};
  if (auto sound = check_folder(folder, Writers::kOwner); !sound) return sound;
  if (auto added = add_profiles(files, folder + "/profiles"); !added) return added;
  return add_found(
      files, read_file(folder + "/policy.yaml", policy::FileTrust::kTrusted, Writers::kOwner));
}

Result<ReadFiles> read_with_note(const PolicyRequest& request) {
  if (request.given) return ReadFiles{.files = *request.given};
  ReadFiles read;
  std::vector<PolicyFile>& files = read.files;
  auto added = add_systems_file(files, request.system_file);
  if (added) added = add_release(read, request);
  if (added && !request.policy_option.empty()) {
    added = add_named_file(files, request.policy_option);
  } else if (added) {
    added = add_users_files(files, request.config_folder);
  }
  // --policy also replaces the list of trusted files. The project's file then only tightens, and
  // its denials are never dropped without a word.
  PolicyRequest of_project = request;
  of_project.ignore_trust |= !request.policy_option.empty();
  if (added) added = add_project_files(files, of_project);
  if (added && is_file(request.profile)) added = add_named_file(files, request.profile, true);
  if (!added) return forward(added.error());
  return read;
}

}  // namespace

Result<std::vector<PolicyFile>> read_policy_files(const PolicyRequest& request) {
  auto read = read_with_note(request);
  if (!read) return forward(read.error());
  return std::move(read->files);
}

Result<void> release_fits_here(const PolicyFile& release) {
  std::vector<PolicyFile> files;
  if (auto added = add_systems_file(files, PolicyRequest().system_file); !added) return added;
  files.push_back(release);
  const auto loaded = policy::load_policy(files);
  return loaded ? Result<void>() : forward(loaded.error());
}

Result<void> choose_profile_for(const PolicyRequest& request,
                                const std::vector<std::string>& command, bool is_of_project,
                                policy::Policy& policy) {
  // A file was read last: its last one is meant.
  const std::string wanted =
      is_file(request.profile) ? policy.profiles.back().name : request.profile;
  const auto allowed = policy.network_allow;
  auto chosen = policy::choose_profile(policy, wanted, command);
  if (!chosen) return fail(chosen.error().code, "--profile: " + chosen.error().context);
  if (!is_of_project || !wanted.empty() || !policy.profile) return {};
  // The rest only draws the line between the agent and its commands.
  policy.profile->state.clear();
  policy.profile->secrets.clear();
  policy.profile->helpers.clear();
  policy.network_allow = allowed;
  return {};
}

Result<std::vector<PolicyFile>> read_project_files(const PolicyRequest& request) {
  std::vector<PolicyFile> files;
  if (auto added = add_project_files(files, request); !added) return forward(added.error());
  return files;
}

Result<std::optional<PolicyFile>> read_project_file(const std::string& path) {
  return read_file(path, policy::FileTrust::kMayOnlyTighten, Writers::kAnybody);
}

Result<policy::Policy> load_policy_files(const PolicyRequest& request) {
  const auto read = read_with_note(request);
  if (!read) return forward(read.error());
  const std::vector<PolicyFile>* const files = &read->files;
  auto policy = policy::load_policy(*files);
  if (!policy) return forward(with_source_lines(policy.error(), *files));
  policy->release = read->release;
  policy->release_note = read->release_note;
  for (std::string& name : policy->files) {
    if (std::ranges::find(*files, name, &PolicyFile::name) != files->end())
      name = absolute_name(name);
  }
  policy::settle_listen_use(*policy);
  return policy;
}

std::string absolute_name(const std::string& name) {
  std::error_code error;
  const auto path = std::filesystem::absolute(name, error);
  if (error) return name;
  // `..` behind a link leads elsewhere than its text says.
  const bool leads_up = std::ranges::find(path, std::filesystem::path("..")) != path.end();
  return leads_up ? path.string() : path.lexically_normal().string();
}

}  // namespace guard::console
