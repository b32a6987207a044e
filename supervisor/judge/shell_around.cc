// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/shell_around.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "supervisor/actors/shell_command.h"

namespace guard::supervisor {
namespace {

using policy::Actor;

// The characters that may stand right before or behind a word of a shell text.
constexpr std::string_view kEndsAWord = " \t\n/'\"=;&|<>(){},";

bool ends_a_word(std::string_view text, std::size_t at) {
  return at >= text.size() || kEndsAWord.find(text[at]) != std::string_view::npos;
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if ((at == 0 || ends_a_word(text, at - 1)) && ends_a_word(text, at + word.size())) return true;
  }
  return false;
}

// The text that its program runs; else the one that it ran itself before.
std::string running_text(const Process& process) {
  std::string text = shell_text_of(process.program->actor.argv);
  return text.empty() ? process.former_text : text;
}

constexpr auto kFeeders =
    std::to_array<std::string_view>({"xargs", "parallel", "rush", "fd", "fdfind"});
constexpr auto kFindActions =
    std::to_array<std::string_view>({"-exec", "-execdir", "-ok", "-okdir"});

bool is_any_of(const auto& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// `busybox xargs`: one program with many names.
std::string_view called(const std::vector<std::string>& argv) {
  constexpr auto kBoxes = std::to_array<std::string_view>({"busybox", "toybox"});
  if (argv.empty()) return {};
  const std::string_view name = base_name(argv[0]);
  return is_any_of(kBoxes, name) && argv.size() > 1 ? base_name(argv[1]) : name;
}

// Also `find -exec`: it names what it has found.
bool hands_out_names(const Program& program) {
  const auto& argv = program.actor.argv;
  const bool finds = called(argv) == "find" && std::ranges::any_of(argv, [](const auto& word) {
                       return is_any_of(kFindActions, word);
                     });
  return finds || is_fed(program);
}

// These run what somebody has written, or what their own words say: their texts are typed. Any
// other program may have put together a text of names that it has found.
bool runs_what_is_written(const Actor& actor) {
  constexpr auto kThese = std::to_array<std::string_view>(
      {"ash",  "bash",    "bmake",  "bun",     "busybox", "cargo", "chrt",   "cmake",  "ctest",
       "dash", "doas",    "env",    "fish",    "flock",   "git",   "gmake",  "ionice", "just",
       "ksh",  "make",    "meson",  "mksh",    "ninja",   "nice",  "nohup",  "npm",    "npx",
       "pnpm", "samu",    "script", "setpriv", "setsid",  "sh",    "stdbuf", "su",     "sudo",
       "task", "taskset", "time",   "timeout", "toybox",  "yarn",  "zsh"});
  return is_any_of(kThese, actor.script.empty() ? base_name(actor.exe) : actor.script);
}

}  // namespace

std::string text_around(const Process& process) {
  if (!process.former_text.empty()) return process.former_text;
  for (auto above = process.parent; above; above = above->parent) {
    std::string text = running_text(*above);
    if (!text.empty()) return text;
  }
  return {};
}

bool is_fed(const Program& program) {
  return is_any_of(kFeeders, called(program.actor.argv));
}

// Up to the agent itself: what a known one puts together is its own wording.
bool is_typed_by_hand(const Process& process, std::string_view path) {
  const std::string_view name = base_name(path);
  bool named = false;   // by the nearest text
  bool handed = false;  // by a program since then: a further text must name it
  bool fed = false;
  for (const Process* at = &process; at != nullptr; at = at->parent.get()) {
    const bool known_agent = at->agent && at->program->agent_itself;
    const std::string text = known_agent ? std::string() : running_text(*at);
    if (at != &process && !at->agent) fed = fed || hands_out_names(*at->program);
    if (at != &process && (!at->agent || !text.empty()))
      handed = handed || hands_out_names(*at->program) || !runs_what_is_written(at->program->actor);
    if (!text.empty()) {
      if (!has_word(text, name)) return named && !handed;
      named = true;
      handed = false;
    }
    if (known_agent) break;
  }
  return !fed;
}

bool is_named_by(const Process& process, std::string_view path) {
  return std::ranges::any_of(process.program->actor.argv, [&](const std::string& word) {
    return has_word(word, base_name(path));
  });
}

}  // namespace guard::supervisor
