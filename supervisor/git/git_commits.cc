// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_commits.h"

#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <queue>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "supervisor/git/git_head.h"
#include "supervisor/git/git_revision.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostCommits = 5000;  // then nothing is told
constexpr std::size_t kMostOfCommit = size_limit("git.commit");
constexpr std::size_t kShownSubjects = 3;
constexpr std::size_t kLongestSubject = 40;

struct Commit {
  std::vector<std::string> parents;
  std::int64_t time = 0;
  std::string subject;
};

std::string_view line_after(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return {};
  return text.substr(word.size(), text.find('\n') - word.size());
}

// "committer A <a@b> 1700000000 +0100"
std::int64_t time_of(std::string_view line) {
  const std::size_t end = line.rfind(' ');
  const std::size_t begin = end == std::string_view::npos ? end : line.rfind(' ', end - 1);
  std::int64_t time = 0;
  if (begin != std::string_view::npos)
    std::from_chars(line.data() + begin + 1, line.data() + end, time);
  return time;
}

Commit parse(std::string_view text) {
  Commit commit;
  while (!text.empty() && text.front() != '\n') {
    if (const auto parent = line_after(text, "parent "); !parent.empty())
      commit.parents.emplace_back(parent);
    if (const auto committer = line_after(text, "committer "); !committer.empty())
      commit.time = time_of(committer);
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  if (!text.empty()) text.remove_prefix(1);
  commit.subject = shortened(safe_text(text.substr(0, text.find('\n'))), kLongestSubject);
  return commit;
}

// As `git rev-list FROM --not THAN`: newest first. Times lie, and many are equal: a commit that was
// taken for FROM's alone is taken back when THAN reaches it later, and the walk ends only behind
// the oldest of them.
class Walk {
 public:
  explicit Walk(GitObjects& objects) : objects_(objects) {}

  bool start(const std::string& id, unsigned side) { return mark(id, side); }

  std::optional<CommitList> run() {
    for (std::size_t steps = 0; !is_over(); ++steps) {
      if (steps == kMostCommits) return std::nullopt;
      const std::string id = queue_.top().second;
      queue_.pop();
      Seen& seen = seen_.at(id);
      if (seen.sides == kFrom) {
        --open_;
        order_.push_back(id);
        oldest_ = std::min(oldest_, seen.commit.time);
      }
      seen.done = true;
      if (!mark_parents(seen)) return std::nullopt;
    }
    return list();
  }

  static constexpr unsigned kFrom = 1;
  static constexpr unsigned kThan = 2;

 private:
  struct Seen {
    Commit commit;
    unsigned sides = 0;
    bool done = false;
  };

  [[nodiscard]] bool is_over() const {
    return queue_.empty() || (open_ == 0 && (order_.empty() || queue_.top().first < oldest_));
  }

  bool mark_parents(const Seen& seen) {
    const std::vector<std::string> parents = seen.commit.parents;
    const unsigned sides = seen.sides;
    return std::ranges::all_of(parents, [&](const auto& id) { return mark(id, sides); });
  }

  // A commit may name anything as its parent: whoever made it may have written it by hand.
  bool add(const std::string& id, unsigned sides) {
    const auto text =
        is_commit_id(id) ? objects_.read(id, GitKind::kCommit, kMostOfCommit) : std::nullopt;
    if (!text) return false;
    Seen seen{parse(*text), sides};
    queue_.emplace(seen.commit.time, id);
    if (sides == kFrom) ++open_;
    seen_.emplace(id, std::move(seen));
    return true;
  }

  bool mark(const std::string& id, unsigned sides) {
    const auto known = seen_.find(id);
    if (known == seen_.end()) return add(id, sides);
    Seen& seen = known->second;
    if ((seen.sides | sides) == seen.sides) return true;
    if (seen.sides == kFrom && !seen.done) --open_;
    seen.sides |= sides;
    if (seen.done) queue_.emplace(seen.commit.time, id);  // its parents hear of it
    return true;
  }

  [[nodiscard]] CommitList list() const {
    CommitList list;
    for (const std::string& id : order_) {
      const Seen& seen = seen_.at(id);
      if (seen.sides != kFrom) continue;
      ++list.count;
      if (list.subjects.size() < kShownSubjects) list.subjects.push_back(seen.commit.subject);
    }
    return list;
  }

  GitObjects& objects_;
  std::unordered_map<std::string, Seen> seen_;
  std::priority_queue<std::pair<std::int64_t, std::string>> queue_;
  std::vector<std::string> order_;  // taken for FROM's alone
  std::size_t open_ = 0;            // in the queue, and FROM's alone
  std::int64_t oldest_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace

std::optional<OpenRepository> open_repository(const std::string& git_folder) {
  OpenRepository opened;
  opened.folder.reset(::open(git_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!opened.folder.valid()) return std::nullopt;
  UniqueFd objects = open_plain_folder(opened.folder.get(), "objects");
  if (!objects.valid()) return std::nullopt;
  opened.objects = std::make_unique<GitObjects>(std::move(objects));
  return opened;
}

std::optional<CommitList> commits_only_in(GitObjects& objects, const std::string& from,
                                          const std::string& than) {
  if (from == than) return CommitList();
  Walk walk(objects);
  if (!walk.start(from, Walk::kFrom) || !walk.start(than, Walk::kThan)) return std::nullopt;
  return walk.run();
}

std::string text_of(const CommitList& list) {
  if (list.count == 0) return "no commit";
  std::string text = count_text(list.count, "commit", "commits") + " (";
  for (std::size_t i = 0; i < list.subjects.size(); ++i)
    text += (i == 0 ? "" : ", ") + list.subjects[i];
  return text + (list.count > list.subjects.size() ? ", ...)" : ")");
}

std::vector<std::string> told_of_reset(const std::string& git_folder, const std::string& own_folder,
                                       const std::string& branch, const policy::CommandLine& line) {
  auto repository = branch.empty() ? std::nullopt : open_repository(git_folder);
  const auto head =
      repository ? commit_of_ref(repository->folder.get(), "refs/heads/" + branch) : std::nullopt;
  if (!head || line.operands.size() > 1) return {};
  const std::string named = line.operands.empty() ? "HEAD" : line.operands.front();
  const UniqueFd own(::open(own_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  const auto target = commit_named(
      {*repository->objects, repository->folder.get(), own.get(), *head}, branch, named);
  if (!target) return {};
  const auto left = commits_only_in(*repository->objects, *head, *target);
  if (!left) return {};
  if (left->count == 0) return {branch + " loses no commit"};
  return {branch + " goes back " + text_of(*left)};
}

}  // namespace guard::supervisor
