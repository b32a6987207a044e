// SPDX-License-Identifier: Apache-2.0
// PathFacts: a held object -> policy::Object. The facts describe the object behind the descriptor,
// by the name the kernel gives it, never the spelling that led to it. On the hot path: one statx
// and one readlink each. A fact that cannot be told is the worst case (outside, precious), never an
// error. Immutable once the session has begun; any thread. The references must outlive it.
#ifndef GUARD_SUPERVISOR_FACTS_PATH_FACTS_H_
#define GUARD_SUPERVISOR_FACTS_PATH_FACTS_H_

#include <sys/stat.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/paths/path_class.h"
#include "policy/vocabulary/action.h"
#include "supervisor/facts/born_set.h"
#include "supervisor/facts/build_folders.h"
#include "supervisor/facts/git_facts.h"

namespace guard::supervisor {

// The name of an object outside. A name that means nothing there (in a mount namespace of the tree)
// comes with the class that counts instead of the name's.
struct HeldName {
  std::string path;
  std::optional<policy::PathClass> known_class;
};
using Namer = std::function<HeldName(int fd)>;
// True when the undo store will take so much: what is precious is then saved.
using Savable = std::function<bool(std::uint64_t bytes)>;
// A file of before that the session changed, as undo keeps it.
struct FileOfBefore {
  std::string path;
  std::string content;  // the file that holds it; empty: it is not kept, or something else happened
  BirthId id;
};
// All of those at PATHS. Nothing: it cannot be told.
using FilesOfBefore =
    std::function<std::optional<std::vector<FileOfBefore>>(const std::set<std::string>& paths)>;

class PathFacts {
 public:
  PathFacts(const policy::PathClassifier& classifier, const BornSet& born,
            const BuildFolders& build_folders, Savable savable = {}, const GitFacts* git = nullptr);
  // With a namer that knows of mounts of the tree; `names_may_differ`: true once there are some.
  // SAVABLE: empty when nothing is saved. GIT: null when it has no say.
  PathFacts(const policy::PathClassifier& classifier, const BornSet& born,
            const BuildFolders& build_folders, Namer namer, std::function<bool()> names_may_differ,
            Savable savable, const GitFacts* git = nullptr)
      : classifier_(classifier),
        born_(born),
        build_folders_(build_folders),
        namer_(std::move(namer)),
        names_may_differ_(std::move(names_may_differ)),
        savable_(std::move(savable)),
        git_(git) {}

  // The object that FD holds (O_PATH will do; a link itself when it was opened with O_NOFOLLOW).
  [[nodiscard]] policy::Object describe_held(int fd) const;
  // The same when its name is known from somewhere else.
  [[nodiscard]] policy::Object describe_held(int fd, HeldName name) const;
  // A name under a held folder where nothing is yet.
  [[nodiscard]] policy::Object describe_missing(int parent_fd, std::string_view name) const;

  // From a status that was read with kStatusMask.
  [[nodiscard]] policy::Object describe(const struct statx& status, HeldName name) const;
  [[nodiscard]] HeldName name_of(int fd) const { return namer_(fd); }
  // True when a folder may hold mounts whose names mean nothing outside.
  [[nodiscard]] bool names_may_differ() const { return names_may_differ_(); }
  [[nodiscard]] const policy::PathClassifier& classifier() const { return classifier_; }

  // Where a build would put it, whatever it is.
  [[nodiscard]] bool is_build_place(std::string_view path) const {
    return build_folders_.holds(path);
  }
  // The name of the build folder that it lies in, for people.
  [[nodiscard]] std::string_view build_folder_name(std::string_view path) const {
    return build_folders_.name_of(path);
  }
  // The session begins: what is made from now on did not exist before it. Not while others use it.
  void note_start();
  // An object was made since then, by whomever; never where the file system tells no birth.
  [[nodiscard]] bool is_newer(const BirthId& id) const { return id.born_ns > started_ns_; }
  // An object of before that the tree gave a name, or took one of several: wherever its names lie
  // from now on, it is not what a build can make again.
  void note_of_before(const BirthId& id) const {
    if (!born_.contains(id)) of_before_.add(id);
  }
  // Something of before was moved into a folder that the tree made: from then on such a folder may
  // carry things that are not the session's own.
  void note_carried() const { carries_ = true; }
  [[nodiscard]] bool may_carry() const { return carries_; }
  [[nodiscard]] ReplacedNames& replaced() const { return replaced_; }
  // Whether it is of this session, and in the place of one of before: that one undo gives back.
  [[nodiscard]] bool stands_for_one_of_before(const policy::Object& object) const {
    return object.recoverability == policy::Recoverability::kBorn && replaced_.holds(object.path);
  }
  // Also where the object that FD holds cannot be told.
  [[nodiscard]] bool may_be_born(int fd) const {
    const auto id = birth_id_held(fd);
    return !id || born_.contains(*id);
  }

  // `saved`, where the undo store would take it, else `precious`.
  [[nodiscard]] policy::Recoverability recoverability_of_before(
      const policy::Object& object) const {
    const bool saved = savable_ && object.path.starts_with('/') && savable_(object.bytes);
    return saved ? policy::Recoverability::kSaved : policy::Recoverability::kPrecious;
  }
  // The content that is lost if it goes may be in git: settle_clean() reads the file that FD holds
  // to find out, and must not be called on the mediator without need.
  [[nodiscard]] bool may_be_clean(const policy::Object& object) const {
    return git_ != nullptr && object.recoverability == policy::Recoverability::kPrecious &&
           git_->may_have(object);
  }
  void settle_clean(int fd, policy::Object& object) const {
    if (may_be_clean(object) && git_->has(fd, object.path))
      object.recoverability = policy::Recoverability::kClean;
  }
  // Older history may have been packed into it, whoever made it.
  [[nodiscard]] bool keeps_history(std::string_view path) const {
    return git_ != nullptr && git_->keeps(path);
  }
  // By its name alone, canonical.
  [[nodiscard]] policy::PathClass class_of(const std::string& path, policy::ObjectType type) const;
  // Folders that count as the workspace: its own, and the work trees that git added beside it.
  [[nodiscard]] std::vector<std::string> workspaces() const;
  // Null: git has no say.
  [[nodiscard]] const GitFacts* git() const { return git_; }
  [[nodiscard]] bool saves() const { return static_cast<bool>(savable_); }
  // To be set before CMD runs.
  void tell_files_of_before(FilesOfBefore files) { files_of_before_ = std::move(files); }
  // Reads a journal: on a worker.
  [[nodiscard]] std::optional<std::vector<FileOfBefore>> files_of_before(
      const std::set<std::string>& paths) const {
    return files_of_before_ ? files_of_before_(paths) : std::nullopt;
  }

  static constexpr unsigned kStatusMask =
      kBirthMask | STATX_TYPE | STATX_MODE | STATX_SIZE | STATX_NLINK;

 private:
  [[nodiscard]] bool is_only_there(const struct statx& status) const;
  [[nodiscard]] std::vector<std::string> added_worktrees() const;

  const policy::PathClassifier& classifier_;
  const BornSet& born_;
  const BuildFolders& build_folders_;
  Namer namer_;
  std::function<bool()> names_may_differ_;
  Savable savable_;
  FilesOfBefore files_of_before_;
  const GitFacts* git_ = nullptr;
  mutable BornSet of_before_;
  mutable ReplacedNames replaced_;
  mutable std::atomic<bool> carries_ = false;
  std::int64_t started_ns_ = std::numeric_limits<std::int64_t>::max();  // since 1970
};

// Nobody but root can change what FD holds, and it lies in a folder of the system's.
[[nodiscard]] bool is_roots_alone(const PathFacts& paths, int fd);
// Where the kernel itself answers: nothing there is kept or lost.
[[nodiscard]] bool is_kernels_own(std::string_view path);
[[nodiscard]] policy::ObjectType type_of_mode(unsigned mode);
// null, zero, full, random, urandom; /dev/tty, /dev/console, /dev/ptmx.
[[nodiscard]] bool is_harmless_device(unsigned major, unsigned minor);

// The installed git, and not what it starts.
[[nodiscard]] bool is_git_itself(const policy::Actor& actor);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_PATH_FACTS_H_
