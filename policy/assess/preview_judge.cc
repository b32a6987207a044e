// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <iterator>

#include "base/limits.h"
#include "base/text/text.h"
#include "policy/assess/assessor.h"
#include "policy/assess/preview.h"
#include "policy/assess/shell_findings.h"
#include "policy/assess/unknown_words.h"
#include "policy/assess/word_values.h"
#include "policy/command/command_levels.h"
#include "policy/command/read_operands.h"
#include "policy/effects/file_assessment.h"
#include "policy/effects/found_secrets.h"
#include "policy/effects/hard_links.h"

namespace guard::policy {
namespace {

constexpr int kMaxDepth = int_limit("shell.texts_in_texts");

std::string joined_path(const std::string& folder, const std::string& path) {
  if (path.empty()) return folder;
  return path.starts_with('/') ? path : folder + "/" + path;
}

std::string folder_of(const PreviewFolder& folder, const Action& origin, const std::string& home) {
  if (folder.base == WordBase::kMade) return kMadeName + folder.path;
  const std::string& from = folder.base == WordBase::kHome ? home : origin.cwd;
  if (folder.base == WordBase::kHome) return folder.path.empty() ? from : from + folder.path;
  return joined_path(from, folder.path);
}

// "/dev/tcp/HOST/PORT": bash connects.
std::optional<Destination> network_target(const std::string& path) {
  for (const std::string protocol : {"tcp", "udp"}) {
    const std::string prefix = "/dev/" + protocol + "/";
    const auto slash = path.find('/', prefix.size());
    if (!path.starts_with(prefix) || slash == std::string::npos) continue;
    Destination destination;
    destination.name = path.substr(prefix.size(), slash - prefix.size());
    destination.name_source = NameSource::kCommandLine;
    destination.protocol = protocol;
    const auto port = path.substr(slash + 1);
    std::from_chars(port.data(), port.data() + port.size(), destination.port);
    destination.loopback = destination.name == "localhost" || destination.name == "127.0.0.1";
    return destination;
  }
  return std::nullopt;
}

// `env A=1 CMD`: a variable that CMD will see as if it stood in front.
void append_set_by_env(Action& action) {
  if (base_name(action.argv[0]) != "env") return;
  for (std::size_t i = 1; i < action.argv.size(); ++i) {
    const std::string& word = action.argv[i];
    const bool assignment = word.find('=') != std::string::npos && word[0] != '-';
    if (!assignment && !word.starts_with('-')) return;
    if (assignment) action.environment_changes.push_back(word);
  }
}

// The way a word with a wildcard is taken.
enum class Wildcards {
  kExpanded,  // the names that it stands for on this machine
  kKept,      // itself, as another machine expands it
};

// Judges the commands of one preview, one folder's Facts after the other.
class Judge {
 public:
  Judge(const Action& origin, const Assessor& assessor, ShellWorld& world, Detail detail)
      : origin_(origin), assessor_(assessor), world_(world), detail_(detail) {
    enter(origin.cwd);
    home_ = facts_->home();
  }

  void judge(const PreviewCommand& command);
  void add(Action action, Assessment assessment) {
    acts_.push_back({std::move(action), std::move(assessment)});
  }
  void add_assessed(Action action, bool counted);
  [[nodiscard]] Action blank(Act act) const {
    Action action;
    action.act = act;
    action.cwd = cwd_;
    action.actor = origin_.actor;
    return action;
  }
  std::vector<JudgedAct> take() { return std::move(acts_); }

 private:
  void enter(const std::string& folder) {
    if (facts_ != nullptr && folder == cwd_) return;
    cwd_ = folder;
    facts_ = world_.facts_in(folder);
  }
  std::vector<std::string> argv_of(const ShellWords& words, bool remote);
  void judge_exec(const PreviewCommand& preview, const ShellWords& words);
  void judge_inner(const std::vector<std::string>& argv, const PreviewCommand& outer);
  void judge_redirection(const Redirection& redirection, const PreviewFolder& folder);
  // Notes the secrets that the command finds in the folders that it goes down.
  struct Looked {
    bool complete = true;  // false: not every file was looked at
    std::vector<Object> searched;
  };
  void judge_reads(const std::vector<std::string>& argv, Looked& looked);
  void judge_links(const std::vector<std::string>& argv, Looked& looked);
  [[nodiscard]] Actor actor_of(const std::vector<std::string>& argv);
  void judge_read(const std::string& path, const std::vector<std::string>& argv);

  void append_values(const ShellWord& word, Wildcards wildcards, std::vector<std::string>& argv);

  const Action& origin_;
  const Assessor& assessor_;
  ShellWorld& world_;
  Detail detail_;
  std::unique_ptr<Facts> facts_;
  std::string cwd_;
  std::string home_;
  std::vector<JudgedAct> acts_;
};

void Judge::append_values(const ShellWord& word, Wildcards wildcards,
                          std::vector<std::string>& argv) {
  if (word.glob && wildcards == Wildcards::kExpanded && is_usable(word)) {
    auto names = world_.expand(value_of(word, cwd_, home_, true), cwd_);
    argv.insert(argv.end(), names.begin(), names.end());
    if (!names.empty()) return;
  }
  argv.push_back(value_of(word, cwd_, home_, false));
}

std::vector<std::string> Judge::argv_of(const ShellWords& words, bool remote) {
  const Wildcards wildcards = remote ? Wildcards::kKept : Wildcards::kExpanded;
  std::vector<std::string> argv;
  for (const ShellWord& word : words) append_values(word, wildcards, argv);
  return argv;
}

void Judge::judge_exec(const PreviewCommand& preview, const ShellWords& words) {
  // First: of equal weight, it is what is reported.
  if (auto unknown = unknown_finding(words, preview.folder, assessor_.specs()))
    add(blank(Act::kExec), std::move(*unknown));
  if (words.empty()) return;
  const ShellWord& program = words[0];
  const bool known = is_usable(program);
  const std::string name = known ? std::string() : known_name_of(program);
  if (!known && name.empty()) return;
  Action action = blank(Act::kExec);
  action.syscall = "execve";
  action.argv = argv_of(words, preview.remote);
  if (!known && !action.argv.empty()) action.argv[0] = name;
  if (action.argv.empty() || action.argv[0].empty()) return;
  for (const ShellWord& word : preview.command.assignments) {
    if (word.literal) action.environment_changes.push_back(word.text);
  }
  append_set_by_env(action);
  world_.find_image(action);
  Looked looked;
  if (!preview.remote) {
    for (const auto* const argv : {&action.argv, &action.known_argv}) {
      judge_reads(*argv, looked);
      judge_links(*argv, looked);
    }
  }
  const auto known_argv = action.known_argv;
  add_assessed(std::move(action), !preview.remote);
  acts_.back().looked_short = !looked.complete;
  acts_.back().searched = std::move(looked.searched);
  judge_inner(known_argv, preview);
}

// The text that a copy of a shell is handed.
void Judge::judge_inner(const std::vector<std::string>& argv, const PreviewCommand& outer) {
  if (argv.empty() || outer.depth >= kMaxDepth) return;
  Preview inner = preview_command(argv);
  for (std::size_t i = 1; i < inner.commands.size(); ++i) {
    PreviewCommand& command = inner.commands[i];
    if (command.folder == PreviewFolder()) command.folder = outer.folder;
    command.depth += outer.depth + 1;
    judge(command);
  }
}

// The program that ARGV starts, as its own acts are judged.
Actor Judge::actor_of(const std::vector<std::string>& argv) {
  Action exec = blank(Act::kExec);
  exec.argv = argv;
  world_.find_image(exec);
  Actor actor = origin_.actor;
  actor.exe = std::move(exec.exe);
  actor.argv = argv;
  actor.installed = exec.image_origin == ImageOrigin::kInstalled;
  actor.script.clear();
  return actor;
}

// A run asks this when a secret is opened. Only of what is there: a name that is not cannot be
// read.
void Judge::judge_read(const std::string& path, const std::vector<std::string>& argv) {
  Object object = facts_->object(path, LastLink::kFollowed);
  if (object.type != ObjectType::kFile || !is_secret_to_read(object)) return;
  Action action = blank(Act::kRead);
  action.syscall = "openat";
  action.argv = {argv[0]};
  action.actor = actor_of(argv);
  action.objects = {std::move(object)};
  add_assessed(std::move(action), false);
}

void Judge::judge_reads(const std::vector<std::string>& argv, Looked& looked) {
  if (!assessor_.asks_for_reads()) return;
  for (const CommandLevel& level : command_levels(argv, assessor_.specs()).levels) {
    for (const std::string& path : read_operands(level.argv)) judge_read(path, level.argv);
    FoundSecrets found = found_secrets(level, *facts_);
    looked.complete = looked.complete && found.complete;
    if (found.by_search) {
      std::ranges::move(found.objects, std::back_inserter(looked.searched));
      continue;
    }
    for (const Object& secret : found.objects) judge_read(secret.path, level.argv);
  }
}

void Judge::judge_links(const std::vector<std::string>& argv, Looked& looked) {
  for (const CommandLevel& level : command_levels(argv, assessor_.specs()).levels) {
    const HardLinks found = hard_links(level, *facts_);
    for (const HardLink& link : found.links) {
      Action action = blank(Act::kLink);
      action.syscall = "linkat";
      action.argv = {level.argv[0]};
      action.actor = actor_of(level.argv);
      action.objects = {link.of, link.name};
      add_assessed(std::move(action), false);
    }
    looked.complete = looked.complete && found.complete;
  }
}

// `counted`: its effect was counted where it will happen.
void Judge::add_assessed(Action action, bool counted) {
  JudgedAct act;
  AssessmentTrail* trail = detail_ == Detail::kTrail ? &act.trail.emplace() : nullptr;
  act.assessment = assessor_.assess(action, *facts_, {}, trail);
  if (!counted) act.assessment.effect.reset();
  act.action = std::move(action);
  acts_.push_back(std::move(act));
}

void Judge::judge_redirection(const Redirection& redirection, const PreviewFolder& folder) {
  if (auto unknown = unknown_finding(redirection, folder))
    return add(blank(Act::kModify), std::move(*unknown));
  if (!is_usable(redirection.target)) return;
  const std::string target = value_of(redirection.target, cwd_, home_, false);
  if (auto destination = network_target(target)) {
    Action action = blank(Act::kConnect);
    action.syscall = "connect";
    action.destination = std::move(*destination);
    return add_assessed(std::move(action), true);
  }
  if (redirection.op == "<" && assessor_.asks_for_reads()) judge_read(target, {"sh"});
  if (!writes(redirection)) return;
  Object object = facts_->object(target, LastLink::kFollowed);
  const bool missing = object.type == ObjectType::kMissing;
  const bool disk = object.type == ObjectType::kBlockDevice;
  Action action = blank(missing ? Act::kCreate : Act::kModify);
  action.syscall = "openat";
  action.appends = !missing && (redirection.op == ">>" || redirection.op == "&>>");
  action.objects = {std::move(object)};
  if (!disk) return add_assessed(std::move(action), true);
  Assessment assessment = device_finding(action.objects[0].path);
  add(std::move(action), std::move(assessment));
}

void Judge::judge(const PreviewCommand& command) {
  enter(folder_of(command.folder, origin_, home_));
  if (command.turns.empty() || takes_each(command, assessor_.specs())) {
    judge_exec(command, command.words);
  } else {
    for (const ShellWords& words : command.turns) judge_exec(command, words);
  }
  if (command.remote) return;
  for (const auto& redirection : command.redirections) {
    judge_redirection(redirection, command.folder);
  }
}

}  // namespace

bool outranks(const Assessment& a, const Assessment& b) {
  if (a.block != b.block) return a.block;
  return a.tier > b.tier;
}

std::vector<JudgedAct> judge_preview(const Preview& preview, const Action& origin,
                                     const Assessor& assessor, ShellWorld& world, Detail detail) {
  Judge judge(origin, assessor, world, detail);
  if (preview.fork_bomb) judge.add(origin, fork_bomb_finding());
  if (preview.feed.source != FeedSource::kNone) judge.add(origin, feed_finding(preview.feed));
  for (const PreviewCommand& command : preview.commands) judge.judge(command);
  return judge.take();
}

}  // namespace guard::policy
