// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/intents.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/limits.h"
#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/command/command_levels.h"
#include "supervisor/facts/git_losses.h"
#include "supervisor/facts/git_push.h"
#include "supervisor/facts/tmux_server.h"
#include "supervisor/facts/tree_facts.h"
#include "supervisor/facts/tree_walk.h"

namespace guard::supervisor {
namespace {

using policy::CommandLevel;
using policy::ImageOrigin;

// Programs that start another one in the same folder and with the same environment.
bool passes_on(const CommandLevel& level, const CommandLevel& inner) {
  constexpr auto kPassOn = std::to_array<std::string_view>(
      {"chrt", "ionice", "nice", "nohup", "setsid", "stdbuf", "taskset", "time", "timeout"});
  if (level.line.program == "env") return level.argv.size() == inner.argv.size() + 1;
  return std::ranges::find(kPassOn, level.line.program) != kPassOn.end();
}

// The level of an exec that is git: itself, or behind programs that pass on. Null: another.
const CommandLevel* git_of(const PendingCall& call) {
  if (call.action.image_origin != ImageOrigin::kInstalled || call.readings.empty()) return nullptr;
  const auto& levels = call.readings.back().levels;
  if (levels.empty() || levels.back().line.program != "git") return nullptr;
  for (std::size_t i = 0; i + 1 < levels.size(); ++i)
    if (!passes_on(levels[i], levels[i + 1])) return nullptr;
  return &levels.back();
}

// Whether the started program is git itself, and so no other program of that name.
bool is_gits_own_call(const PendingCall& call) {
  return call.readings.back().levels.size() == 1;
}

const CommandLevel* push_of(const PendingCall& call) {
  const CommandLevel* const git = git_of(call);
  if (git == nullptr) return nullptr;
  const bool only_shows = git->line.has_flag("n") || git->line.has_flag("dry-run");
  return git->line.subcommand == "push" && !only_shows ? git : nullptr;
}

// A look that met a limit told of no whole: another one that does is no contradiction.
constexpr const char* kNotAll = "not all of it was looked at";

void note_shown(Intent& intent, const PendingCall& call, const policy::CommandLine& line,
                const std::string& rule, std::vector<std::string> told) {
  if (told.empty()) return;
  intent.rule = rule;
  intent.shown = std::move(told);
  for (std::string& ref : refs_named(call.action, line)) intent.shown.push_back(std::move(ref));
}

void judge_push(const PendingCall& call, const PathFacts& paths, policy::Assessment& assessment,
                Intent& intent) {
  const CommandLevel* const push = push_of(call);
  if (push == nullptr || !assessment.rule.starts_with("git.push") || paths.names_may_differ())
    return;
  const auto place = push_place_of(call.action, push->line, paths.classifier().roots().home);
  if (!place) return;
  const bool here = !place->repository.empty();
  std::vector<std::string> shown = {place->remote, place->address, place->repository,
                                    place->replaces ? "replaces" : ""};
  shown.insert(shown.end(), place->told.begin(), place->told.end());
  note_shown(intent, call, push->line, assessment.rule, std::move(shown));
  if (!place->address.empty())
    assessment.details = {"to " + (place->remote.empty() ? "" : place->remote + ", ") +
                          (here ? place->repository : place->address)};
  if (place->address.empty() && !place->told.empty())
    assessment.details = place->told;
  else if (!assessment.details.empty())
    for (const std::string& told : place->told) assessment.details.push_back(told);
  if (place->replaces) {
    assessment.tier = 3;
    assessment.reason = "the remote's settings make it delete or overwrite branches there";
  }
  if (!here || !is_gits_own_call(call)) return;
  intent.repository = place->repository;
  const bool only_publishes = assessment.categories.size() == 1 && !assessment.block &&
                              assessment.categories[0] == policy::Category::kGitPublish;
  if (!only_publishes || place->replaces || !is_born_repository(paths, place->repository)) return;
  assessment.tier = std::min(assessment.tier, 1);
  assessment.reason = "pushes to a repository that this session made";
}

// Nobody has anything to decide where `git restore` gives files back over nothing. If somebody
// writes to one of them meanwhile, git's own act takes that away, and undo saves it first.
bool loses_nothing(const PendingCall& call, const GitLoss& loss,
                   const policy::Assessment& assessment) {
  return loss.nothing && assessment.tier == 2 && !call.foreign_code &&
         assessment.categories == std::vector{policy::Category::kFsDeleteOverwrite};
}

// `git rm` of a few files that are named: git refuses where the commit lacks what a file holds, and
// undo saves each. As `rm` of them.
bool removes_few(const PendingCall& call, const policy::CommandLine& line) {
  const bool forced = line.has_flag("r") || line.has_flag("f") || line.has_flag("force");
  if (line.subcommand != "rm" || forced || call.foreign_code || line.operands.empty() ||
      line.operands.size() > size_limit("operands.from_a_pipe"))
    return false;
  return std::ranges::all_of(line.operands, [&](const std::string& word) {
    return word.find_first_of("*?[:\\") == std::string::npos;
  });
}

// The question tells which commits a reset leaves behind, and which work is lost. The tier stays,
// but where files that are named lose nothing: what was looked at may be another when git runs.
void tell_of_loss(const PendingCall& call, const PathFacts& paths, policy::Assessment& assessment,
                  Intent& intent) {
  const CommandLevel* const git = git_of(call);
  if (git == nullptr || !assessment.rule.starts_with("git.") || assessment.tier < 2 ||
      assessment.block || call.held.tracee->realm || paths.names_may_differ())
    return;
  const policy::CommandLine& line = git->line;
  std::vector<std::string> told;
  if (line.subcommand == "reset" && line.has_flag("hard")) told = told_of_reset(call.action, line);
  const auto loss = git_loss_of(call.action, git->argv, line, paths);
  std::vector<std::string> shown = told;
  // Commits that a branch leaves are what is asked about where no file loses anything.
  const bool goes_back = !told.empty() && told.front().find(" goes back ") != std::string::npos;
  if (loss) told.insert(told.end(), loss->details.begin(), loss->details.end());
  if (loss && loss->complete) shown = told;
  if (loss && !loss->reason.empty())
    assessment.reason = loss->reason + (goes_back ? "; " + told.front() : "");
  if (is_gits_own_call(call) && ((loss && loses_nothing(call, *loss, assessment)) ||
                                 (assessment.rule == "git.rm" && removes_few(call, line))))
    assessment.tier = 1;
  if (loss) shown.push_back(loss->complete ? loss->reason : kNotAll);
  note_shown(intent, call, line, assessment.rule, std::move(shown));
  // The command itself stands in "What" already.
  auto& details = assessment.details;
  if (!told.empty() && !details.empty()) details.erase(details.begin());
  details.insert(details.begin(), told.begin(), told.end());
}

// For `zip -m` and `7z -sdel`: how many of the words come before what is packed, and deleted.
struct Packer {
  std::string_view rule;
  std::size_t before;
  std::string_view recursive;  // the flag that takes folders with all below; "": always
};
constexpr std::array<Packer, 2> kPackers = {{{"zip.move", 1, "r"}, {"7z.move", 2, ""}}};

void tell_of_packing(const PendingCall& call, const PathFacts& paths,
                     policy::Assessment& assessment) {
  const auto packer = std::ranges::find(kPackers, assessment.rule, &Packer::rule);
  if (packer == kPackers.end() || call.readings.empty() || call.held.tracee->realm ||
      paths.names_may_differ())
    return;
  const auto& levels = call.readings.back().levels;
  if (levels.size() != 1 || levels[0].line.operands.size() <= packer->before) return;
  const policy::CommandLine& line = levels[0].line;
  const std::vector<std::string> packed(
      line.operands.begin() + static_cast<std::ptrdiff_t>(packer->before), line.operands.end());
  const bool below = packer->recursive.empty() || line.has_flag(packer->recursive);
  TreeFacts facts(
      paths,
      {.cwd = {}, .cwd_path = call.action.cwd, .shell_text = {}, .limits = kWalkOfAQuestion});
  const policy::Effect effect =
      facts.walk(packed, below ? policy::Extent::kAllBelow : policy::Extent::kItself, {});
  if (effect.files == 0) return;
  assessment.reason += ": " + std::string(effect.complete ? "" : "at least ") +
                       count_text(effect.files, "file", "files") + ", " + size_text(effect.bytes);
  assessment.reason += among_them(effect.files, effect.secrets);
}

// The only level of an exec that starts an installed tmux itself; null: another.
const CommandLevel* tmux_of(const PendingCall& call) {
  if (call.action.image_origin != ImageOrigin::kInstalled || call.readings.empty()) return nullptr;
  const auto& levels = call.readings.back().levels;
  return levels.size() == 1 && levels[0].line.program == "tmux" ? &levels[0] : nullptr;
}

// Nothing else may be asked about: a file that it reads, a folder it writes to.
void judge_tmux(const PendingCall& call, const PathFacts& paths, policy::Assessment& assessment) {
  const CommandLevel* const tmux = tmux_of(call);
  if (tmux == nullptr || assessment.tier != 2 || assessment.block ||
      !assessment.rule.starts_with("tmux.") || call.held.tracee->realm || call.foreign_code ||
      paths.names_may_differ() || !speaks_to_own_tmux(paths, tmux->line, call.held.raw.envp))
    return;
  assessment.tier = 1;
  assessment.reason = "speaks to a tmux server that this session started";
}

void add_inner(const std::vector<std::string>& argv, const policy::SpecTable& specs,
               std::vector<CommandWords>& commands) {
  const auto chain = policy::command_levels(argv, specs);
  for (std::size_t i = 1; i < chain.levels.size(); ++i) commands.push_back(chain.levels[i].argv);
}

// `timeout 5 git push` goes on as `git push`, a script as what its first line names runs it. Only
// what an installed program goes on to is known by these words.
std::vector<CommandWords> commands_of(const PendingCall& call, const policy::SpecTable& specs,
                                      const PathFacts& paths) {
  std::vector<CommandWords> commands;
  if (call.foreign_code || !call.held.image) return commands;
  const interceptor::ExecImage& image = *call.held.image;
  if (image.script) {
    if (is_roots_alone(paths, image.interpreter.get()))
      add_inner(image.running_argv, specs, commands);
  } else if (call.action.image_origin == ImageOrigin::kInstalled) {
    add_inner(call.action.argv, specs, commands);
  }
  return commands;
}

// sed and perl write a new file beside the old one, and give it the old name.
std::vector<std::string> edited_folders(const PendingCall& call,
                                        const policy::Assessment& assessment) {
  std::vector<std::string> folders;
  if (call.action.image_origin != ImageOrigin::kInstalled || call.readings.empty()) return folders;
  const auto& levels = call.readings.back().levels;
  const bool edits = levels.size() == 1 && levels[0].spec != nullptr &&
                     levels[0].spec->operand_role == policy::OperandRole::kEditInPlace;
  if (!edits || !assessment.effect) return folders;
  for (const policy::EffectOperand& operand : assessment.effect->operands)
    folders.emplace_back(parent_of(operand.object.path));
  return folders;
}

// Under the name that it is to get in the end a link cannot be made while something lies there.
std::vector<std::string> replacing_folders(const PendingCall& call,
                                           const policy::Assessment& assessment) {
  std::vector<std::string> folders;
  if (call.action.image_origin != ImageOrigin::kInstalled || call.foreign_code ||
      call.readings.empty() || !assessment.effect)
    return folders;
  const auto& levels = call.readings.back().levels;
  const bool replaces = levels.size() == 1 && levels[0].line.program == "ln" &&
                        (levels[0].line.has_flag("f") || levels[0].line.has_flag("force"));
  if (!replaces) return folders;
  for (const policy::EffectOperand& operand : assessment.effect->operands)
    if (operand.made && operand.object.type != policy::ObjectType::kMissing)
      folders.emplace_back(parent_of(operand.object.path));
  return folders;
}

}  // namespace

Intent intent_of(const PendingCall& call, const policy::SpecTable& specs, const PathFacts& paths,
                 policy::Assessment& assessment) {
  Intent intent;
  judge_push(call, paths, assessment, intent);
  judge_tmux(call, paths, assessment);
  tell_of_loss(call, paths, assessment, intent);
  tell_of_packing(call, paths, assessment);
  if (assessment.tier < 2 || assessment.block || call.held.tracee->realm) return intent;
  intent.commands = commands_of(call, specs, paths);
  intent.beside = edited_folders(call, assessment);
  intent.replaced_in = replacing_folders(call, assessment);
  return intent;
}

}  // namespace guard::supervisor
