// SPDX-License-Identifier: Apache-2.0
#include "console/run/raised_run.h"

#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <string_view>
#include <utility>

#include "base/process/pid_handle.h"
#include "base/process/process_stat.h"
#include "console/places/locations.h"
#include "policy/decide/pre_confirmed.h"
#include "supervisor/rights/raised_link.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr int kMostAncestors = 64;

tl::unexpected<Error> refused(std::string why) {
  return fail(Code::kRefused, "--raised-by: " + std::move(why));
}

bool read_number(std::string_view text, int& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0;
}

bool descends_from(pid_t ancestor) {
  pid_t at = ::getpid();
  for (int steps = 0; steps < kMostAncestors && at > 1; ++steps) {
    const auto stat = read_process_stat(at);
    if (!stat) return false;
    if (stat->parent == ancestor) return true;
    at = stat->parent;
  }
  return false;
}

Result<UniqueFd> take_link(const std::string& place) {
  int pid = 0;
  int number = 0;
  const std::size_t colon = place.find(':');
  if (colon == std::string::npos || !read_number(place.substr(0, colon), pid) ||
      !read_number(place.substr(colon + 1), number))
    return refused("guard itself starts this, for an approved sudo of a session");
  const auto session = PidHandle::open(pid);
  // Looked at while the handle is held: the number cannot be another's by now.
  if (!session || !descends_from(pid)) return refused("this is not started by that session");
  auto link = session->take_fd(number);
  if (!link) return refused("the session cannot be reached: " + link.error().text());
  return link;
}

// Its record, and answers that hold always, lie below it.
bool is_home_of_another() {
  struct stat status {};
  return ::stat(home_folder().c_str(), &status) != 0 || status.st_uid != ::geteuid();
}

policy::PolicyFile file_of(const Json& said) {
  policy::PolicyFile file;
  file.name = said.at("name").get<std::string>();
  file.text = said.at("text").get<std::string>();
  file.trust = said.at("tightens").get<bool>() ? policy::FileTrust::kMayOnlyTighten
                                               : policy::FileTrust::kTrusted;
  file.was_trusted = said.at("was_trusted").get<bool>();
  file.only_profiles = said.at("only_profiles").get<bool>();
  return file;
}

// As a line of --pre-confirm, no word of which is a pattern.
std::string line_of(const Json& words) {
  std::string line;
  for (const Json& word : words) {
    line += line.empty() ? "'" : " '";
    for (const char c : word.get<std::string>()) line += c == '\'' ? "'\\''" : std::string(1, c);
    line += '\'';
  }
  return line;
}

void take(const Json& plan, RunSettings& settings) {
  GivenPolicy given;
  for (const Json& file : plan.at("policy")) given.files.push_back(file_of(file));
  given.hash = plan.at("hash").get<std::string>();
  given.mode = plan.at("mode").get<std::string>();
  given.safe_mode = plan.at("safe_mode").get<bool>();
  given.home = plan.at("home").get<std::string>();
  given.guard_folders = plan.at("guard_folders").get<std::vector<std::string>>();
  given.ssh_socket = plan.at("ssh_socket").get<std::string>();
  for (const Json& object : plan.at("shown"))
    given.shown.add({object.at(0).get<std::uint64_t>(), object.at(1).get<std::uint64_t>()});
  settings.given = std::move(given);
  settings.session = plan.at("session").get<std::string>();
  settings.workspace = plan.at("workspace").get<std::vector<std::string>>();
  settings.on_ask = static_cast<policy::OnAsk>(plan.at("on_ask").get<int>());
  settings.undo = plan.at("undo").get<bool>();
  // A command that no such line may name (`reboot` alone) is asked about once more.
  std::string line = line_of(plan.at("confirmed"));
  if (policy::read_pre_confirmed(line)) settings.pre_confirm.push_back(std::move(line));
  settings.quiet = true;
}

}  // namespace

Result<RaisedRun> join_session_outside(const std::string& place) {
  RaisedRun run;
  if (place.empty()) return run;
  if (is_home_of_another()) return refused("sudo keeps HOME of another user (env_keep in sudoers)");
  auto link = take_link(place);
  if (!link) return forward(link.error());
  run.link = std::move(*link);
  if (auto said = supervisor::say_json(run.link.get(), {{"hello", true}}); !said)
    return refused(said.error().context);
  const auto heard = supervisor::hear_json(run.link.get());
  if (!heard || !heard->contains("plan")) return refused("the session says nothing");
  run.plan = heard->at("plan");
  return run;
}

// nlohmann throws where something is missing: caught here, at its door.
Result<void> take_plan(const Json& plan, RunSettings& settings) {
  try {
    take(plan, settings);
  } catch (const Json::exception& error) {
    return refused(std::string("the session's plan cannot be read: ") + error.what());
  }
  return {};
}

}  // namespace guard::console
