// SPDX-License-Identifier: Apache-2.0
// The table of keys: a section a function of rows. A key that is not here is unknown.
#include <algorithm>

#include "policy/load/key_names.h"
#include "policy/load/schema.h"

namespace guard::policy {
namespace {

using K = ValueKind;
using F = TextForm;

KeyRow text(std::string_view name, std::string_view doc, F form = F::kAny) {
  return {.name = name, .kind = K::kText, .doc = doc, .form = form};
}
KeyRow texts(std::string_view name, std::string_view doc, F form = F::kAny) {
  return {.name = name, .kind = K::kTextList, .doc = doc, .form = form};
}
KeyRow flag(std::string_view name, std::string_view doc) {
  return {.name = name, .kind = K::kBool, .doc = doc};
}
KeyRow number(std::string_view name, std::string_view doc, int least, int most) {
  return {.name = name, .kind = K::kInteger, .doc = doc, .least = least, .most = most};
}
KeyRow value(std::string_view name, K kind, std::string_view doc) {
  return {.name = name, .kind = kind, .doc = doc};
}
KeyRow named(std::string_view name, std::string_view doc, NameList names) {
  return {.name = name, .kind = K::kName, .doc = doc, .names = names};
}
KeyRow named_list(std::string_view name, std::string_view doc, NameList names) {
  return {.name = name, .kind = K::kNameList, .doc = doc, .names = names};
}
KeyRow section(std::string_view name, std::string_view doc, std::string_view of,
               K kind = K::kSection) {
  return {.name = name, .kind = kind, .doc = doc, .section = of};
}
// One of NAMES, or a map.
KeyRow name_or_section(std::string_view name, std::string_view doc, NameList names,
                       std::string_view of) {
  return {.name = name, .kind = K::kNameOrSection, .doc = doc, .names = names, .section = of};
}
KeyRow required(KeyRow row) {
  row.required = true;
  return row;
}

// A condition: each of its lists says something.
SectionRow condition(SectionRow row) {
  for (auto& key : row.keys) key.never_empty = true;
  return row;
}

SectionRow file_section() {
  return {
      "file",
      "A policy file. Later layers win over earlier ones; lists of rules add up.",
      {number("version", "the format of this file", 1, 1),
       texts("extends", "built-in packs that this file builds on; `default` always is", F::kId),
       text("mode", "paranoid, balanced, trusting, or one of `modes`", F::kId),
       flag("safe_mode", "off: tiers 1 to 3 are allowed and recorded as skipped"),
       texts("workspace", "the project's folders; default: the git top level", F::kFolder),
       section("network", "which hosts count as known, and who reaches listeners", "network"),
       section("secrets", "what happens to reads of secrets, and after them", "secrets"),
       section("installs", "what packages may do while they are installed", "installs"),
       section("collisions", "what another session changed, and nobody committed", "collisions"),
       section("environment", "which variables the command does not get", "environment"),
       named("landlock", "roots around the tree: on, off, or auto (for ordinary users)",
             landlock_use_names),
       name_or_section(
           "sudo",
           "ask: approved sudo and its kin run, outside of supervision; off: they are refused. A "
           "map says more",
           sudo_use_names, "sudo"),
       named(
           "signatures",
           "ask: each signature by ssh-agent or gpg-agent is asked about; off: the connection is, "
           "and opens the whole agent (default ask)",
           signature_use_names),
       section("timeouts", "how long a question waits before it is denied", "timeouts"),
       section("undo", "what the undo store keeps", "undo"),
       section("categories", "raises or lowers the tier of a category", "categories"),
       section("paths", "what lies where, beyond what guard knows", "paths"),
       section("modes", "modes of your own", "mode", K::kNamedSection),
       texts("pre_confirmed", "commands whose effect was approved beforehand", F::kShellLine),
       section("alerts", "how a person is told that a question waits", "alerts"),
       section("audit", "where copies of the record are sent", "audit"),
       texts("approvers",
             "who may answer besides the session's own user: names, numbers, `%group`"),
       section("two_person", "what takes the approval of two people", "two_person"),
       section("delegation", "whether approvers may hand their say to others", "delegation"),
       named_list("locked", "keys that no later layer, option or variable may change",
                  lockable_names),
       section("release", "of a file that is published for many machines: which one it is",
               "release"),
       section("profiles", "agents: what is their own, and how they run commands", "profile",
               K::kNamedSection),
       section("rules", "deny beats ask beats allow, whatever the order", "rule", K::kSectionList),
       section("commands", "how programs are read and what they mean", "command",
               K::kSectionList)}};
}

SectionRow release_section() {
  return {"release",
          "A file that a policy source gives to machines.",
          {required(number("number", "grows with each release; a machine takes no smaller one", 1,
                           2'000'000'000)),
           text("expires", "a day or a time (UTC) from which no machine takes it any more"),
           number("share", "percent of the machines that take it (default 100)", 1, 100)}};
}

SectionRow sudo_section() {
  return {"sudo",
          "An ordinary user's sudo and its kin: they run outside of supervision.",
          {named("use", "off or ask", sudo_use_names),
           texts("allow",
                 "commands behind sudo that go unasked, below tier 3: all their words, with globs; "
                 "sudo's options (but -n) are words of it: `-u postgres psql -l`",
                 F::kShellLine),
           named("ticket",
                 "drop: each sudo asks for its password; keep: sudo's own time counts (default "
                 "drop)",
                 sudo_ticket_names),
           flag("supervise",
                "on: what sudo starts runs under a guard of root's own, with this policy, whose "
                "questions come here; other programs with rights are refused (default off)")}};
}

SectionRow network_section() {
  return {
      "network",
      "Hosts that count as known (tier 1), and which machines may reach programs that listen.",
      {texts("allow", "hosts, with or without a port", F::kHost),
       texts("ask", "hosts that are asked about, whatever allows them", F::kHost),
       texts("deny", "hosts that are refused, whatever allows them", F::kHost),
       name_or_section(
           "names",
           "what a lookup is answered with: fake, an address of guard's own for each name; real, "
           "for names that may be reached unasked the addresses that they lead to; or off, what "
           "the name server says (default fake, where guard can). A map says it for programs too",
           name_use_names, "names"),
       named("listen",
             "on every address: ask, narrow to this machine unasked, or allow (default narrow; "
             "ask in containers and where the mode asks at tier 1)",
             listen_use_names)}};
}

SectionRow names_section() {
  const auto programs = [](std::string_view name, std::string_view doc) {
    KeyRow row = texts(name, doc, F::kProgramOrPath);
    row.never_empty = true;
    return row;
  };
  return {"names",
          "The answers that lookups get, by the program that makes them.",
          {named("default", "for every other program: fake, real or off", name_use_names),
           programs("fake", "programs whose lookups get guard's addresses"),
           programs("real", "programs whose lookups get the addresses that a name leads to"),
           programs("off", "programs whose lookups go to the name server")}};
}

SectionRow secrets_section() {
  return {"secrets",
          "Reads of secrets.",
          {named("reads", "judge them, log them, or neither", secret_read_names),
           named("after_read",
                 "a command that has read one: new hosts and uploads are tier 3 (ask), or as ever "
                 "(off); default ask",
                 after_read_names),
           named("environment",
                 "whether secrets in the command's environment count as read (default ignored)",
                 environment_secrets_names)}};
}

SectionRow installs_section() {
  return {"installs",
          "Package managers.",
          {named("scripts",
                 "what an installer starts of a package's own: fewer rights (on, the default), "
                 "only on record what these would refuse (log), or as any command (off)",
                 install_scripts_names)}};
}

SectionRow collisions_section() {
  return {"collisions",
          "Work of other sessions.",
          {named("writes",
                 "an act that would take what another session changed and nobody committed: asked "
                 "(ask, the default), only on record (log), or as any other (off)",
                 collision_writes_names),
           value("ended", K::kDuration,
                 "a session that ended counts for so long; default: those that live alone")}};
}

SectionRow environment_section() {
  return {"environment",
          "The environment of the command.",
          {texts("drop", "names it does not get, globs allowed", F::kVariables),
           texts("keep", "exceptions of these", F::kVariables)}};
}

SectionRow timeouts_section() {
  return {
      "timeouts",
      "After this long a question is denied.",
      {value("tier2", K::kDuration, "default 24h"), value("tier3", K::kDuration, "default 1h")}};
}

SectionRow two_person_section() {
  return {"two_person",
          "Two different people must approve, each by their own account.",
          {required(number("tier", "questions of this tier", 3, 3))}};
}

SectionRow delegation_section() {
  return {"delegation",
          "An approver may hand answering to another user for a while (`guard delegate`).",
          {required(number("tier", "questions up to this tier", 2, 3)),
           value("for", K::kDuration, "at most so long, default 8h")}};
}

SectionRow undo_section() {
  return {"undo",
          "The undo store.",
          {value("keep", K::kDuration, "how long, default 30d"),
           value("max", K::kSize, "how much, default 5GiB"),
           value("max_file", K::kSize, "a larger file is not saved but asked about, default 1GiB"),
           number("max_files", "how many files a session may have saved, default 200000", 0,
                  100'000'000)}};
}

SectionRow alerts_section() {
  return {"alerts",
          "How a person is told that a question waits. Alerts only tell.",
          {flag("bell", "the bell of the terminal of guard run; default on"),
           flag("title", "the title of that terminal, while a question is shown; default on"),
           named("desktop", "a desktop notification, by notify-send; default auto",
                 desktop_alerts_names),
           named("tmux", "inside tmux; default message", tmux_alerts_names),
           section("webhook", "an HTTP POST, signed", "webhook"),
           texts("command", "a program and its arguments, run outside of the tree"),
           value("after", K::kDuration,
                 "how long a question of tier 2 waits before anybody is told; default 10s")}};
}

SectionRow webhook_section() {
  return {
      "webhook",
      "Where a POST goes, and what signs it.",
      {required(text("url", "https:// or http://", F::kUrl)),
       text("secret_file", "the file of the secret, which only its owner may read"),
       text("secret_env", "the variable of the secret; the command does not get it", F::kVariable),
       named_list("events", "which events; default all", alert_event_names)}};
}

SectionRow audit_section() {
  return {"audit",
          "The record of what was decided.",
          {section("sinks", "where copies of it are sent", "sink", K::kSectionList)}};
}

SectionRow sink_section() {
  return {
      "sink",
      "One place that gets a copy of each record.",
      {required(text("name", "what it is called in `guard audit sinks`", F::kId)),
       required(named("type", "how records are sent", sink_type_names)),
       named("format", "the body of a record (default json)", sink_format_names),
       text("path", "of a file: lines are added to it; of journald: its socket"),
       value("max_size", K::kSize, "of a file: then it becomes PATH.1, default 100MB"),
       number("keep", "of a file: PATH.1 to PATH.N are kept, default 5", 1, 1000),
       text("host", "of syslog: the server's name or address"),
       number("port", "of syslog: default 514 (udp), 601 (tcp), 6514 (tls)", 1, 65535),
       named("transport", "of syslog; default tls", syslog_transport_names),
       text("url", "of otlp: the collector's address, with /v1/logs", F::kUrl),
       text("headers_file", "of otlp: a file of NAME: VALUE lines, which only its owner may read"),
       named("encoding", "of otlp: how a request is written (default json)", otlp_encoding_names),
       named("compression", "of otlp: how a request is packed (default none)",
             otlp_compression_names),
       text("ca_file", "whom TLS trusts; default the system's authorities"),
       text("cert_file", "of TLS: the certificate that guard shows, with its chain"),
       text("key_file", "the key of cert_file, which only its owner may read"),
       texts("command", "a program and its arguments, run outside of the tree")}};
}

SectionRow categories_section() {
  SectionRow row{
      "categories",
      "The tier that acts of a category count as. Acts of tier 0 stay automatic; a lower "
      "tier is not given to acts of tier 3.",
      {}};
  for (const auto name : category_names()) row.keys.push_back(number(name, "its tier", 0, 3));
  return row;
}

SectionRow paths_section() {
  return {"paths",
          "Patterns of paths by class; relative ones hang from the workspace.",
          {texts("tmp", "scratch folders", F::kPath), texts("cache", "caches", F::kPath),
           texts("own_state", "folders of the agent itself", F::kPath),
           texts("secret", "credentials", F::kPath),
           texts("config", "what runs or steers programs later", F::kPath),
           texts("system", "parts of the system", F::kPath)}};
}

SectionRow profile_section() {
  return {
      "profile",
      "An agent. It is picked by the command that is started, or by `guard run --profile`.",
      {required(texts("command", "base names of the command that starts it", F::kWord)),
       texts("package", "its npm packages: what node, npx or bun start"),
       texts("launches", "programs by which it goes on as another process of its own", F::kWord),
       texts("helpers", "programs that it starts for itself: they are no tool calls", F::kWord),
       texts("state", "its own folders and files, `~/.NAME`: writing there asks nothing"),
       texts("settings", "globs in these: what runs or steers later, and is judged"),
       texts("secrets", "globs in these: its credentials, read unasked by itself alone"),
       texts("hosts", "where its model answers: known hosts", F::kHost),
       texts("reports", "known hosts that it only reports to", F::kHost),
       texts("wrapped", "what it puts around a command, `{}` the command, `*` one word"),
       texts("git_settings", "settings of git, KEY=VALUE, that it gives to what it runs")}};
}

SectionRow mode_section() {
  return {"mode",
          "What each tier means.",
          {named("tier0", "default allow", tier_action_names),
           named("tier1", "default log", tier_action_names),
           named("tier2", "default ask", tier_action_names),
           named("tier3", "confirm or confirm_then_remember", tier_action_names)}};
}

SectionRow rule_section() {
  return {"rule",
          "A rule decides.",
          {required(text("id", "its name in decisions and records", F::kId)),
           required(section("when", "what it holds for; every key must hold", "when")),
           named("decision", "what happens; left out: what it is, `category`, and the mode decides",
                 decision_names),
           named_list("category", "what an act is that it holds for: an approval must cover it",
                      category_names),
           number("tier", "for ask: the tier it is asked at", 2, 3),
           flag("monitor", "on: it decides nothing; the record says what it would have decided"),
           text("message", "what to do instead, for the agent"),
           texts("match", "commands that must match, checked at load", F::kShellLine),
           texts("no_match", "commands that must not match, checked at load", F::kShellLine)}};
}

SectionRow when_section() {
  return {"when",
          "A condition: every key must hold; a list holds when one of its members does.",
          {texts("command", "programs: `git`, `python3*`, `./bin/deploy`", F::kProgram),
           texts("sub", "subcommands of the command", F::kWord),
           texts("flags", "any of these, without dashes", F::kFlag),
           texts("has", "any operand equal to or matching one of these", F::kWord),
           named_list("act", "what is done", act_names),
           texts("path", "patterns; relative ones hang from the workspace; `!x` takes back `x`",
                 F::kPathOrNot),
           texts("mentions", "globs over each path that it names, in any case", F::kWord),
           flag("outside", "on: a path that it names has `../` or lies outside of the workspace"),
           texts("host", "hosts of connections", F::kHost),
           named_list("category", "any of these; none: nobody else gives it one",
                      condition_category_names),
           number("tier", "this tier or a higher one", 0, 3)}};
}

SectionRow command_section() {
  return {
      "command",
      "How a program's arguments are read, and what they mean.",
      {required(texts("command", "base names, globs allowed", F::kWord)),
       texts("value_flags",
             "flags that take a value; `i?` only an attached one, `:C` only before the "
             "subcommand, `commit:m` only after that one",
             F::kValueFlag),
       flag("single_dash_long", "long flags have one dash, as find's"),
       flag("abbreviations", "long flags may be abbreviated (default on)"),
       flag("stop_at_operand", "flags end at the first operand"),
       flag("options_behind", "with stop_at_operand: at the second one, as ssh's"),
       flag("subcommand", "the first operand is a subcommand"),
       number("subcommand_words", "of how many words", 1, 3),
       flag("short_subcommands", "the beginning of a subcommand is taken for it, as npm's"),
       texts("subcommands", "further subcommands, which no row names", F::kWord),
       texts("selectors", "words before the subcommand that choose a version, as cargo's `+*`",
             F::kWord),
       flag("bundled_flags", "the first word is one of flags, with or without a dash, as tar's"),
       named("operands", "what operands mean to the file system", operand_role_names),
       named("set_user_id",
             "of an ordinary user, where a row of tier 2 or 3 fits: asked, and run with its "
             "owner's rights outside of supervision; refused; or plain, as any program",
             set_user_id_names),
       named("code",
             "what it runs besides itself, which makes it tier 3 behind sudo where this user can "
             "change that: named, files that its words name; folder, those of its working folder, "
             "too; typed, whatever is typed at it; shell, that where no command stands behind it; "
             "words, files that its words name with a slash; "
             "none, its words name data; unknown, as named, and programs",
             runs_code_names),
       texts("code_flags", "flags whose value it runs or loads, without dashes", F::kFlag),
       texts("code_sub", "subcommands that run what is not said", F::kWord),
       texts("code_unless", "of a `typed` one, flags with which nothing is typed", F::kFlag),
       texts("recursive_flags", "flags that reach into folders", F::kValueFlag),
       section("wrapper", "it runs another program", "wrapper"),
       section("implied", "acts its own program may do unasked", "implied"),
       section("rules", "every fitting row counts, the highest tier leads", "command_rule",
               K::kSectionList)}};
}

SectionRow wrapper_section() {
  return {"wrapper",
          "How a wrapper hands its arguments on.",
          {number("skip_operands", "operands before the command", 0, 9),
           flag("assignments", "NAME=VALUE words may lead"),
           text("shell_text_flag", "the flag whose value is shell text; `*`: all words joined are",
                F::kValueFlag)}};
}

SectionRow implied_section() {
  return {"implied",
          "Acts that an approved or harmless command brings with it.",
          {required(named_list("acts", "which acts", act_names)),
           required(named_list("classes", "on which paths", path_class_names)),
           number("tier", "what they count as", 0, 1)}};
}

SectionRow command_rule_section() {
  return {"command_rule",
          "One meaning of a command line.",
          {required(text("id", "its name in decisions and records", F::kId)),
           texts("sub", "any of these subcommands", F::kWord),
           texts("flags", "any of these, without dashes", F::kFlag),
           texts("all_flags", "all of these", F::kFlag),
           texts("not_flags", "none of these", F::kFlag),
           texts("has", "any operand equal to or matching one of these", F::kWord),
           texts("not_has", "no operand equal to or matching one of these", F::kWord),
           texts("unless_here",
                 "not when every operand is an address of this machine and none of these flags, "
                 "without dashes, leads elsewhere",
                 F::kFlag),
           named_list("path_class", "any operand lies there", path_class_names),
           flag("operands", "on: at least one; off: none"),
           flag("bare", "neither subcommand nor operands"),
           texts("exists", "one of these is there; `{}`: the first operand, `{*}`: any operand",
                 F::kWord),
           texts("not_exists", "none of these files is there", F::kWord),
           named_list("category", "what it is", category_names),
           number("tier", "how much it matters", 0, 3),
           flag("block", "absurd: refused in every mode"),
           flag("unbound", "a SUDO row: what runs in the end stands nowhere; outside it is tier 3"),
           text("reason", "one sentence for people"),
           text("alternative", "what to do instead, for the agent"),
           section("implied", "acts that it brings with it", "implied"),
           texts("match", "commands that must match, checked at load", F::kShellLine),
           texts("no_match", "commands that must not match, checked at load", F::kShellLine)}};
}

}  // namespace

const std::vector<SectionRow>& all_sections() {
  static const std::vector<SectionRow> sections = {file_section(),
                                                   network_section(),
                                                   sudo_section(),
                                                   release_section(),
                                                   names_section(),
                                                   secrets_section(),
                                                   environment_section(),
                                                   installs_section(),
                                                   collisions_section(),
                                                   timeouts_section(),
                                                   undo_section(),
                                                   alerts_section(),
                                                   webhook_section(),
                                                   audit_section(),
                                                   sink_section(),
                                                   two_person_section(),
                                                   delegation_section(),
                                                   categories_section(),
                                                   paths_section(),
                                                   profile_section(),
                                                   mode_section(),
                                                   rule_section(),
                                                   condition(when_section()),
                                                   command_section(),
                                                   wrapper_section(),
                                                   implied_section(),
                                                   condition(command_rule_section())};
  return sections;
}

const SectionRow& section_named(std::string_view name) {
  const auto& sections = all_sections();
  const auto found = std::ranges::find(sections, name, &SectionRow::name);
  // Only rows of the table name sections; a test walks all of them.
  return found == sections.end() ? sections.front() : *found;
}

}  // namespace guard::policy
