// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert_plan.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <climits>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/files/patient_open.h"
#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/alerts/webhook_signature.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongestSecret = 16 * 1024;  // the key of a certificate may be that
constexpr std::chrono::seconds kForSecret{5};      // a busy machine needs some of it

// The variables that a program that mails or notifies needs; nothing that steers a loader or a
// shell.
constexpr auto kPassedOn = std::to_array<std::string_view>({"HOME",
                                                            "USER",
                                                            "LOGNAME",
                                                            "LANG",
                                                            "LANGUAGE",
                                                            "TZ",
                                                            "DISPLAY",
                                                            "WAYLAND_DISPLAY",
                                                            "XAUTHORITY",
                                                            "DBUS_SESSION_BUS_ADDRESS",
                                                            "XDG_RUNTIME_DIR",
                                                            "XDG_CONFIG_HOME",
                                                            "TMUX",
                                                            "SSL_CERT_FILE",
                                                            "SSL_CERT_DIR",
                                                            "HTTP_PROXY",
                                                            "HTTPS_PROXY",
                                                            "NO_PROXY",
                                                            "http_proxy",
                                                            "https_proxy",
                                                            "no_proxy"});

bool is_passed_on(std::string_view name) {
  return name.starts_with("LC_") || std::ranges::find(kPassedOn, name) != kPassedOn.end();
}

std::string variable(const AlertWorld& world, std::string_view name) {
  for (const std::string& entry : world.environment) {
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
      return entry.substr(name.size() + 1);
  }
  return {};
}

std::string canonical(const std::string& path) {
  std::error_code error;
  const auto found = std::filesystem::canonical(path, error);
  return error ? std::string() : found.string();
}

std::string without_tilde(const std::string& path, const std::string& home) {
  return path.starts_with("~/") ? home + path.substr(1) : path;
}

std::vector<std::string> folders_of(const std::string& path) {
  std::vector<std::string> folders;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t colon = std::min(path.find(':', at), path.size());
    folders.push_back(path.substr(at, colon - at));
    at = colon + 1;
  }
  return folders;
}

// The folders of PATH that the tree cannot put a program into.
std::vector<std::string> safe_folders(const AlertWorld& world) {
  std::vector<std::string> folders;
  for (const std::string& folder : folders_of(variable(world, "PATH"))) {
    const std::string lies = folder.starts_with('/') ? canonical(folder) : "";
    if (!lies.empty() && !world.tree_may_write(lies + "/x")) folders.push_back(lies);
  }
  return folders;
}

bool is_program(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

std::string find_program(const std::string& name, const AlertWorld& world) {
  for (const std::string& folder : safe_folders(world)) {
    const std::string lies = canonical(folder + "/" + name);
    if (!lies.empty() && is_program(lies) && !world.tree_may_write(lies)) return lies;
  }
  return {};
}

bool is_there(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

// Somebody who logs in over ssh has notify-send too, and no desktop.
bool has_desktop(const AlertWorld& world) {
  const bool shows =
      !variable(world, "DISPLAY").empty() || !variable(world, "WAYLAND_DISPLAY").empty();
  const std::string runtime = variable(world, "XDG_RUNTIME_DIR");
  return shows && (!variable(world, "DBUS_SESSION_BUS_ADDRESS").empty() ||
                   (!runtime.empty() && is_there(runtime + "/bus")));
}

void plan_desktop(AlertPlan& plan, const policy::Alerts& alerts, const AlertWorld& world) {
  using policy::DesktopAlerts;
  const bool wanted = alerts.desktop == DesktopAlerts::kOn ||
                      (alerts.desktop == DesktopAlerts::kAuto && has_desktop(world));
  if (!wanted) return;
  const std::string program = find_program("notify-send", world);
  if (!program.empty()) plan.notify_send = program;
  if (program.empty() && alerts.desktop == DesktopAlerts::kOn)
    plan.problems.push_back(
        {"desktop", "notify-send is not installed: install the package libnotify-bin"});
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::vector<std::string> watch_words(const AlertWorld& world) {
  return {world.guard_image, "watch", "--until-answered", "--session", world.socket};
}

void plan_tmux(AlertPlan& plan, const policy::Alerts& alerts, const AlertWorld& world) {
  // "SOCKET,PID,SESSION" and "%PANE": what tmux tells the programs in it.
  const std::string pane = variable(world, "TMUX_PANE");
  const std::string server = variable(world, "TMUX");
  const std::string session = server.substr(server.rfind(',') + 1);
  const bool inside = pane.starts_with('%') && is_number(pane.substr(1)) && is_number(session);
  if (alerts.tmux == policy::TmuxAlerts::kOff || !inside) return;
  const std::string program = find_program("tmux", world);
  if (program.empty()) {
    plan.problems.push_back({"tmux", "tmux is not found on PATH"});
    return;
  }
  plan.tmux = TmuxPlan{program, pane, "$" + session + ":", alerts.tmux, watch_words(world)};
  if (alerts.tmux == policy::TmuxAlerts::kMessage || !world.tree_may_write(world.guard_image))
    return;
  plan.tmux->how = policy::TmuxAlerts::kMessage;
  plan.problems.push_back({"tmux", "guard itself lies where the supervised program may write: " +
                                       std::string("a message instead of guard watch")});
}

// Arguments that name a file are code or settings of the program more often than not.
std::string why_not_run(const std::vector<std::string>& words, const AlertWorld& world) {
  for (const std::string& word : words) {
    const std::string lies = word.starts_with('/') ? canonical(word) : "";
    if (!lies.empty() && world.tree_may_write(lies))
      return safe_text(word) + " lies where the supervised program may write; keep it elsewhere";
  }
  return {};
}

void plan_command(AlertPlan& plan, const policy::Alerts& alerts, const AlertWorld& world) {
  if (alerts.command.empty()) return;
  auto command = find_command(alerts.command, world);
  if (command) {
    plan.command = std::move(*command);
  } else {
    plan.problems.push_back({"command", command.error().text()});
  }
}

Result<std::string> secret_of(const policy::Webhook& hook, const policy::Alerts& alerts,
                              const AlertWorld& world) {
  if (!hook.secret_file.empty())
    return read_own_secret(alert_secret_of(alerts, world.home), "the secret's file");
  std::string secret = variable(world, hook.secret_env);
  if (secret.empty())
    return fail(Code::kNotFound, "the variable " + hook.secret_env + " is not set");
  return secret;
}

void plan_webhook(AlertPlan& plan, const policy::Alerts& alerts, const AlertWorld& world) {
  if (!alerts.webhook) return;
  const auto to = policy::parse_web_address(alerts.webhook->url);
  auto secret = secret_of(*alerts.webhook, alerts, world);
  auto key = secret ? webhook_key_of(*secret) : Result<std::string>(forward(secret.error()));
  if (to && key) {
    plan.webhook = WebhookPlan{*to, std::move(*key), alerts.webhook->events};
  } else {
    plan.problems.push_back({"webhook", to ? key.error().text() : to.error().text()});
  }
}

}  // namespace

std::vector<std::string> hook_environment(const AlertWorld& world) {
  std::vector<std::string> entries;
  for (const std::string& entry : world.environment)
    if (is_passed_on(entry.substr(0, entry.find('=')))) entries.push_back(entry);
  std::string path;
  for (const std::string& folder : safe_folders(world)) path += (path.empty() ? "" : ":") + folder;
  entries.push_back("PATH=" + (path.empty() ? "/usr/bin:/bin" : path));
  return entries;
}

Result<CommandPlan> find_command(const std::vector<std::string>& said, const AlertWorld& world) {
  std::vector<std::string> words;
  for (const std::string& word : said) words.push_back(without_tilde(word, world.home));
  if (const std::string why = why_not_run(words, world); !why.empty())
    return fail(Code::kRefused, why);
  const bool is_name = words.front().find('/') == std::string::npos;
  const std::string program =
      is_name ? find_program(words.front(), world) : canonical(words.front());
  if (program.empty() || !is_program(program))
    return fail(Code::kNotFound, safe_text(words.front()) + ": no program is found there");
  return CommandPlan{program, std::move(words)};
}

Result<std::string> read_own_secret(const std::string& path, const char* what) {
  const std::string file_named = what;
  if (path.empty()) return fail(Code::kNotFound, file_named + " is not there");
  const UniqueFd held(::open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  if (!held.valid() || ::fstat(held.get(), &status) != 0) return fail_errno(file_named);
  const bool ours = status.st_uid == ::geteuid() || status.st_uid == 0;
  if (!S_ISREG(status.st_mode) || !ours || (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return fail(Code::kRefused, file_named + " must be its owner's alone (chmod 600)");
  // Another session may have leased it: that one lets go for whoever waits and is not of its tree.
  const UniqueFd file = open_patiently(held.get(), O_RDONLY | O_CLOEXEC | O_NOCTTY, kForSecret);
  if (!file.valid()) return fail_errno(file_named);
  std::string text(kLongestSecret, '\0');
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got < 0) return fail_errno(file_named);
  text.resize(static_cast<std::size_t>(got));
  return text;
}

std::string file_as_it_lies(const std::string& path, const std::string& home) {
  return canonical(without_tilde(path, home));
}

std::vector<std::string> AlertPlan::ways() const {
  std::vector<std::string> names;
  if (notify_send) names.emplace_back("desktop");
  if (tmux) names.emplace_back("tmux");
  if (webhook) names.emplace_back("webhook");
  if (command) names.emplace_back("command");
  return names;
}

std::function<bool(const std::string&)> written_by_tree(const policy::PathClassifier& classifier) {
  return [&classifier](const std::string& path) {
    using policy::PathClass;
    constexpr std::array kTrees = {PathClass::kWorkspace, PathClass::kWorkspaceRoot,
                                   PathClass::kVcs,       PathClass::kTmp,
                                   PathClass::kCache,     PathClass::kOwnState};
    return std::ranges::count(kTrees, classifier.classify(path, policy::ObjectType::kFile)) > 0;
  };
}

AlertPlan plan_alerts(const policy::Alerts& alerts, const AlertWorld& world) {
  AlertPlan plan;
  plan.after = alerts.after;
  plan.session = world.session;
  plan_desktop(plan, alerts, world);
  plan_tmux(plan, alerts, world);
  plan_webhook(plan, alerts, world);
  plan_command(plan, alerts, world);
  if (plan.has_ways()) plan.environment = hook_environment(world);
  return plan;
}

std::string alert_secret_of(const policy::Alerts& alerts, const std::string& home) {
  if (!alerts.webhook || alerts.webhook->secret_file.empty()) return {};
  return file_as_it_lies(alerts.webhook->secret_file, home);
}

}  // namespace guard::supervisor
