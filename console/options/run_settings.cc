// SPDX-License-Identifier: Apache-2.0
#include "console/options/run_settings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "base/text/text.h"
#include "console/options/plan_file.h"
#include "policy/load/locks.h"

namespace guard::console {
namespace {

constexpr OptionRow kRunSettingsRows[] = {
    {"policy", 0, "FILE", "in place of the user's; the project's tightens"},
    {"profile", 0, "NAME", "the agent CMD is; a FILE with a '/'; or none"},
    {"mode", 0, "MODE", "paranoid, balanced, trusting or the policy's own"},
    {"safe-mode", 0, "on|off", "off: tiers 1 to 3 are allowed, recorded"},
    {"workspace", 0, "DIR", "the folder to work in (may be repeated)"},
    {"session", 0, "NAME", "the session's name"},
    {.name = "state-dir",
     .value = "DIR",
     .help = "where the audit trail is kept",
     .shown = Shown::kInManual},
    {.name = "socket", .value = "PATH", .help = "the session's socket", .shown = Shown::kInManual},
    {"require", 0, "LEVEL", "mediated or verified: start with no less"},
    {.name = "backend",
     .value = "NAME",
     .help = "auto, notify, ptrace or preload: how calls come",
     .shown = Shown::kInManual},
    {"landlock", 0, "auto|on|off", "writes stay in known folders (off: to mount)"},
    {"on-ask", 0, "wait|deny|allow", "what a question becomes (allow: tier 2 only)"},
    {"ci", 0, nullptr, "deny questions, sum up at the end"},
    {"fail-on", 0, "REFUSALS", "end with 3: deny, ask, skip, never (--ci: ask)"},
    {"report", 0, "FILE", "at the end: .json, .xml (JUnit), .sarif, .md, -"},
    {"pre-confirm", 0, "CMD", "needs no question; @FILE: nor do its lines"},
    {.name = "keep-fd",
     .value = "N",
     .help = "CMD keeps open descriptor N (may be repeated)",
     .shown = Shown::kInManual},
    {.name = "raised-by",
     .value = "PLACE",
     .help = "by guard itself: root's guard of an approved sudo",
     .shown = Shown::kInManual},
    {"review", 0, nullptr, "at the end: keep or discard what CMD changed"},
    {"try", 0, nullptr, "hold what undo cannot take back: pushes, sudo"},
    {"discard-on-fail", 0, nullptr, "where CMD fails, all that it did here is undone"},
    {"no-undo", 0, nullptr, "save nothing: what changes is asked about"},
    {"kill-at-exit", 0, nullptr, "end what still runs when CMD has ended"},
    {"quiet", 'q', nullptr, "only refusals, waiting questions, what is unsafe"},
    {.name = "log",
     .value = "FILE",
     .help = "what guard itself does; or journald, syslog",
     .shown = Shown::kInManual},
    {.name = "network",
     .value = "judge|log",
     .help = "log: hosts that would be asked about are recorded, and reached",
     .shown = Shown::kInManual},
    {.name = "learn",
     .value = "FILE",
     .help = "write a policy that lets through what was refused",
     .shown = Shown::kInManual},
    {.name = "log-level",
     .value = "SEVERITY",
     .help = "how much --log says: debug, info, warning or error",
     .shown = Shown::kInManual},
};

constexpr char kStatuses[] =
    "exit status: CMD's own; 125 guard failed, 126 refused, 127 no CMD; 3: --fail-on\n";

constexpr OptionTable kRunSettingsTable = {"run",
                                           "start CMD and supervise it and everything it starts",
                                           "-- CMD [ARG...]",
                                           kRunSettingsRows,
                                           1,
                                           kAnyNumber,
                                           true,
                                           "guard run --mode paranoid -- bash",
                                           kStatuses};

// The options that a variable may give: GUARD_MODE for --mode.
constexpr std::array kFromEnvironment = {
    "policy",   "profile", "mode", "safe-mode", "workspace", "state-dir", "require",
    "landlock", "on-ask",  "undo", "backend",   "log",       "log-level"};

std::string variable_of(std::string name) {
  for (char& c : name)
    c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return "GUARD_" + name;
}

class Told {
 public:
  Told(const ParsedOptions& options, const Environment& environment)
      : options_(options), environment_(environment) {}

  [[nodiscard]] std::string one(const std::string& name) const {
    return options_.has(name) ? options_.get(name) : from_environment(name);
  }
  [[nodiscard]] std::vector<std::string> all(const std::string& name) const {
    if (options_.has(name)) return options_.values(name);
    const std::string value = from_environment(name);
    return value.empty() ? std::vector<std::string>{} : std::vector<std::string>{value};
  }
  // How it was said, for errors: "--mode" or "GUARD_MODE".
  [[nodiscard]] std::string spelling(const std::string& name) const {
    return options_.has(name) ? "--" + name : variable_of(name);
  }

 private:
  [[nodiscard]] std::string from_environment(const std::string& name) const {
    const bool may =
        std::find(kFromEnvironment.begin(), kFromEnvironment.end(), name) != kFromEnvironment.end();
    return may ? environment_(variable_of(name).c_str()) : "";
  }
  const ParsedOptions& options_;
  const Environment& environment_;
};

tl::unexpected<Error> invalid(std::string text) {
  return fail(Code::kInvalid, std::move(text));
}

template <class Value>
struct Choice {
  const char* name;
  Value value;
};
constexpr std::array<Choice<bool>, 2> kNetwork = {{{"judge", false}, {"log", true}}};
constexpr std::array<Choice<policy::OnAsk>, 3> kOnAsk = {{{"wait", policy::OnAsk::kWait},
                                                          {"deny", policy::OnAsk::kDeny},
                                                          {"allow", policy::OnAsk::kAllow}}};
constexpr std::array<Choice<supervisor::FailOn>, 4> kFailOn = {
    {{"deny", supervisor::FailOn::kDeny},
     {"ask", supervisor::FailOn::kAsk},
     {"skip", supervisor::FailOn::kSkip},
     {"never", supervisor::FailOn::kNever}}};
constexpr std::array<Choice<bool>, 2> kSwitch = {{{"on", true}, {"off", false}}};
constexpr std::array<Choice<policy::LandlockUse>, 3> kLandlock = {
    {{"auto", policy::LandlockUse::kAuto},
     {"on", policy::LandlockUse::kOn},
     {"off", policy::LandlockUse::kOff}}};
constexpr std::array<Choice<interceptor::WantedBackend>, 4> kBackend = {
    {{"auto", interceptor::WantedBackend::kAuto},
     {"notify", interceptor::WantedBackend::kNotify},
     {"ptrace", interceptor::WantedBackend::kPtrace},
     {"preload", interceptor::WantedBackend::kPreload}}};
constexpr std::array<Choice<int>, 2> kRequire = {{{"mediated", 0}, {"verified", 1}}};

// nullopt: not told.
template <class Choices>
auto choice_of(const Told& told, const char* name, const Choices& choices)
    -> Result<std::optional<decltype(choices[0].value)>> {
  const std::string value = told.one(name);
  if (value.empty() && told.all(name).empty()) return std::nullopt;
  std::string valid;
  std::vector<std::string> names;
  for (const auto& choice : choices) {
    if (value == choice.name) return choice.value;
    valid += (valid.empty() ? "" : ", ") + std::string(choice.name);
    names.emplace_back(choice.name);
  }
  return invalid(told.spelling(name) + " " + safe_text(value) + suggestion("", value, names) +
                 ": use one of " + valid);
}

// The spelling of the option that was meant, of the two: the level's fault names it.
std::string log_spelling(const Told& told, const std::string& fault) {
  return told.spelling(fault.starts_with("log level") ? "log-level" : "log");
}

Result<std::string> session_name(const std::string& name) {
  constexpr std::size_t kLongest = 64;
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
  });
  if (!plain || name.size() > kLongest || name.starts_with('.') || name.starts_with('-'))
    return invalid("--session " + safe_text(name) +
                   ": use at most 64 letters, digits, '-', '_' and '.'");
  // A chain of the record that is called so is an undo's, a prune's, or tells of rights.
  for (const std::string_view own : {"undo-", "prune-", "rights-"})
    if (name.starts_with(own))
      return invalid("--session " + safe_text(name) + ": names that begin with " +
                     std::string(own) + " are guard's own");
  return name;
}

Result<std::vector<int>> descriptors_to_keep(const std::vector<std::string>& words) {
  std::vector<int> numbers;
  for (const std::string& word : words) {
    int number = -1;
    const char* end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || rest != end || number < 0)
      return invalid("--keep-fd " + safe_text(word) + ": not the number of a descriptor");
    if (number < 3)
      return invalid("--keep-fd " + word + ": standard streams stay open: give a number from 3 up");
    numbers.push_back(number);
  }
  return numbers;
}

// --ci answers questions itself; only saying the same again is no contradiction.
Result<policy::OnAsk> on_ask_of(const Told& told, bool ci) {
  const auto chosen = choice_of(told, "on-ask", kOnAsk);
  if (!chosen) return forward(chosen.error());
  if (!ci) return chosen->value_or(policy::OnAsk::kWait);
  if (chosen->value_or(policy::OnAsk::kDeny) != policy::OnAsk::kDeny)
    return invalid("--ci denies what would be asked: it cannot be combined with " +
                   told.spelling("on-ask") + " " + told.one("on-ask"));
  return policy::OnAsk::kDeny;
}

}  // namespace

const OptionTable& run_options() {
  return kRunSettingsTable;
}

std::vector<std::string> run_variables() {
  std::vector<std::string> names;
  for (const char* option : kFromEnvironment) names.push_back(variable_of(option));
  return names;
}

namespace {

// A learned policy is a report, too.
Result<std::vector<std::string>> read_reports(const ParsedOptions& options) {
  std::vector<std::string> reports = options.values("report");
  for (const std::string& file : options.values("learn")) {
    if (file.empty() || file == "--") return invalid("--learn wants a file before `--`");
    reports.push_back("policy:" + file);
  }
  return reports;
}

}  // namespace

namespace {

Result<void> check_that_undo_keeps(const RunSettings& settings) {
  if (settings.undo != false) return {};
  if (settings.reviews) return invalid("--review shows what undo keeps, which is off");
  if (settings.discards_on_fail)
    return invalid("--discard-on-fail takes back by undo, which is off");
  if (settings.tries) return invalid("--try lets happen what undo takes back, and undo is off");
  return {};
}

}  // namespace

namespace {

// Options whose words are taken as they are.
void take_texts(const Told& told, RunSettings& settings) {
  settings.policy = told.one("policy");
  settings.profile = told.one("profile");
  settings.mode = told.one("mode");
  settings.workspace = told.all("workspace");
  settings.state_dir = told.one("state-dir");
  settings.socket = told.one("socket");
  settings.require = told.one("require");
}

}  // namespace

Result<RunSettings> read_run_settings(const ParsedOptions& options,
                                      const Environment& environment) {
  const Told told(options, environment);
  const auto safe_mode = choice_of(told, "safe-mode", kSwitch);
  if (!safe_mode) return forward(safe_mode.error());
  const auto require = choice_of(told, "require", kRequire);
  if (!require) return forward(require.error());
  const auto landlock = choice_of(told, "landlock", kLandlock);
  if (!landlock) return forward(landlock.error());
  const auto backend = choice_of(told, "backend", kBackend);
  if (!backend) return forward(backend.error());
  // GUARD_UNDO=off is the variable for --no-undo.
  const auto undo = choice_of(told, "undo", kSwitch);
  if (!undo) return forward(undo.error());
  const auto on_ask = on_ask_of(told, options.has("ci"));
  if (!on_ask) return forward(on_ask.error());
  const auto network = choice_of(told, "network", kNetwork);
  if (!network) return forward(network.error());
  const auto fail_on = choice_of(told, "fail-on", kFailOn);
  if (!fail_on) return forward(fail_on.error());
  auto session = session_name(options.get("session"));
  if (!session) return forward(session.error());
  auto keep_fds = descriptors_to_keep(options.values("keep-fd"));
  if (!keep_fds) return forward(keep_fds.error());

  auto log = read_log_target(told.one("log"), told.one("log-level"));
  if (!log) return invalid(log_spelling(told, log.error().context) + ": " + log.error().context);

  auto reports = read_reports(options);
  if (!reports) return forward(reports.error());
  RunSettings settings;
  take_texts(told, settings);
  settings.safe_mode = *safe_mode;
  settings.landlock = *landlock;
  settings.session = *session;
  settings.backend = backend->value_or(interceptor::WantedBackend::kAuto);
  settings.on_ask = *on_ask;
  settings.undo = options.has("no-undo") ? std::optional<bool>(false) : *undo;
  settings.discards_on_fail = options.has("discard-on-fail");
  settings.reviews = options.has("review");
  settings.tries = options.has("try");
  if (auto kept = check_that_undo_keeps(settings); !kept) return forward(kept.error());
  if (settings.tries && settings.on_ask == policy::OnAsk::kAllow)
    return invalid("--try holds what --on-ask allow would let happen: choose one");
  settings.logs_network = network->value_or(false);
  settings.ci = options.has("ci");
  settings.fail_on =
      fail_on->value_or(settings.ci ? supervisor::FailOn::kAsk : supervisor::FailOn::kNever);
  settings.reports = std::move(*reports);
  settings.pre_confirm = options.values("pre-confirm");
  settings.keep_fds = std::move(*keep_fds);
  settings.kill_at_exit = options.has("kill-at-exit");
  settings.quiet = options.has("quiet");
  settings.log = std::move(*log);
  settings.command = options.rest();
  return settings;
}

namespace {

std::string known_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + safe_text(name);
  return text;
}

tl::unexpected<Error> unknown_mode(const std::string& mode, const policy::Policy& policy) {
  std::vector<std::string> names;
  for (const auto& [name, known] : policy.modes) names.push_back(name);
  const std::string nearest = suggestion("", mode, names);
  return invalid("unknown mode " + safe_text(mode) +
                 (nearest.empty() ? " (known are " + known_names(names) + ")" : nearest));
}

// An option that says what holds anyway asks for nothing. Whether it is one to hold, and how it is
// called.
struct HeldOption {
  const char* key;
  const char* name;
  bool (*asks)(const RunSettings&, const policy::Policy&);
};
constexpr std::array kHeldOptions = {
    HeldOption{"mode", "--mode",
               [](const RunSettings& told, const policy::Policy& policy) {
                 return !told.mode.empty() && told.mode != policy.mode.name;
               }},
    HeldOption{"safe_mode", "--safe-mode",
               [](const RunSettings& told, const policy::Policy& policy) {
                 return told.safe_mode && *told.safe_mode != policy.safe_mode;
               }},
    HeldOption{"landlock", "--landlock",
               [](const RunSettings& told, const policy::Policy& policy) {
                 return told.landlock && *told.landlock != policy.landlock;
               }},
    HeldOption{"undo", "--no-undo",
               [](const RunSettings& told, const policy::Policy&) { return told.undo == false; }},
    HeldOption{
        "pre_confirmed", "--pre-confirm",
        [](const RunSettings& told, const policy::Policy&) { return !told.pre_confirm.empty(); }},
    HeldOption{
        "workspace", "--workspace",
        [](const RunSettings& told, const policy::Policy&) { return !told.workspace.empty(); }},
    HeldOption{"network", "--network log",
               [](const RunSettings& told, const policy::Policy&) { return told.logs_network; }},
    HeldOption{"on_ask", "--on-ask allow", [](const RunSettings& told, const policy::Policy&) {
                 return told.on_ask == policy::OnAsk::kAllow;
               }}};

Result<void> check_locks(const RunSettings& settings, const policy::Policy& policy) {
  if (settings.given) return {};  // the session outside was held to them
  for (const HeldOption& row : kHeldOptions) {
    const std::string lock = policy::lock_over(policy.locked_at, row.key);
    if (!lock.empty() && row.asks(settings, policy))
      return fail(Code::kRefused, std::string(row.name) + ": " + lock);
  }
  return {};
}

}  // namespace

Result<void> apply_settings(const RunSettings& settings, policy::Policy& policy) {
  if (auto checked = check_locks(settings, policy); !checked) return checked;
  if (!settings.mode.empty()) {
    const auto mode = policy.modes.find(settings.mode);
    if (mode == policy.modes.end()) return unknown_mode(settings.mode, policy);
    policy.mode = mode->second;
  }
  policy.safe_mode = settings.safe_mode.value_or(policy.safe_mode);
  policy.logs_network = settings.logs_network;
  policy.landlock = settings.landlock.value_or(policy.landlock);
  if (auto possible = can_be_confirmed(settings.pre_confirm, policy); !possible) return possible;
  policy.pre_confirmed.insert(policy.pre_confirmed.end(), settings.pre_confirm.begin(),
                              settings.pre_confirm.end());
  return {};
}

}  // namespace guard::console
