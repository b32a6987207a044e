// SPDX-License-Identifier: Apache-2.0
#include "console/review/review_patch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text/safe_output.h"
#include "base/text/text.h"
#include "console/review/item_contents.h"
#include "console/review/patch_folders.h"
#include "console/review/patch_lines.h"
#include "console/review/system_program.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::console {
namespace {

using supervisor::ObjectRecord;

constexpr char kGit[] = "/usr/bin/git";

// As git knows modes.
std::string git_mode(const ObjectRecord& record) {
  if (S_ISLNK(record.mode)) return "120000";
  return (record.mode & S_IXUSR) != 0 ? "100755" : "100644";
}

bool is_for_git(const ObjectRecord& record) {
  return record.is_file() || S_ISLNK(record.mode);
}

class Patch {
  enum class Turn { kGoing, kMoving, kComing };

 public:
  Patch(const Review& review, PatchFolders& folders) : review_(review), folders_(folders) {}

  Result<void> lay() {
    for (const ReviewItem& item : review_.items) {
      const bool is_apart = item.kind == ReviewKind::kMade || item.kind == ReviewKind::kMoved;
      if (!item.now.empty()) told_.emplace(item.now, item.is_folder && is_apart);
    }
    // To git a part that is no rename is about what the parts before it left there: what goes
    // leaves room for what is moved there, and that for what is new. Backwards it takes them from
    // the end.
    for (const Turn turn : {Turn::kGoing, Turn::kMoving, Turn::kComing}) {
      turn_ = turn;
      if (turn == Turn::kComing) first_coming_ = names_.size();
      for (const ReviewItem& item : review_.items)
        if (auto laid = take(item); !laid) return laid;
    }
    return {};
  }
  // Into a file of the private folder.
  Result<std::string> compare() {
    const std::string path = folders_.path() + "/patch";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wxe"),
                                                               std::fclose);
    if (file == nullptr) return fail_errno("write into /tmp");
    PatchLines lines(names_);
    bool are_moved = false;
    const auto ended = run_system_program(git_over(folders_.path()), [&](std::string_view line) {
      std::string told = lines.take(line);
      if (!are_moved && lines.number() >= first_coming_) {
        told += moves_;
        are_moved = true;
      }
      (void)std::fwrite(told.data(), 1, told.size(), file.get());
    });
    if (!ended) return forward(ended.error());
    if (*ended > 1) return fail(Code::kUnreadable, std::string(kGit) + " failed");
    if (!are_moved) std::fputs(moves_.c_str(), file.get());
    if (std::fflush(file.get()) != 0) return fail_errno("write into /tmp");
    return path;
  }
  [[nodiscard]] const PatchGaps& gaps() const { return gaps_; }

 private:
  static SystemProgram git_over(const std::string& folder) {
    return {{kGit,
             "-c",
             "core.attributesFile=/dev/null",
             "-c",
             "core.autocrlf=false",
             "-c",
             "core.fileMode=true",
             "-c",
             "core.symlinks=true",
             "diff",
             "--no-index",
             "--binary",
             "--no-color",
             "--no-ext-diff",
             "--no-textconv",
             "--no-renames",
             "--no-prefix",
             "--unified=3",
             "a",
             "b"},
            {"PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=" + folder, "GIT_CONFIG_NOSYSTEM=1",
             "GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1",
             "GIT_CEILING_DIRECTORIES=/tmp", "GIT_PAGER=cat"},
            folder};
  }

  // Its path in the workspace; nothing: it lies outside.
  [[nodiscard]] std::optional<std::string> inside(const std::string& path) const {
    const std::string& workspace = review_.session().workspace;
    if (workspace.empty() || !path.starts_with(workspace + "/")) return std::nullopt;
    return path.substr(workspace.size() + 1);
  }

  // Counted in one turn.
  Result<void> left_out(std::size_t& count) const {
    if (turn_ == Turn::kGoing) ++count;
    return {};
  }

  Result<void> take(const ReviewItem& item) {
    const bool folder_moved =
        item.is_folder && item.before != item.now && !item.now.empty() && !item.before.empty();
    if (folder_moved && !item.in_git && turn_ == Turn::kMoving) take_moved_folder(item);
    if (item.is_folder && (item.now.empty() || item.there.is_folder())) return {};
    if (item.in_git) return left_out(gaps_.git);
    // If something was moved over the border, one half lies inside.
    const auto before = item.before.empty() ? std::nullopt : inside(item.before);
    const auto now = item.now.empty() ? std::nullopt : inside(item.now);
    if (!before && !now) return left_out(gaps_.outside);
    if (item.is_secret) return left_out(gaps_.secret);
    const bool had = before && is_for_git(item.old);
    const bool has = now && is_for_git(item.there);
    if (!had && !has) return left_out(gaps_.other);
    return take_sides(item, had ? before : std::nullopt, has ? now : std::nullopt);
  }
  Result<void> take_sides(const ReviewItem& item, const std::optional<std::string>& before,
                          const std::optional<std::string>& now) {
    const bool moved = before && now && *before != *now;
    // git tells one that became another kind of file as one that goes and one that comes.
    const bool is_apart = moved && (item.old.mode & S_IFMT) != (item.there.mode & S_IFMT);
    const auto none = std::optional<std::string>();
    if (is_apart && turn_ == Turn::kGoing) return lay_both(item, before, none);
    if (is_apart && turn_ == Turn::kComing) return lay_both(item, none, now);
    const Turn turn = moved ? Turn::kMoving : before ? Turn::kGoing : Turn::kComing;
    if (is_apart || turn != turn_) return {};
    if (!before || !now || !item.same_content) return lay_both(item, before, now);
    take_moved({*before, *now}, git_mode(item.old), git_mode(item.there));
    return {};
  }

  Result<void> lay_both(const ReviewItem& item, const std::optional<std::string>& before,
                        const std::optional<std::string>& now) {
    ReviewItem both = item;  // the sides that are told
    if (item.same_content && item.content.empty()) both.content_at = item.now;
    if (!before) both.before.clear();
    if (!now) both.now.clear();
    if (!before) both.old = {};
    if (!now) both.there = {};
    const bool has_file = both.old.is_file() || both.there.is_file();
    ItemContents contents;
    if (has_file) {
      auto held = hold_sides(both);
      if (!held) {
        ++gaps_.other;
        return {};
      }
      contents = std::move(*held);
    }
    const std::size_t number = names_.size();
    names_.push_back({before ? *before : *now, now ? *now : *before});
    if (before)
      if (auto laid = lay_side(PatchFolders::Side::kOld, number, both.old, contents.old); !laid)
        return laid;
    return now ? lay_side(PatchFolders::Side::kNew, number, both.there, contents.now)
               : Result<void>();
  }
  // A link on one side has no content to be held.
  [[nodiscard]] Result<ItemContents> hold_sides(ReviewItem item) const {
    if (!item.old.is_file()) item.before.clear();
    if (!item.there.is_file()) item.now.clear();
    return hold_contents(review_.root(), item);
  }
  Result<void> lay_side(PatchFolders::Side side, std::size_t number, const ObjectRecord& record,
                        const UniqueFd& held) {
    if (S_ISLNK(record.mode)) return folders_.lay_link(side, number, record.link_text);
    const auto file = open_to_read(held);
    if (!file) return forward(file.error());
    return folders_.lay_file(side, number, file->get(), record.mode);
  }

  void take_moved(const PatchNames& names, const std::string& old_mode,
                  const std::string& new_mode) {
    if (names.before != names.now) {
      moves_ += move_lines(names, old_mode, new_mode);
    } else if (old_mode != new_mode) {
      moves_ += "diff --git " + patch_name("a/", names.before) + " " + patch_name("b/", names.now) +
                "\nold mode " + old_mode + "\nnew mode " + new_mode + "\n";
    }
  }

  // The content of the folder moved with it, but for what has an item of its own, and what somebody
  // put there since.
  void take_moved_folder(const ReviewItem& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::recursive_directory_iterator at(folder.now, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
      const std::string path = at->path().string();
      const bool is_git = path.ends_with("/.git");
      if (is_git) ++gaps_.git;
      const auto told = told_.find(path);
      if (is_git || (told != told_.end() && told->second)) at.disable_recursion_pending();
      if (is_git || told != told_.end()) continue;
      const UniqueFd held = supervisor::hold_object(path);
      const auto record = held.valid() ? supervisor::record_of(held.get()) : fail(Code::kGone, "");
      if (!record || !is_for_git(*record) || is_newer(*record)) continue;
      const auto before = inside(folder.before + path.substr(folder.now.size()));
      const auto now = inside(path);
      if (before && now) {
        take_moved({*before, *now}, git_mode(*record), git_mode(*record));
      } else {
        ++gaps_.outside;
      }
    }
  }
  [[nodiscard]] bool is_newer(const ObjectRecord& record) const {
    const auto until = review_.selection.history->own_until.time_since_epoch();
    return std::chrono::nanoseconds(record.key.born_ns) > until;
  }

  const Review& review_;
  PatchFolders& folders_;
  // Paths of now that have items; true: a folder that did not come along with the one above it.
  std::unordered_map<std::string, bool> told_;
  Turn turn_ = Turn::kGoing;
  std::vector<PatchNames> names_;
  std::size_t first_coming_ = 0;  // among these
  std::string moves_;             // of files as they were
  PatchGaps gaps_;
};

// On a terminal what is in the files must steer nothing.
Result<void> print_for_people(const std::string& patch) {
  std::ifstream from(patch, std::ios::binary);
  if (!from) return fail(Code::kGone, "read the patch");
  for (std::string line; std::getline(from, line);) std::fputs(safe_lines(line).c_str(), stdout);
  return {};
}

// Not through a link: what was supervised may have put one there.
Result<void> hand_over(const std::string& patch, const std::string& file) {
  const UniqueFd from(::open(patch.c_str(), O_RDONLY | O_CLOEXEC));
  const bool is_stream = file == "-";
  if (is_stream && ::isatty(STDOUT_FILENO) != 0) return print_for_people(patch);
  const UniqueFd to(is_stream ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
                              : ::open(file.c_str(),
                                       O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                                       S_IRUSR | S_IWUSR));
  if (!from.valid() || !to.valid()) return fail_errno(safe_text(file));
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t size = ::read(from.get(), buffer.data(), buffer.size());
    if (size < 0) return fail_errno("read the patch");
    if (size == 0) return {};
    for (ssize_t done = 0; done < size;) {
      const ssize_t written =
          ::write(to.get(), buffer.data() + done, static_cast<std::size_t>(size - done));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return fail_errno(safe_text(file));
      done += written;
    }
  }
}

void add_gap(std::size_t count, const char* one, const char* more, std::string& text) {
  if (count > 0) text += (text.empty() ? "" : ", ") + count_text(count, one, more);
}

}  // namespace

std::string PatchGaps::text() const {
  std::string text;
  add_gap(outside, "file outside the workspace", "files outside the workspace", text);
  add_gap(git, "file of git's own", "files of git's own", text);
  add_gap(secret, "secret", "secrets", text);
  add_gap(other, "object that a patch cannot hold", "objects that a patch cannot hold", text);
  return text;
}

Result<PatchGaps> write_patch(const Review& review, const std::string& file) {
  auto folders = PatchFolders::make();
  if (!folders) return forward(folders.error());
  Patch patch(review, **folders);
  if (auto laid = patch.lay(); !laid) return forward(laid.error());
  const auto made = patch.compare();
  if (!made) return forward(made.error());
  if (auto written = hand_over(*made, file); !written) return forward(written.error());
  return patch.gaps();
}

}  // namespace guard::console
