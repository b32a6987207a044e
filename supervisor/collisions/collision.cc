// SPDX-License-Identifier: Apache-2.0
#include "supervisor/collisions/collision.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "supervisor/facts/git_ref_losses.h"
#include "supervisor/git/git_pathspec.h"
#include "supervisor/git/git_place.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;
using policy::Act;
using policy::CommandLine;
using policy::Object;
using policy::ObjectType;
using Taken = std::vector<OtherWrite>;
using Words = std::vector<std::string>;

constexpr std::size_t kMostNames = 3;
constexpr std::size_t kMostOfCommand = 40;

// --- acts on files ---

// A file that this session made is its own, unless another one changed it since.
bool is_own_still(const interceptor::HeldPath& held, const Object& object,
                  const OtherWrite& write) {
  if (object.recoverability != policy::Recoverability::kBorn || !held.exists()) return false;
  const auto changed = parse_iso_time(write.time);
  const auto id = birth_id_held(held.object.get());
  if (!changed || !id) return !changed;
  return changed->time_since_epoch() < std::chrono::nanoseconds(id->born_ns);
}

// Another name of the same file, or a name that means something else in a mount namespace.
std::optional<ObjectKey> other_names_of(const interceptor::HeldPath& held, const PathFacts& paths) {
  if (!held.exists() || (held.status.st_nlink < 2 && !paths.names_may_differ()))
    return std::nullopt;
  const auto key = key_of(held.object.get());
  return key ? std::optional(*key) : std::nullopt;
}

void add_file(const interceptor::HeldPath& held, const Object& object, const PathFacts& paths,
              OtherWork& others, Taken& taken) {
  auto write = others.at(object.path, other_names_of(held, paths));
  if (write && !is_own_still(held, object, *write)) taken.push_back(std::move(*write));
}

void add_object(const interceptor::HeldPath& held, const Object& object, const PathFacts& paths,
                OtherWork& others, Taken& taken) {
  if (object.type == ObjectType::kMissing || !object.path.starts_with('/')) return;
  if (object.type != ObjectType::kDirectory) return add_file(held, object, paths, others, taken);
  auto below = others.below(object.path, kMostTaken);
  taken.insert(taken.end(), below.begin(), below.end());
}

Taken taken_by_file_act(const PendingCall& call, const PathFacts& paths, OtherWork& others) {
  Taken taken;
  const policy::Action& action = call.action;
  const bool takes = action.act == Act::kModify || action.act == Act::kDelete ||
                     action.act == Act::kRename || action.act == Act::kCreate;
  if (!takes || action.objects.empty()) return taken;
  add_object(call.held.first, action.objects[0], paths, others, taken);
  if (action.act == Act::kRename && action.objects.size() > 1)
    add_object(call.held.second, action.objects[1], paths, others, taken);
  return taken;
}

// --- git ---

bool has_one(const CommandLine& line, std::initializer_list<std::string_view> flags) {
  return std::ranges::any_of(flags, [&](std::string_view flag) { return line.has_flag(flag); });
}

// The words that name files of the work tree. Nothing: it takes no file.
using PathsOf = std::optional<Words> (*)(const CommandLine& line, const GitPlace& place);

std::optional<Words> of_reset(const CommandLine& line, const GitPlace&) {
  return line.has_flag("hard") ? std::optional(Words{}) : std::nullopt;
}

std::optional<Words> of_switch(const CommandLine& line, const GitPlace&) {
  return has_one(line, {"f", "force", "discard-changes"}) ? std::optional(Words{}) : std::nullopt;
}

// A branch that another one is named from is no file; without force git keeps what was changed.
std::optional<Words> of_checkout(const CommandLine& line, const GitPlace& place) {
  if (has_one(line, {"f", "force"})) return Words{};
  Words files;
  for (const std::string& word : line.operands) {
    std::error_code error;
    const bool there = fs::exists(fs::symlink_status(place.cwd / word, error));
    if (there || word.find_first_of("*?[:") != std::string::npos) files.push_back(word);
  }
  return files.empty() ? std::nullopt : std::optional(std::move(files));
}

std::optional<Words> of_restore(const CommandLine& line, const GitPlace&) {
  const bool index_alone = has_one(line, {"S", "staged"}) && !has_one(line, {"W", "worktree"});
  return index_alone ? std::nullopt : std::optional(line.operands);
}

std::optional<Words> of_stash(const CommandLine& line, const GitPlace&) {
  const Words& words = line.operands;
  if (!words.empty() && words[0] != "push" && words[0] != "save") return std::nullopt;
  return words.size() < 2 || words[0] == "save" ? Words{} : Words(words.begin() + 1, words.end());
}

std::optional<Words> of_clean(const CommandLine& line, const GitPlace& place) {
  if (has_one(line, {"n", "dry-run"})) return std::nullopt;
  return line.operands.empty() && place.cwd != place.top ? Words{"."} : line.operands;
}

struct GitRow {
  std::string_view subcommand;
  PathsOf paths;
  bool untracked = false;  // it takes what git does not know, and else what it does
};
constexpr auto kGitRows = std::to_array<GitRow>({{"reset", of_reset},
                                                 {"switch", of_switch},
                                                 {"checkout", of_checkout},
                                                 {"restore", of_restore},
                                                 {"stash", of_stash},
                                                 {"clean", of_clean, true}});

Taken taken_by_git(const PendingCall& call, const CommandLine& line, const PathFacts& paths,
                   OtherWork& others) {
  const auto row = std::ranges::find(kGitRows, line.subcommand, &GitRow::subcommand);
  const auto place = row == kGitRows.end() ? std::nullopt : git_place_of(call.action, line);
  const auto words = place ? row->paths(line, *place) : std::nullopt;
  if (!words) return {};
  // Words of another form may mean every file.
  const auto covers = covers_of(*words, *place);
  return others.below(place->top.native(), kMostTaken, [&](const std::string& path) {
    const auto standing = paths.git() ? paths.git()->standing_of(path) : GitStanding::kUnknown;
    const bool is_new = standing == GitStanding::kUntracked;
    return is_new == row->untracked &&
           (!covers || (*covers)(fs::path(path).lexically_relative(place->top).native()));
  });
}

// --- other commands ---

Taken taken_by_exec(const PendingCall& call, const policy::Assessment& assessment,
                    const PathFacts& paths, OtherWork& others) {
  if (call.held.tracee->realm || call.readings.empty()) return {};
  const auto& levels = call.readings.back().levels;
  if (!levels.empty() && levels.back().line.program == "git")
    return taken_by_git(call, levels.back().line, paths, others);
  if (!assessment.effect || !policy::has_category(assessment, policy::Category::kFsDeleteOverwrite))
    return {};
  Taken taken;
  for (const policy::EffectOperand& operand : assessment.effect->operands) {
    auto below = others.below(operand.object.path, kMostTaken - taken.size());
    taken.insert(taken.end(), below.begin(), below.end());
  }
  return taken;
}

// --- words ---

std::string short_name(const std::string& path, const std::vector<std::string>& workspace) {
  for (const std::string& root : workspace)
    if (path.starts_with(root + "/")) return path.substr(root.size() + 1);
  return path;
}

}  // namespace

bool counts_as_work(const PathFacts& paths, const std::string& path) {
  return paths.class_of(path, ObjectType::kFile) == policy::PathClass::kWorkspace &&
         !paths.is_build_place(path) &&
         (paths.git() == nullptr || paths.git()->standing_of(path) != GitStanding::kIgnored);
}

Taken taken_by(const PendingCall& call, const policy::Assessment& assessment,
               const PathFacts& paths, OtherWork& others) {
  return call.action.act == Act::kExec ? taken_by_exec(call, assessment, paths, others)
                                       : taken_by_file_act(call, paths, others);
}

std::string told_of(const Taken& taken, const std::vector<std::string>& workspace) {
  const OtherWrite& first = taken.front();
  const std::string command = shortened(first.command, kMostOfCommand);
  const std::string who = "session " + first.session +
                          (command.empty() ? "" : " (" + command + ")") +
                          (first.lives ? "" : ", which ended,");
  const std::string verb = first.time.empty() ? " wrote " : " changed ";
  std::vector<std::string> names;
  for (const OtherWrite& write : taken)
    if (names.size() < kMostNames) names.push_back(short_name(write.path, workspace));
  return who + verb +
         (taken.size() > 1 ? count_text(taken.size(), "file", "files") + " here: " : "") +
         joined_names(names, names.size() == taken.size()) + ", and nobody committed " +
         (taken.size() > 1 ? "them" : "it");
}

}  // namespace guard::supervisor
