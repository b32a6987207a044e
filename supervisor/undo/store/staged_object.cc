// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/staged_object.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "supervisor/undo/store/content.h"

namespace guard::supervisor {
namespace {

constexpr int kMostTries = 100;
constexpr unsigned kMountMask = STATX_BASIC_STATS | STATX_MNT_ID;

Result<std::string> name_of_its_own() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number))
    return fail_errno("getrandom");
  char name[40];
  std::snprintf(name, sizeof name, ".guard-undo-%016llx", static_cast<unsigned long long>(number));
  return std::string(name);
}

}  // namespace

StagedObject::StagedObject(StagedObject&& other) noexcept
    : place_(other.place_),
      note_(std::move(other.note_)),
      name_(std::exchange(other.name_, {})),
      original_(std::move(other.original_)),
      unnamed_(std::move(other.unnamed_)),
      is_further_name_(other.is_further_name_) {}

StagedObject::~StagedObject() {
  if (name_.empty()) return;
  const int folder = place_->folder.get();
  if (::unlinkat(folder, name_.c_str(), 0) != 0) ::unlinkat(folder, name_.c_str(), AT_REMOVEDIR);
}

Result<std::string> StagedObject::noted_name() const {
  auto name = name_of_its_own();
  if (!name) return name;
  const std::string folder = folder_of(place_->path);
  if (auto noted = note_((folder == "/" ? "" : folder) + "/" + *name); !noted)
    return forward(noted.error());
  return name;
}

template <class Make>
Result<void> StagedObject::make_named(const Make& make) {
  for (int tries = 0; tries < kMostTries; ++tries) {
    auto name = place_->is_taken() ? noted_name() : Result<std::string>(place_->name);
    if (!name) return forward(name.error());
    if (make(place_->folder.get(), name->c_str())) {
      name_ = std::move(*name);
      return {};
    }
    if (errno != EEXIST || !place_->is_taken()) return fail_errno("bring back");
  }
  return fail_with(EEXIST, "bring back");
}

Result<StagedObject> StagedObject::copy(const HeldPlace& place, NoteStaged note, int content) {
  StagedObject staged(place, std::move(note));
  staged.unnamed_.reset(::openat(place.folder.get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  UniqueFd named;
  if (!staged.unnamed_.valid()) {
    auto made = staged.make_named([&](int folder, const char* name) {
      named.reset(::openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
      return named.valid();
    });
    if (!made) return forward(made.error());
  }
  const int file = named.valid() ? named.get() : staged.unnamed_.get();
  if (auto copied = copy_content(content, file, {}); !copied) return forward(copied.error());
  return staged;
}

Result<StagedObject> StagedObject::node(const HeldPlace& place, NoteStaged note,
                                        const ObjectRecord& record) {
  StagedObject staged(place, std::move(note));
  auto made = staged.make_named([&](int folder, const char* name) {
    if (record.is_folder()) return ::mkdirat(folder, name, 0700) == 0;
    if (S_ISLNK(record.mode)) return ::symlinkat(record.link_text.c_str(), folder, name) == 0;
    return ::mknodat(folder, name, (record.mode & S_IFMT) | 0600U, record.number) == 0;
  });
  if (!made) return forward(made.error());
  return staged;
}

Result<StagedObject> StagedObject::further_name(const HeldPlace& place, NoteStaged note,
                                                int object) {
  StagedObject staged(place, std::move(note));
  const std::string path = held_path(object);
  auto made = staged.make_named([&](int folder, const char* name) {
    return ::linkat(AT_FDCWD, path.c_str(), folder, name, AT_SYMLINK_FOLLOW) == 0;
  });
  if (!made) return forward(made.error());
  staged.is_further_name_ = true;
  return staged;
}

StagedObject StagedObject::original(const HeldPlace& place, std::string original) {
  StagedObject staged(place, {});
  staged.original_ = std::move(original);
  return staged;
}

Result<void> StagedObject::settle(bool replace) {
  const int folder = place_->folder.get();
  const char* const name = place_->name.c_str();
  if (unnamed_.valid()) {
    const std::string path = held_path(unnamed_.get());
    if (!replace) {
      if (::linkat(AT_FDCWD, path.c_str(), folder, name, AT_SYMLINK_FOLLOW) == 0) return {};
      return fail_errno("bring back");
    }
    // Only a name replaces a name.
    auto named = make_named([&](int in, const char* own) {
      return ::linkat(AT_FDCWD, path.c_str(), in, own, AT_SYMLINK_FOLLOW) == 0;
    });
    if (!named) return named;
  }
  if (name_ == place_->name) return name_.clear(), Result<void>();
  const int from = original_.empty() ? folder : AT_FDCWD;
  const std::string& path = original_.empty() ? name_ : original_;
  if (::syscall(SYS_renameat2, from, path.c_str(), folder, name, replace ? 0 : RENAME_NOREPLACE) !=
      0)
    return fail_errno("bring back");
  name_.clear();
  return {};
}

bool on_one_mount(const std::string& path, int folder) {
  struct statx file {};
  struct statx other {};
  return ::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, kMountMask, &file) == 0 &&
         ::statx(folder, "", AT_EMPTY_PATH, kMountMask, &other) == 0 &&
         file.stx_dev_major == other.stx_dev_major && file.stx_dev_minor == other.stx_dev_minor &&
         file.stx_mnt_id == other.stx_mnt_id;
}

}  // namespace guard::supervisor
