// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/later_acts.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "policy/assess/preview.h"
#include "policy/command/command_levels.h"
#include "policy/command/git_places.h"
#include "policy/command/git_steps.h"
#include "policy/command/written_files.h"
#include "policy/network/named_place.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/check/git_words.h"
#include "supervisor/check/named_destinations.h"
#include "supervisor/check/preview_world.h"
#include "supervisor/facts/git_hosts.h"
#include "supervisor/facts/tree_facts.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using policy::Act;
using policy::CommandLevel;
using policy::NamedPlace;
using policy::Verdict;

// They read, print, or do to files no more than their words say.
constexpr auto kForeseen = std::to_array<std::string_view>(
    {"",          ":",        "[",        "alias",    "b2sum",  "basename", "bat",     "cal",
     "cat",       "cd",       "cmp",      "column",   "comm",   "cut",      "date",    "df",
     "diff",      "dirname",  "du",       "echo",     "egrep",  "env",      "exa",     "exit",
     "expand",    "export",   "expr",     "eza",      "false",  "fd",       "fgrep",   "file",
     "fmt",       "fold",     "free",     "getent",   "grep",   "groups",   "head",    "hexdump",
     "history",   "hostname", "id",       "jq",       "less",   "locale",   "logname", "ls",
     "lsblk",     "lscpu",    "lsof",     "man",      "md5sum", "more",     "nl",      "nproc",
     "od",        "paste",    "pgrep",    "printenv", "printf", "ps",       "pwd",     "read",
     "readelf",   "readlink", "realpath", "return",   "rg",     "seq",      "set",     "sha1sum",
     "sha256sum", "shift",    "sleep",    "sort",     "stat",   "strings",  "tac",     "tail",
     "test",      "tput",     "tr",       "tree",     "true",   "tty",      "type",    "uname",
     "uniq",      "unset",    "uptime",   "users",    "wc",     "which",    "who",     "whoami",
     "xxd",       "yes",      "yq",       "zcat"});

// Those that connect to what their words name.
constexpr auto kConnecting =
    std::to_array<std::string_view>({"aria2c", "curl", "http", "https", "httpie", "lynx", "rsync",
                                     "scp", "sftp", "ssh", "w3m", "wget", "xh", "yt-dlp"});
// They take a host without more words around it: the port that it then means.
struct BareHost {
  std::string_view program;
  std::uint16_t port;
};
constexpr std::array kBareHosts = {BareHost{"curl", 80}, BareHost{"wget", 80}, BareHost{"ssh", 22},
                                   BareHost{"sftp", 22}};

constexpr auto kEngines = std::to_array<std::string_view>({"docker", "docker-compose", "nerdctl"});
constexpr const char* kEngineSocket = "/var/run/docker.sock";

template <class Names>
bool is_one_of(std::string_view name, const Names& names) {
  return std::ranges::find(names, name) != names.end();
}

// They start a program with names that are known only then.
bool names_come_later(const CommandLevel& level) {
  constexpr auto kStarts =
      std::to_array<std::string_view>({"exec", "execdir", "ok", "okdir", "x", "X", "exec-batch"});
  const std::string& program = level.line.program;
  if (program == "xargs" || program == "parallel") return true;
  return (program == "find" || program == "fd" || program == "fdfind") &&
         std::ranges::any_of(kStarts, [&](auto name) { return level.line.has_flag(name); });
}

// "1e rm x", "s/a/b/e": sed(1) runs what such a command names.
bool may_run_commands(const CommandLevel& sed) {
  return std::ranges::any_of(sed.argv, [](const std::string& word) {
    for (std::size_t at = word.find('e'); at != std::string::npos; at = word.find('e', at + 1)) {
      constexpr std::string_view kBefore = "0123456789$/}; !";
      const bool begins = at == 0 || kBefore.find(word[at - 1]) != std::string_view::npos;
      const bool ends = at + 1 == word.size() || word[at + 1] == ' ' || word[at + 1] == ';';
      if (begins && ends && !word.starts_with('-')) return true;
    }
    return false;
  });
}

// The program does no more than its words say.
bool is_foreseen(const CommandLevel& level) {
  const std::string& program = level.line.program;
  if (program == "git") {
    const std::string& given = level.line.subcommand;
    const std::string word = given.substr(0, given.find(' '));
    return (word.empty() || is_gits_own(word)) && !talks_to_remotes(word) &&
           policy::is_git_on_its_own(program, level.argv);
  }
  if (program == "sed")
    return !level.line.has_flag("i") && !level.line.has_flag("in-place") &&
           !may_run_commands(level);
  const bool is_shell = level.shell_text.has_value();  // judged by itself
  const bool has_effect =
      level.spec != nullptr && level.spec->operand_role != policy::OperandRole::kNone;
  const bool only_tells =
      level.argv.size() == 2 && (level.argv[1] == "--version" || level.argv[1] == "--help");
  if (program == "perl") return only_tells;  // the code in its words may do anything
  return is_shell || has_effect || only_tells || is_one_of(program, kForeseen);
}

std::vector<NamedPlace> places_of(const CommandLevel& level, const policy::Action& exec,
                                  const std::string& home) {
  const std::string& program = level.line.program;
  if (program == "git") return git_hosts_of(exec, level.line, home).places;
  if (is_one_of(program, kEngines) && ::access(kEngineSocket, F_OK) == 0 &&
      std::getenv("DOCKER_HOST") == nullptr && level.argv.size() > 1)
    return {{kEngineSocket, 0}};
  std::vector<NamedPlace> places;
  if (!is_one_of(program, kConnecting)) return places;
  const auto bare = std::ranges::find(kBareHosts, program, &BareHost::program);
  for (const auto& word : level.line.operands) {
    auto place = policy::place_in(word);
    if (!place && bare != kBareHosts.end() && word.find('=') == std::string::npos)
      place = policy::place_of_authority(word.substr(0, word.find('/')), bare->port);
    if (place) places.push_back(*std::move(place));
    if (program == "ssh") break;  // the rest runs there
  }
  return places;
}

policy::Action connect_to(policy::Destination destination, const policy::Action& by) {
  policy::Action action;
  action.act = Act::kConnect;
  action.syscall = "connect";
  action.cwd = by.cwd;
  action.actor.exe = by.exe;
  action.actor.argv = by.argv;
  action.actor.known_argv = by.known_argv;
  action.actor.installed = by.image_origin == policy::ImageOrigin::kInstalled;
  action.destination = std::move(destination);
  return action;
}

policy::Action write_of(policy::Object object, const policy::Action& by) {
  policy::Action action;
  action.act = object.type == policy::ObjectType::kMissing ? Act::kCreate : Act::kModify;
  action.syscall = "openat";
  action.actor.exe = by.exe;
  action.actor.argv = by.argv;
  action.actor.installed = by.image_origin == policy::ImageOrigin::kInstalled;
  action.objects = {std::move(object)};
  return action;
}

policy::Action act_of_git(const policy::NamedFile& named, const policy::Action& by,
                          policy::Facts& facts) {
  policy::Action action;
  action.act = named.act;
  action.syscall = named.act == Act::kDelete ? "unlink" : "openat";
  action.actor.exe = by.exe;
  action.actor.argv = by.argv;
  action.actor.installed = by.image_origin == policy::ImageOrigin::kInstalled;
  action.objects = {facts.object(named.path, LastLink::kKept)};
  if (named.act != Act::kRename) return action;
  action.syscall = "rename";
  const policy::Object to = facts.object(named.to, LastLink::kFollowed);
  const bool into = to.type == policy::ObjectType::kDirectory;
  action.objects.push_back(
      into ? facts.object(to.path + "/" + std::string(base_name(action.objects[0].path)),
                          LastLink::kKept)
           : to);
  return action;
}

std::string shown_from(const std::string& folder, const std::string& path) {
  return path.starts_with(folder + "/") ? path.substr(folder.size() + 1) : path;
}

// "read 2 secrets: .env, lib/.env"
std::string act_text(const policy::Action& action) {
  if (action.act == Act::kExec) return command_text(action.argv);
  return std::string(policy::name_of(action.act)) +
         (action.objects.empty() ? "" : " " + action.objects.front().path);
}

std::string searched_text(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 3;
  std::string text = "read " + count_text(names.size(), "secret", "secrets") + ": ";
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  return text + (names.size() > kShown ? ", ..." : "");
}

Json entry_of(const std::string& what, const policy::Decision& decision) {
  return {{"what", safe_text(what)},
          {"decision", policy::name_of(decision.verdict)},
          {"tier", decision.assessment.tier},
          {"rule", decision.rule}};
}

// The engine does what it is told with rights of its own.
Json entry_of_engine(const NamedPlace& place) {
  return {{"what", safe_text("connect " + place.host)},
          {"decision", policy::name_of(Verdict::kAsk)},
          {"tier", 3},
          {"rule", policy::own_rule("socket.outside")}};
}

class Later {
 public:
  explicit Later(const CheckContext& context)
      : context_(context), home_(context.paths.classifier().roots().home) {}

  // A command that is asked about first connects all the same, once somebody has approved it.
  void add(const policy::JudgedAct& act, Verdict verdict) {
    if (act.action.act != Act::kExec) return;
    const bool starts = verdict == Verdict::kAllow;
    looked_short_ = looked_short_ || act.looked_short;
    add_search(act);
    const auto chain = policy::command_levels(act.action.argv, context_.assessor.specs());
    for (const CommandLevel& level : chain.levels) {
      const bool last = &level == &chain.levels.back();
      judged_ = judged_ || (starts && (names_come_later(level) || (last && !is_foreseen(level))));
      add_written(level, act.action, starts);
      for (const NamedPlace& place : places_of(level, act.action, home_)) add(place, act.action);
    }
    judged_ = judged_ || (starts && rule_may_hold_for_git(chain));
    if (starts) count_deleted(act, chain);
    if (!chain.levels.empty() && chain.levels.back().line.program == "git") {
      if (starts) add_made(chain.levels.back().line, act.action);
      add_named(chain.levels.back().line, act, starts);
      if (starts) add_alias(chain.levels.back().line, act.action);
    }
    const auto known = policy::command_levels(act.action.known_argv, context_.assessor.specs());
    for (const CommandLevel& level : known.levels) {
      for (const NamedPlace& place : places_of(level, act.action, home_)) add(place, act.action);
    }
  }

  [[nodiscard]] Json take() && {
    constexpr std::uint64_t kMostUnasked = 4;
    if (deleting_ > 1 && deleted_ > kMostUnasked)
      asks_.push_back({{"what", "delete " + std::to_string(deleted_) + " files one by one"},
                       {"decision", policy::name_of(Verdict::kAsk)},
                       {"tier", 2},
                       {"rule", policy::own_rule("fs.delete.many")}});
    return {{"judged_later", judged_ || looked_short_ || !asks_.empty()},
            {"later", std::move(asks_)},
            {"looked_short", looked_short_}};
  }

 private:
  // A rule speaks of files, and git writes files that no word of it names.
  [[nodiscard]] bool rule_may_hold_for_git(const policy::CommandLevels& chain) const {
    if (chain.levels.empty() || !context_.evaluator.limits_writes()) return false;
    const policy::CommandLine& line = chain.levels.back().line;
    const bool has_more = line.subcommand.find(' ') == std::string::npos && !line.operands.empty();
    return line.program == "git" &&
           rewrites_work_tree(line.subcommand + (has_more ? " " + line.operands.front() : ""));
  }
  // One after another, by a loop or a list of commands: a run counts their files.
  void count_deleted(const policy::JudgedAct& act, const policy::CommandLevels& chain) {
    if (chain.levels.empty() || !act.assessment.effect) return;
    const auto* const spec = chain.levels.back().spec;
    if (spec == nullptr || spec->operand_role != policy::OperandRole::kDelete) return;
    const std::uint64_t before = act.assessment.effect->preexisting;
    if (before == 0) return;
    ++deleting_;
    deleted_ += before;
  }
  // One question for all of them, as the search starts.
  void add_search(const policy::JudgedAct& act) {
    std::vector<std::string> names;
    std::optional<policy::Decision> worst;
    for (const policy::Object& secret : act.searched) {
      policy::Action action;
      action.act = Act::kRead;
      action.syscall = "openat";
      action.cwd = act.action.cwd;
      action.actor.exe = act.action.exe;
      action.actor.argv = act.action.argv;
      action.actor.installed = act.action.image_origin == policy::ImageOrigin::kInstalled;
      action.objects = {secret};
      policy::Decision decision = decided(std::move(action));
      if (decision.verdict == Verdict::kAllow) continue;
      names.push_back(shown_from(act.action.cwd, secret.path));
      if (!worst || outranks(decision, *worst)) worst = std::move(decision);
    }
    if (worst) add_entry(entry_of(searched_text(names), *worst));
  }
  // Outside of the workspace each is a question: one for a whole work tree.
  void add_made(const policy::CommandLine& git, const policy::Action& by) {
    PreviewWorld world(context_, {});
    const std::string folder =
        lexically_normal(by.cwd.empty() ? "/" : by.cwd, git.value_of("C").value_or("."));
    const auto facts = world.facts_in(folder);
    for (const std::string& place : policy::places_git_makes(git)) {
      policy::Object object = facts->object(place, LastLink::kFollowed);
      if (object.type == policy::ObjectType::kDirectory) continue;
      const bool is_new = object.type == policy::ObjectType::kMissing;
      policy::Action action = write_of(std::move(object), by);
      action.cwd = folder;
      action.syscall = is_new ? "mkdirat" : "openat";
      add_entry(entry_of((is_new ? "create " : "modify ") + place, decided(std::move(action))));
    }
  }
  // A command that is asked about first is denied its files all the same.
  void add_written(const CommandLevel& level, const policy::Action& by, bool starts) {
    const policy::WrittenFiles written = policy::written_files(level);
    judged_ = judged_ || (starts && (written.others || !written.files.empty()));
    PreviewWorld world(context_, {});
    std::string folder = by.cwd.empty() ? "/" : by.cwd;
    if (level.line.program == "git")
      folder = lexically_normal(folder, level.line.value_of("C").value_or("."));
    const auto facts = world.facts_in(folder);
    for (const std::string& file : written.files) {
      policy::Object object = facts->object(file, LastLink::kFollowed);
      const bool is_new = object.type == policy::ObjectType::kMissing;
      if (object.type == policy::ObjectType::kDirectory || (!is_new && written.made_alone))
        continue;
      const char* verb = is_new ? "create " : "modify ";
      policy::Action action = write_of(std::move(object), by);
      action.cwd = folder;
      const policy::Decision decision = decided(std::move(action));
      if (starts || decision.verdict != Verdict::kAsk) add_entry(entry_of(verb + file, decision));
    }
  }
  // Adds what a rule of the policy says of the files that git's words name, and secrets among those
  // that it reads; all else is git's trade. A command that is asked about first is denied all the
  // same.
  void add_named(const policy::CommandLine& git, const policy::JudgedAct& by, bool starts) {
    PreviewWorld world(context_, {});
    const std::string& cwd = by.action.cwd;
    const std::string folder =
        lexically_normal(cwd.empty() ? "/" : cwd, git.value_of("C").value_or("."));
    const auto facts = world.facts_in(folder);
    for (const policy::NamedFile& named : policy::files_git_names(git)) {
      policy::Action action = act_of_git(named, by.action, *facts);
      action.cwd = folder;
      const policy::Object& object = action.objects[0];
      const bool read = named.act == Act::kRead;
      if (read && object.path_class != policy::PathClass::kSecret) continue;
      if (git.subcommand == "checkout" && !git.has_flag("--") &&
          object.type == policy::ObjectType::kMissing)
        continue;  // a commit
      // In a folder git writes the files that differ, which no word names.
      if (object.type == policy::ObjectType::kDirectory && rewrites_work_tree(git.subcommand))
        continue;
      const policy::Decision decision = decided(action);
      const bool counts = decision.verdict == Verdict::kAsk
                              ? starts && (read || decision.asked_by_rule)
                              : decision.verdict != Verdict::kAllow;
      if (counts)
        add_entry(entry_of(
            std::string(policy::name_of(named.act)) + " " + shown_from(folder, object.path),
            decision));
    }
  }
  // git starts itself, or a shell, with what an alias stands for.
  void add_alias(const policy::CommandLine& git, const policy::Action& by) {
    constexpr int kMost = 5;  // an alias may name another one; git refuses a loop
    const std::vector<std::string> argv = alias_argv(by, git, home_);
    if (argv.empty() || aliases_ == kMost) return;
    ++aliases_;
    PreviewWorld world(context_, {});
    for (policy::JudgedAct& act :
         policy::judge_preview(policy::preview_command(argv), by, context_.assessor, world)) {
      const policy::Decision decision = decide_act(context_, act);
      add_entry(entry_of(act_text(act.action), decision));
      if (decision.verdict == Verdict::kAllow || decision.verdict == Verdict::kAsk)
        add(act, decision.verdict);
    }
    --aliases_;
  }
  [[nodiscard]] policy::Decision decided(policy::Action action) const {
    PreviewWorld world(context_, {});
    const auto facts = world.facts_in(action.cwd);
    policy::JudgedAct judged{.action = std::move(action), .assessment = {}};
    judged.assessment = context_.assessor.assess(judged.action, *facts);
    return decide_act(context_, judged);
  }
  void add_entry(Json entry) {
    const bool is_new = std::ranges::find(asks_, entry) == asks_.end();
    if (entry["decision"] != "allow" && is_new) asks_.push_back(std::move(entry));
  }
  void add(const NamedPlace& place, const policy::Action& by) {
    if (place.host.starts_with('/')) return add_entry(entry_of_engine(place));
    for (policy::Destination& to : destinations_of(place))
      add_entry(entry_of("connect " + place.host, decided(connect_to(std::move(to), by))));
  }

  const CheckContext& context_;
  const std::string& home_;
  bool judged_ = false;
  bool looked_short_ = false;  // not all that it would come to was looked at
  int aliases_ = 0;            // one inside another
  int deleting_ = 0;           // commands that delete files of before
  std::uint64_t deleted_ = 0;  // such files
  Json asks_ = Json::array();
};

}  // namespace

Json later_json(const CheckContext& context, const std::vector<policy::JudgedAct>& acts,
                const std::vector<policy::Decision>& decisions) {
  Later later(context);
  for (std::size_t i = 0; i < acts.size() && i < decisions.size(); ++i) {
    const Verdict verdict = decisions[i].verdict;
    if (verdict == Verdict::kAllow || verdict == Verdict::kAsk) later.add(acts[i], verdict);
  }
  return std::move(later).take();
}

}  // namespace guard::supervisor
