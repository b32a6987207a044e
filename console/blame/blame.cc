// SPDX-License-Identifier: Apache-2.0
#include "console/blame/blame.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "console/blame/line_owners.h"

namespace guard::console {
namespace {

constexpr std::size_t kMostBytes = 8U << 20U;

// Nothing: it is no file that can be read, too large, or no text.
std::optional<std::string> text_of(const std::string& path) {
  const UniqueFd file(
      ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  std::string text;
  char block[1U << 16U];
  ssize_t count = 0;
  while ((count = ::read(file.get(), block, sizeof block)) > 0) {
    text.append(block, static_cast<std::size_t>(count));
    if (text.size() > kMostBytes) return std::nullopt;
  }
  const bool is_text = count == 0 && text.find('\0') == std::string::npos;
  return is_text ? std::optional(std::move(text)) : std::nullopt;
}

// The text that a change met.
std::optional<std::string> before(const FileChange& change) {
  if (change.made) return "";
  return change.content.empty() ? std::nullopt : text_of(change.content);
}

// An undo that kept nothing itself is no source: it came behind this one, and before the next.
bool an_undo_follows(const Blame& blame, std::size_t source) {
  const auto since = blame.sources[source].change.time;
  const bool is_last = source + 1 == blame.sources.size();
  return std::ranges::any_of(blame.sources, [&](const BlameSource& one) {
    const auto& undone_at = one.change.undone_at;
    return undone_at && *undone_at >= since &&
           (is_last || *undone_at < blame.sources[source + 1].change.time);
  });
}

// SOURCE made TEXT of what was there.
Result<void> go_on(LineOwners& lines, const Blame& blame, std::string text, std::size_t source) {
  const bool gives_back = source > 0 && (blame.sources[source - 1].change.gives_back ||
                                         an_undo_follows(blame, source - 1));
  return gives_back ? lines.give_back(std::move(text), source)
                    : lines.replace(std::move(text), source);
}

using States = std::vector<std::optional<std::string>>;

// Before each source, and what is there now. If an undo moved a file back out of the store, that
// file stood there behind the undo.
States states_of(const Blame& blame) {
  States states;
  for (const BlameSource& source : blame.sources) states.push_back(before(source.change));
  states.emplace_back(blame.text);
  for (std::size_t i = blame.sources.size(); i-- > 0;) {
    const auto undone_at = blame.sources[i].change.undone_at;
    if (states[i] || !undone_at) continue;
    const auto later = std::ranges::find_if(
        blame.sources, [&](const BlameSource& one) { return one.change.time > *undone_at; });
    states[i] = states[static_cast<std::size_t>(later - blame.sources.begin())];
  }
  return states;
}

// Walks from state to state. Between two states that are kept, every line belongs to the last
// change there.
Result<std::vector<std::size_t>> owners_of(Blame& blame) {
  std::optional<LineOwners> lines;
  std::size_t last = 0;  // state that was kept: before this change
  States states = states_of(blame);
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!states[i]) continue;
    if (i > 0 && last + 1 < i) blame.sources[i - 1].is_certain = false;
    if (!lines) {
      if (i > 0) blame.sources[i - 1].is_certain = false;
      lines.emplace(std::move(*states[i]), i);
    } else if (const auto done = go_on(*lines, blame, std::move(*states[i]), i); !done) {
      return forward(done.error());
    }
    last = i;
  }
  return lines->owners();
}

Result<void> check_file(const std::string& path, const std::vector<BlameSource>& sources) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0)
    return S_ISREG(status.st_mode) ? Result<void>() : fail(Code::kInvalid, "it is no file");
  if (sources.empty()) return fail(Code::kNotFound, "there is no such file");
  const FileChange& last = sources.back().change;
  return fail(Code::kNotFound, "it is not there any more: " + safe_text(last.command) +
                                   " of session " + safe_text(last.typed) +
                                   " was the last to change it (guard undo " +
                                   safe_text(last.typed) + " " + safe_text(path) + ")");
}

}  // namespace

Result<Blame> blame_file(const BlameOrder& order, const std::string& path) {
  auto past = past_of_file(order.state, path, order.sessions, order.load);
  if (!past) return forward(past.error());
  Blame blame;
  blame.path = path;
  blame.damaged = past->damaged;
  blame.names = std::move(past->names);
  for (FileChange& change : past->changes) {
    BlameSource source;
    if (!change.question.empty()) source.answer = order.answer_to(change.question);
    source.is_certain = !change.lacks_states;
    source.change = std::move(change);
    blame.sources.push_back(std::move(source));
  }
  if (const auto there = check_file(path, blame.sources); !there) return forward(there.error());
  auto text = order.is_secret(path) ? std::nullopt : text_of(path);
  if (!text) {
    blame.no_lines = order.is_secret(path) ? "its content is a secret's"
                                           : "it is no text, or too large to tell of lines";
    return blame;
  }
  blame.text = std::move(*text);
  auto owners = owners_of(blame);
  if (owners)
    blame.owners = std::move(*owners);
  else
    blame.no_lines = owners.error().text();
  return blame;
}

}  // namespace guard::console
