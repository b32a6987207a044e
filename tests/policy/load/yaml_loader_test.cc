// SPDX-License-Identifier: Apache-2.0
#include "policy/load/yaml_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

Result<Policy> load(const std::string& text) {
  return load_policy({{"p.yaml", text}});
}

std::string error_of(const std::string& text) {
  const auto policy = load(text);
  return policy ? "loaded" : policy.error().context;
}

TEST(YamlLoaderTest, TheBuiltInPackAloneIsBalanced) {
  const auto policy = load_policy({});
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(policy->mode, balanced_mode());
  EXPECT_EQ(policy->modes.at("paranoid"), paranoid_mode());
  EXPECT_EQ(policy->modes.at("trusting"), trusting_mode());
  EXPECT_TRUE(policy->safe_mode);
  EXPECT_EQ(policy->files.front(), "default");
}

TEST(YamlLoaderTest, ReadsEveryKeyOfAFile) {
  const auto policy = load(R"(
version: 1
extends: default
mode: careful
safe_mode: off
workspace: [., lib]
network: {allow: [api.example.org, "192.0.2.7:443"]}
secrets: {reads: log}
landlock: off
timeouts: {tier2: 30m, tier3: 90s}
undo: {keep: 7d, max: 500MB}
categories: {DEPS_INSTALL_UPDATE: 1}
paths: {secret: "**/*.tfvars", tmp: ["./scratch/**"]}
modes: {careful: {tier1: ask}}
pre_confirmed: "rm -rf ./build/*"
approvers: [ana]
two_person: {tier: 3}
delegation: {tier: 2, for: 90m}
locked: [rules, mode]
)");
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(policy->mode.name, "careful");
  EXPECT_EQ(policy->mode.tiers[1], TierAction::kAsk);
  EXPECT_FALSE(policy->safe_mode);
  EXPECT_THAT(policy->workspace, ElementsAre(".", "lib"));
  EXPECT_THAT(policy->network_allow, ElementsAre("api.example.org", "192.0.2.7:443"));
  EXPECT_EQ(policy->secret_reads, SecretReads::kLog);
  EXPECT_EQ(policy->landlock, LandlockUse::kOff);
  EXPECT_EQ(policy->tier2_timeout, std::chrono::minutes(30));
  EXPECT_EQ(policy->tier3_timeout, std::chrono::seconds(90));
  EXPECT_EQ(policy->undo_keep, std::chrono::hours(7 * 24));
  EXPECT_EQ(policy->undo_max, 500'000'000U);
  EXPECT_EQ(policy->category_tiers.at(Category::kDepsInstallUpdate), 1);
  EXPECT_THAT(policy->paths, ElementsAre(std::pair("**/*.tfvars", PathClass::kSecret),
                                         std::pair("./scratch/**", PathClass::kTmp)));
  EXPECT_THAT(policy->pre_confirmed, ElementsAre("rm -rf ./build/*"));
  EXPECT_THAT(policy->approvers, ElementsAre("ana"));
  EXPECT_EQ(policy->two_person_tier, 3);
  EXPECT_EQ(policy->delegation_tier, 2);
  EXPECT_EQ(policy->delegation_for, std::chrono::minutes(90));
  EXPECT_TRUE(is_locked(*policy, "rules"));
  EXPECT_FALSE(is_locked(*policy, "safe_mode"));
}

TEST(YamlLoaderTest, ReadsWhatLookupsAreAnsweredWithByProgram) {
  const auto policy =
      load("network: {names: {default: real, fake: [curl, /opt/x/*], off: [ping, curl, npm]}}");
  ASSERT_TRUE(policy) << policy.error().text();
  const auto use = [&](const char* exe, bool installed, const char* script = "") {
    Actor actor;
    actor.exe = exe;
    actor.installed = installed;
    actor.script = script;
    return *name_use_of(*policy, actor);
  };
  EXPECT_EQ(use("/usr/bin/git", true), NameUse::kReal);
  EXPECT_EQ(use("/usr/bin/ping", true), NameUse::kOff);
  EXPECT_EQ(use("/w/ping", false), NameUse::kReal);       // the project's own
  EXPECT_EQ(use("/usr/bin/curl", true), NameUse::kFake);  // the strictest
  EXPECT_EQ(use("/w/curl", false), NameUse::kFake);
  EXPECT_EQ(use("/opt/x/tool", false), NameUse::kFake);
  EXPECT_EQ(use("/usr/bin/node", true, "npm"), NameUse::kOff);
  EXPECT_EQ(use("", false), NameUse::kReal);
  EXPECT_FALSE(name_use_of(*load("version: 1"), Actor{}));
  EXPECT_EQ(error_of("network: {names: {real: [bin/ping]}}"),
            "p.yaml:1:26: real: \"bin/ping\": a program's name (\"ping\"), or its whole path "
            "(\"/usr/bin/ping\")");
}

TEST(YamlLoaderTest, ReadsRules) {
  const auto policy = load(R"(
commands: [{command: tool, subcommand: on}]
rules:
  - id: no-force
    when: {command: tool, sub: push, flags: [force, f], has: ["ma*"]}
    decision: deny
    message: Open a pull request.
  - id: migrations
    when: {act: [write, delete], path: "db/migrations/**", tier: 1, category: FS_CONFIG_SECRETS}
    decision: ask
    tier: 3
)");
  ASSERT_TRUE(policy) << policy.error().text();
  ASSERT_THAT(policy->rules, SizeIs(2));
  EXPECT_EQ(policy->rules[0].source, "p.yaml:4");
  EXPECT_EQ(policy->rules[0].decision, Verdict::kDeny);
  EXPECT_THAT(policy->rules[0].when.flags, ElementsAre("force", "f"));
  EXPECT_EQ(policy->rules[0].message, "Open a pull request.");
  EXPECT_THAT(policy->rules[1].when.act,
              ElementsAre(Act::kCreate, Act::kModify, Act::kLink, Act::kDelete));
  EXPECT_EQ(policy->rules[1].tier, 3);
  EXPECT_EQ(policy->rules[1].when.min_tier, 1);
}

TEST(YamlLoaderTest, ReadsWhatARuleNames) {
  const auto policy = load(R"(
rules:
  - {id: a, when: {mentions: ["*token*"], outside: on}, category: [SUDO, EXEC_ARBITRARY]}
  - {id: b, when: {category: none}, category: NETWORK_RISK, decision: ask}
)");
  ASSERT_TRUE(policy) << policy.error().text();
  const Rule& a = policy->rules[0];
  EXPECT_FALSE(a.decides);
  EXPECT_EQ(a.decision, Verdict::kAsk) << "it restricts: any level, any object will do";
  EXPECT_THAT(a.categories, ElementsAre(Category::kSudo, Category::kExecArbitrary));
  EXPECT_THAT(a.when.mentions, ElementsAre("*token*"));
  EXPECT_TRUE(a.when.outside);
  EXPECT_FALSE(a.when.no_category);
  const Rule& b = policy->rules[1];
  EXPECT_TRUE(b.decides);
  EXPECT_TRUE(b.when.no_category);
}

TEST(YamlLoaderTest, ReadsCommandSpecs) {
  const auto policy = load(R"(
commands:
  - command: [deployctl, "deployctl-*"]
    value_flags: [C, "i?", ":x", "commit:m"]
    single_dash_long: on
    abbreviations: off
    stop_at_operand: true
    subcommand: yes
    subcommand_words: 2
    operands: delete
    recursive_flags: [r, recursive]
    wrapper: {skip_operands: 1, assignments: on, shell_text_flag: c}
    implied: {acts: [delete, write], classes: workspace, tier: 1}
    rules:
      - id: deployctl.prod
        sub: "push *"
        flags: ["X=P*", "--"]
        all_flags: a
        not_flags: n
        has: prod
        not_has: "test*"
        path_class: [vcs, workspace_root]
        operands: off
        category: [GIT_PUBLISH, SUDO]
        tier: 3
        block: on
        reason: Deploys to production.
        alternative: Deploy to staging.
)");
  ASSERT_TRUE(policy) << policy.error().text();
  const CommandSpec& spec = policy->commands.back();
  EXPECT_THAT(spec.commands, ElementsAre("deployctl", "deployctl-*"));
  EXPECT_THAT(spec.value_flags, ElementsAre("C", "i?", ":x", "commit:m"));
  EXPECT_TRUE(spec.single_dash_long && spec.stop_at_operand && spec.subcommand);
  EXPECT_FALSE(spec.abbreviations);
  EXPECT_EQ(spec.subcommand_words, 2);
  EXPECT_EQ(spec.operand_role, OperandRole::kDelete);
  EXPECT_EQ(spec.wrapper, (WrapperShape{true, 1, true, "c"}));
  ASSERT_TRUE(spec.implied);
  EXPECT_THAT(spec.implied->acts,
              ElementsAre(Act::kDelete, Act::kCreate, Act::kModify, Act::kLink));
  ASSERT_THAT(spec.rules, SizeIs(1));
  const SpecRule& row = spec.rules[0];
  EXPECT_EQ(row.id, "deployctl.prod");
  EXPECT_THAT(row.flags, ElementsAre("X=P*", "--"));
  EXPECT_EQ(row.operands, false);
  EXPECT_THAT(row.path_class, ElementsAre(PathClass::kVcs, PathClass::kWorkspaceRoot));
  EXPECT_THAT(row.categories, ElementsAre(Category::kGitPublish, Category::kSudo));
  EXPECT_TRUE(row.block);
  EXPECT_EQ(row.source, "p.yaml:15");
}

TEST(YamlLoaderTest, ReadsAlerts) {
  const auto policy = load(R"(
alerts:
  bell: off
  desktop: on
  tmux: popup
  after: 30s
  webhook: {url: "https://hooks.example.org:8443/guard?x=1", secret_env: HOOK, events: [asked, executed]}
  command: [~/bin/page, --now]
)");
  ASSERT_TRUE(policy) << policy.error().text();
  Alerts wanted;
  wanted.bell = false;
  wanted.desktop = DesktopAlerts::kOn;
  wanted.tmux = TmuxAlerts::kPopup;
  wanted.after = std::chrono::seconds(30);
  wanted.command = {"~/bin/page", "--now"};
  wanted.webhook = Webhook{"https://hooks.example.org:8443/guard?x=1",
                           "",
                           "HOOK",
                           {AlertEvent::kAsked, AlertEvent::kExecuted}};
  EXPECT_EQ(policy->alerts, wanted);
}

// Whatever a later file keeps: what signs for guard is not for the tree.
TEST(YamlLoaderTest, TheVariableOfASecretIsDropped) {
  const auto policy = load(R"(
alerts: {webhook: {url: "https://h.example/", secret_env: HOOK}}
environment: {keep: "*"}
)");
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_TRUE(is_dropped(policy->environment, "HOOK"));
  EXPECT_FALSE(is_dropped(policy->environment, "PATH"));
}

struct DefectRow {
  const char* text;
  const char* error;  // what the message must hold
};

constexpr DefectRow kDefects[] = {
    {"rulez: []", "p.yaml:1:1: unknown key \"rulez\"; did you mean \"rules\"?"},
    {"mode: balanced\nnetwrok: {}",
     "p.yaml:2:1: unknown key \"netwrok\"; did you mean \"network\""},
    {"zzzzzzzzz: 1", "p.yaml:1:1: unknown key \"zzzzzzzzz\"; valid: version, extends, mode"},
    {"timeouts: {tier4: 1h}", "p.yaml:1:12: unknown key \"tier4\"; did you mean \"tier"},
    {"mode: balansed", "p.yaml:1:7: mode: \"balansed\" is none of balanced, paranoid, trusting"},
    {"mode: [a]", "p.yaml:1:7: mode: must be a text"},
    {"mode:", "p.yaml:1:1: mode: has no value"},
    {"mode: ~", "mode: has no value"},
    {"safe_mode: maybe", "p.yaml:1:12: safe_mode: must be on or off"},
    {"safe_mode: \"off\"", "must be on or off"},
    {"version: 2", "p.yaml:1:10: version: must be 1"},
    {"timeouts: {tier2: 24}", "p.yaml:1:19: tier2: must be a time like"},
    {"timeouts: {tier2: 0s}", "must be a time like"},
    {"timeouts: {tier2: 9999999999d}", "must be a time like"},
    {"timeouts: 1h", "timeouts: must be a map"},
    {"rules: [{id: x, when: {command: \"git push --force\"}, decision: deny}]",
     "p.yaml:1:33: command: \"git push --force\": names a program, and not what it is given: "
     "{command: git, sub: push, flags: [force]}"},
    {"rules: [{id: x, when: {command: \"rm -rf\"}, decision: deny}]",
     "{command: rm, flags: [r, f]}"},
    {"rules: [{id: x, when: {command: \"npm --force\"}, decision: deny}]",
     "{command: npm, flags: [force]}"},
    {"rules: [{id: x, when: {command: \"rm \"}, decision: deny}]", "{command: git, sub: push"},
    {"rules: [{id: x, when: {path: $HOME/x/**}, decision: deny}]", "~/ is the home folder"},
    {"paths: {tmp: [\"${HOME}/scratch/**\"]}", "variables are not replaced"},
    {"paths: {secret: [/srv/$USER/**]}", "variables are not replaced"},
    {"paths: {secret: [\"!a.env\"]}",
     "p.yaml:1:18: secret: \"!a.env\": a leading '!' takes something back only in the `path` of a "
     "rule"},
    {"rules: [{id: x, when: {path: [\"!a/**\", b]}, decision: deny}]",
     "p.yaml:1:24: path: \"!a/**\" stands first, so it takes back nothing"},
    {"rules: [{id: x, when: {path: [a, \"!\"]}, decision: deny}]", "'!' takes back nothing"},
    {"rules: [{id: x, when: {path: [a, \"!!a\"]}, decision: deny}]", "a leading '!' takes"},
    {"rules: [{id: x, when: {path: [a, !a/b]}, decision: deny}]", "quote what begins with '!'"},
    {"rules: [{id: x, when: {path: \"!a/**\"}, decision: deny}]", "stands first"},
    {"mode: Balanced", "did you mean \"balanced\"?"},
    {"rules: [{id: x, when: {category: git_publish}, decision: deny}]",
     "did you mean \"GIT_PUBLISH\"?"},
    {"rules: [{id: x, when: {path: \"*.{pem,key}\"}, decision: deny}]",
     "p.yaml:1:30: path: \"*.{pem,key}\": braces choose nothing here: write one pattern for each"},
    {"paths: {config: \"*.(c|h)\"}", "'|' chooses nothing here: write one pattern for each"},
    {"rules: [{id: x, when: {path: \"a|b\"}, decision: deny}]", "'|' chooses nothing here"},
    {"rules: [{id: x, when: {path: \" a\"}, decision: deny}]", "a blank at its beginning or end"},
    {"paths: {secret: \"a/b \"}", "a blank at its beginning or end"},
    {"rules: [{id: x, when: {command: \"bin/{a,b}\"}, decision: deny}]", "braces choose nothing"},
    {"environment: {drop: \"AWS_* GH_*\"}",
     "p.yaml:1:21: drop: \"AWS_* GH_*\": one name an entry, as in [\"AWS_*\", \"GH_*\"]"},
    {"environment: {drop: \"AWS_*,GH_*\"}", "one name an entry"},
    {"environment: {drop: [\"$TOKEN\"]}", "p.yaml:1:22: drop: \"$TOKEN\": the name alone, without"},
    {"environment: {keep: [\"TOKEN=*\"]}", "the name alone, without '=' and a value"},
    {"undo: {max: lots}", "max: must be a size"},
    {"release: {expires: 2027-01-31}", "the release has no \"number\""},
    {"release: {number: 0}", "number"},
    {"release: {number: 1, share: 101}", "from 1 to 100"},
    {"release: {number: 1, expires: 2027-02-31}", "expires: write a day or a time"},
    {"rules: [{id: x, when: {command: rm}, monitor: on, category: SUDO}]", "monitor: only a rule"},
    {"rules: [{id: x, when: {command: rm}, decision: deny, monitor: on, match: [ls]}]",
     "should match"},
    {"audit: {sinks: [{name: a, type: fil, path: /x}]}", "type"},
    {"audit: {sinks: [{type: file, path: /x}]}", "the sink has no \"name\""},
    {"audit: {sinks: [{name: a, type: file}]}", "a sink of type file needs \"path\""},
    {"audit: {sinks: [{name: a, type: file, path: x}]}", "path: write the whole path"},
    {"audit: {sinks: [{name: a, type: syslog}]}", "a sink of type syslog needs \"host\""},
    {"audit: {sinks: [{name: a, type: syslog, host: h, path: /x}]}",
     "path: a sink of type syslog has no such key"},
    {"audit: {sinks: [{name: a, type: syslog, host: h, port: 70000}]}", "from 1 to 65535"},
    {"audit: {sinks: [{name: a, type: otlp, url: \"ftp://h\"}]}", "url"},
    {"audit: {sinks: [{name: a, type: otlp, url: \"https://h\", encoding: proto}]}", "encoding"},
    {"audit: {sinks: [{name: a, type: otlp, url: \"https://h\", compression: zip}]}",
     "compression"},
    {"audit: {sinks: [{name: a, type: syslog, host: h, encoding: json}]}",
     "encoding: a sink of type syslog has no such key"},
    {"audit: {sinks: [{name: a, type: syslog, host: h, cert_file: /c}]}",
     "cert_file and key_file go together"},
    {"audit: {sinks: [{name: a, type: syslog, host: h, cert_file: /c, key_file: k}]}",
     "key_file: write the whole path"},
    {"audit: {sinks: [{name: a, type: syslog, host: h, transport: tcp, cert_file: /c, key_file: "
     "/k}]}",
     "cert_file: this sink speaks no TLS"},
    {"audit: {sinks: [{name: a, type: otlp, url: \"http://h\", cert_file: /c, key_file: /k}]}",
     "cert_file: this sink speaks no TLS"},
    {"audit: {sinks: [{name: a, type: command, command: bin/x}]}",
     "write the program's whole path"},
    {"audit: {sinks: [{name: a/b, type: file, path: /x}]}", "name: use letters"},
    {"audit: {sinks: [{name: a, type: file, path: /x}, {name: a, type: file, path: /y}]}",
     "two sinks are called \"a\""},
    {"alerts: {webhook: {secret_env: S}}", "p.yaml:1:19: the webhook has no \"url\""},
    {"alerts: {webhook: {url: \"https://h/x\"}}",
     "p.yaml:1:19: webhook: needs a secret to sign with"},
    {"alerts: {webhook: {url: \"https://h/x\", secret_env: S, secret_file: /k}}", "needs a secret"},
    {"alerts: {webhook: {url: \"ftp://h/x\", secret_env: S}}",
     "must begin with https:// or http://"},
    {"alerts: {webhook: {url: \"https://u:p@h/x\", secret_env: S}}", "no user or password in it"},
    {"alerts: {webhook: {url: \"https://h/x\", secret_file: k}}", "write the whole path"},
    {"alerts: {webhook: {url: \"https://h/x\", secret_env: \"A=B\"}}",
     "a variable's name has letters"},
    {"alerts: {webhook: {url: \"https://h/x\", secret_env: S, events: [askd]}}",
     "did you mean \"asked\"?"},
    {"alerts: {command: [./notify.sh]}", "p.yaml:1:20: command: write the program's whole path"},
    {"alerts: {tmux: pop-up}", "tmux: \"pop-up\" is none of popup, window, message, off"},
    {"categories: {SUDO: 4}", "p.yaml:1:20: SUDO: must be a number from 0 to 3"},
    {"categories: {sudo: 1}", "p.yaml:1:14: unknown key \"sudo\""},
    {"categories: {SUDO: \"1\"}", "must be a number from 0 to 3"},
    {"mode: balanced\nmode: trusting", "p.yaml:2:1: duplicate key \"mode\""},
    {"network: {allow: [\"https://x.org\"]}", "without its scheme"},
    {"network: {allow: [\"x.org:99999\"]}", "the port is not 1 to 65535"},
    {"network: {allow: [\"a*b.org\"]}", "the beginning of a name alone"},
    {"network: {deny: [\"10.0.0.1/8\"]}", "bits beyond its block"},
    {"network: {ask: [\"example.org/x\"]}", "neither a host nor a block"},
    {"network: {names: off, allow: [\"*.x.org\"]}",
     "p.yaml:1:31: network.allow: *.x.org cannot be held to with `network.names: off`"},
    {"network: {names: off, allow: [\"x.org\", \"*.x.org\", \"*.y.org\"]}",
     "p.yaml:1:51: network.allow: *.y.org cannot be held to with `network.names: off`"},
    {"rules: [{id: a, when: {command: []}, decision: deny}]", "an empty list says nothing"},
    {"commands: [{command: []}]", "an empty list says nothing"},
    {"commands: [{command: x, rules: [{id: x.y, flags: []}]}]", "an empty list says nothing"},
    {"paths: {secret: [\"a**b\"]}", "p.yaml:1:18: secret: \"a**b\": '**' must stand alone"},
    {"paths: {tmp: [\"../x/**\"]}", "'..' never stands"},
    {"paths: {guard: [\"x\"]}", "unknown key \"guard\""},
    {"extends: strct",
     "p.yaml:1:10: extends: no built-in pack is called \"strct\"; did you mean \"strict\"?"},
    {"modes: {x: {tier3: allow}}", "tier3: always asks in two steps"},
    {"modes: {x: {tier2: aks}}", "tier2: \"aks\" is none of allow, log"},
    {"modes: {x: {tier2: deny}}", "{id: no-tier2, when: {tier: 2}, decision: deny}"},
    {"locked: [rulse]", "did you mean \"rules\"?"},
    {"pre_confirmed: [\"rm -rf x; ls\"]", "is not one simple command"},
    {"pre_confirmed: [\"rm -rf $X\"]", "is known only when it runs"},
    {"pre_confirmed: [\"make\"]", "name what the command may touch"},
    {"rules: {id: a, decision: deny, when: {}}", "p.yaml:1:38: when: an empty condition"},
    {"rules: [{id: a, decision: deny}]", "p.yaml:1:9: the rule has no \"when\""},
    {"rules: [{id: a, when: {tier: 2}, decision: block}]", "\"block\" is none of allow, ask, deny"},
    {"rules: [{id: a, when: {tier: 2}, decision: deny, tier: 3}]",
     "only a rule that asks has a tier"},
    {"rules: [{id: a, when: {tier: 2}, decision: ask, tier: 1}]", "a number from 2 to 3"},
    {"rules: [{id: a, when: {tier: 2}}]", "neither \"decision\" nor \"category\""},
    {"rules: [{id: a, when: {tier: 2}, category: SUDO, tier: 2}]",
     "only a rule that asks has a tier"},
    {"rules: [{id: a, when: {tier: 2}, category: SUDO, message: x}]", "only a rule that decides"},
    {"rules: [{id: a, when: {tier: 2}, category: NONE, decision: ask}]",
     "\"NONE\" is none of SUDO"},
    {"rules: [{id: a, when: {tier: 2}, category: none, decision: ask}]",
     "\"none\" is none of SUDO"},
    {"rules: [{id: a, when: {category: [none, SUDO]}, decision: ask}]", "none stands alone"},
    {"rules: [{id: a, when: {outside: off}, decision: ask}]", "outside: off says nothing"},
    {"rules: [{id: a, when: {outside: on}, decision: allow}]", "must know where a path lies"},
    {"rules: [{id: a, when: {mentions: x}, decision: allow}]", "must know where a path lies"},
    {"rules: [{id: a, when: {mentions: []}, decision: ask}]", "an empty list says nothing"},
    {"rules: [{id: a, when: {mentions: x, act: connect}, decision: ask}]", "none of the acts"},
    {"rules: [{id: a, when: {outside: on, act: connect}, decision: ask}]", "none of the acts"},
    {"rules: [{id: a, when: {sub: push}, decision: deny}]", "a subcommand needs its command"},
    {"rules: [{id: a, when: {command: nosuch, sub: x}, decision: deny}]",
     "p.yaml:1:1: rule a: guard knows no subcommands of nosuch"},
    {"rules: [{id: a, when: {host: x.org, path: y}, decision: deny}]", "both a host and a path"},
    {"rules: [{id: a, when: {host: x.org, act: delete}, decision: deny}]", "none of the acts"},
    {"rules: [{id: a, when: {path: x, act: connect}, decision: deny}]", "none of the acts"},
    {"rules: [{id: a, when: {flags: [--force]}, decision: deny}]", "without dashes"},
    {"rules: [{id: a, when: {act: wirte}, decision: deny}]", "did you mean \"write\"?"},
    {"rules: [{id: mode.x, when: {tier: 2}, decision: deny}]", "guard's own"},
    {"rules: [{id: \"a b\", when: {tier: 2}, decision: deny}]", "use letters, digits"},
    {"rules:\n- {id: a, when: {tier: 2}, decision: deny}\n- {id: a, when: {tier: 3}, decision: "
     "ask}",
     "p.yaml:3:8: duplicate id \"a\": first used in p.yaml:2"},
    {"commands: [{command: x, rules: [{id: x.y, tier: 2}]}]", "need a category"},
    {"commands: [{command: x, operands: deletes}]", "did you mean \"delete\"?"},
    {"a: [1, 2", "p.yaml:1:"},
    {"a: b: c", "p.yaml:1:5: not valid YAML"},
    {"", "p.yaml:1:1: the file is empty"},
    {"# nothing", "the file is empty"},
    {"just text", "p.yaml:1:1: a policy file is a map"},
    {"[a, b]", "a policy file is a map"},
    {"mode: balanced\n---\nmode: trusting", "a policy file holds one document"},
    {"mode: &a balanced", "p.yaml:1:7: anchors are not read"},
    {"x: [&a b, *a]", "anchors are not read"},
    {"mode: !!str balanced", "tags are not read"},
    {"? [a]\n: b", "a key must be a text"},
    {"mode: balanced\n\x04rules: []", "p.yaml:2:1: a control character"},
    {"mode: \xff", "p.yaml:1:7: a control character or a byte that is not UTF-8"},
};

TEST(YamlLoaderTest, EveryDefectIsNamedWithItsPlace) {
  for (const auto& row : kDefects)
    EXPECT_THAT(error_of(row.text), HasSubstr(row.error)) << row.text;
}

TEST(YamlLoaderTest, DeepAndLargeTextsAreRefused) {
  EXPECT_THAT(error_of("a: " + std::string(100'000, '[')), HasSubstr("nested too deeply"));
  EXPECT_THAT(error_of("a: " + std::string(40, '[') + std::string(40, ']')),
              HasSubstr("nested too deeply"));
  EXPECT_THAT(error_of(std::string((1 << 20) + 1, ' ')), HasSubstr("larger than 1 MiB"));
}

TEST(YamlLoaderTest, TextsBeyondTheirLengthAreRefused) {
  constexpr std::size_t kMost = size_limit("yaml.bytes");
  const auto error_of_size = [](std::size_t size) {
    std::string text = "version: 1\n# ";
    text.resize(size, 'x');
    return error_of(text);
  };
  EXPECT_EQ(error_of_size(kMost - 1), "loaded");
  EXPECT_EQ(error_of_size(kMost), "loaded");
  EXPECT_THAT(error_of_size(kMost + 1), HasSubstr("larger than 1 MiB"));
}

TEST(YamlLoaderTest, LevelsBeyondTheirNumberAreRefused) {
  constexpr std::size_t kMost = size_limit("yaml.depth");
  const auto error_of_levels = [](std::size_t levels) {
    return error_of("a: " + std::string(levels - 1, '[') + std::string(levels - 1, ']'));
  };
  EXPECT_THAT(error_of_levels(kMost - 1), HasSubstr("unknown key"));
  EXPECT_THAT(error_of_levels(kMost), HasSubstr("unknown key"));
  EXPECT_THAT(error_of_levels(kMost + 1), HasSubstr("nested too deeply"));
}

TEST(YamlLoaderTest, IdsBeyondTheirLengthAreRefused) {
  constexpr std::size_t kMost = size_limit("policy.id");
  const auto error_of_length = [](std::size_t length) {
    return error_of("rules: [{id: " + std::string(length, 'i') +
                    ", when: {command: x}, decision: deny}]");
  };
  EXPECT_EQ(error_of_length(kMost - 1), "loaded");
  EXPECT_EQ(error_of_length(kMost), "loaded");
  EXPECT_THAT(error_of_length(kMost + 1), HasSubstr("must have 1 to 100 characters"));
}

TEST(YamlLoaderTest, DurationsBeyondTenYearsAreRefused) {
  constexpr std::uint64_t kMost = limit("policy.duration");
  const auto error_of_seconds = [](std::uint64_t seconds) {
    return error_of("timeouts: {tier2: " + std::to_string(seconds) + "s}");
  };
  EXPECT_EQ(error_of_seconds(kMost - 1), "loaded");
  EXPECT_EQ(error_of_seconds(kMost), "loaded");
  EXPECT_THAT(error_of_seconds(kMost + 1), HasSubstr("must be a time like"));
}

TEST(YamlLoaderTest, NamesInErrorsAreSafeForATerminal) {
  const std::string error = error_of("\"a\\e[31mb\": 1");
  EXPECT_EQ(error.find('\x1b'), std::string::npos) << error;
}

TEST(YamlLoaderTest, LaterFilesWin) {
  const auto policy =
      load_policy({{"a", "mode: paranoid\nsafe_mode: on"}, {"b", "mode: trusting"}});
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->mode.name, "trusting");
}

TEST(YamlLoaderTest, ALockedKeyCannotBeSetLater) {
  const auto policy = load_policy({{"etc.yaml", "locked: [safe_mode, rules]"},
                                   {"user.yaml", "mode: trusting\nsafe_mode: off"}});
  ASSERT_FALSE(policy);
  EXPECT_EQ(policy.error().context, "user.yaml:2:1: safe_mode: is locked by etc.yaml:1");
}

TEST(YamlLoaderTest, AFileMaySetWhatItLocks) {
  const auto policy = load("safe_mode: on\nlocked: safe_mode");
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_THAT(policy->locked, ElementsAre("safe_mode"));
}

TEST(YamlLoaderTest, DuplicateIdsAcrossFilesAreRefused) {
  const std::string rule = "rules: [{id: a, when: {tier: 2}, decision: deny}]";
  const auto policy = load_policy({{"a.yaml", rule}, {"b.yaml", rule}});
  ASSERT_FALSE(policy);
  EXPECT_THAT(policy.error().context,
              HasSubstr("b.yaml:1:14: duplicate id \"a\": first used in a.yaml:1"));
}

TEST(YamlLoaderTest, EachDefectIsNamedAtOnce) {
  const auto commands = load("pre_confirmed: [\"rm -rf $X\", \"make clean && make\"]");
  ASSERT_FALSE(commands);
  EXPECT_THAT(commands.error().context, HasSubstr("p.yaml:1:17: pre_confirmed: "));
  EXPECT_THAT(commands.error().context, HasSubstr("p.yaml:1:30: pre_confirmed: "));
  const auto rule = load("rules: [{when: {tier: 2}, decision: block}]");
  ASSERT_FALSE(rule);
  EXPECT_THAT(rule.error().context, HasSubstr("\"block\" is none of"));
  EXPECT_THAT(rule.error().context, HasSubstr("the rule has no \"id\""));
  const auto mistyped = load("rules: [{di: a, when: {tier: 2}, decision: deny}]");
  EXPECT_THAT(mistyped.error().context, Not(HasSubstr("has no")));
  const auto unsound = load(
      "rules: [{id: a, when: {command: nosuch, sub: x}, decision: deny},\n"
      "{id: b, when: {command: git, sub: psuh}, decision: deny}]");
  ASSERT_FALSE(unsound);
  EXPECT_THAT(unsound.error().context, HasSubstr("rule a: "));
  EXPECT_THAT(unsound.error().context, HasSubstr("rule b: "));
}

TEST(YamlLoaderTest, ANameThatWasNotWrittenToItsEndIsToldInFull) {
  const auto policy = load("categories: {DEPS_INSTALL: 1}");
  ASSERT_FALSE(policy);
  EXPECT_THAT(policy.error().context, HasSubstr("did you mean \"DEPS_INSTALL_UPDATE\"?"));
}

// A newer guard may ship a row of a name that somebody's rule has.
TEST(YamlLoaderTest, ARuleMayBeCalledAsARowThatGuardShips) {
  const std::string rule = "{id: deploy, when: {command: deploy}, decision: ask}";
  EXPECT_TRUE(load("rules: [" + rule + "]"));
  const auto twice = load("rules: [" + rule + ",\n" + rule + "]");
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.error().context, HasSubstr("duplicate id \"deploy\": first used in p.yaml:1"));
  EXPECT_FALSE(load("commands: [{command: x, rules: [{id: deploy, operands: on}]}]"));
}

TEST(YamlLoaderTest, TheHashTellsPoliciesApart) {
  const auto a = load("mode: balanced");
  const auto b = load("mode: paranoid");
  ASSERT_TRUE(a && b);
  EXPECT_NE(a->hash, b->hash);
  EXPECT_EQ(a->hash, load("mode: balanced")->hash);
}

TEST(YamlLoaderTest, AllDefectsAreToldInTheOrderOfTheFile) {
  EXPECT_EQ(error_of("netwrok: {}\n"
                     "safe_mode: maybe\n"
                     "rules:\n"
                     "  - {id: a, when: {command: \"git push\"}, decision: deny}\n"
                     "  - {id: b, when: {command: git}, decision: refuse}\n"),
            "p.yaml:1:1: unknown key \"netwrok\"; did you mean \"network\"?\n"
            "  p.yaml:2:12: safe_mode: must be on or off (true or false)\n"
            "  p.yaml:4:29: command: \"git push\": names a program, and not what it is given: "
            "{command: git, sub: push, flags: [force]}\n"
            "  p.yaml:5:45: decision: \"refuse\" is none of allow, ask, deny");
  EXPECT_EQ(error_of("mode: sometimes\n"
                     "rules:\n"
                     "  - {id: a, when: {command: git}, decision: deny, tier: 2}\n"
                     "  - {id: a, when: {command: rm}, decision: deny}\n"),
            "p.yaml:1:7: mode: \"sometimes\" is none of balanced, paranoid, trusting\n"
            "  p.yaml:3:51: tier: only a rule that asks has a tier");
}

TEST(YamlLoaderTest, ARuleThatIsMonitoredStandsApart) {
  const auto policy = load_policy(
      {{"p.yaml", "rules: [{id: x, when: {command: rm}, decision: deny, monitor: on}]"}});
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(policy->monitored.size(), 1U);
  EXPECT_TRUE(std::ranges::none_of(policy->rules, [](const Rule& r) { return r.id == "x"; }));
}

TEST(YamlLoaderTest, OnlyTheFileOfTheSourceIsARelease) {
  const std::string text = "release: {number: 7, expires: 2027-01-31T12:00Z, share: 20}";
  EXPECT_FALSE(load_policy({{"p.yaml", text}})->release);
  PolicyFile file{"p.yaml", text};
  file.is_release = true;
  const auto policy = load_policy({file});
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(policy->release->number, 7);
  EXPECT_EQ(policy->release->share, 20);
  EXPECT_EQ(policy->release->expires, "2027-01-31T12:00Z");
}

TEST(YamlLoaderTest, ManyDefectsAreCounted) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "unheard_of_" + std::to_string(i) + ": 1\n";
  const std::string error = error_of(text);
  EXPECT_THAT(error, HasSubstr("\n  p.yaml:20:1: unknown key"));
  EXPECT_THAT(error, ::testing::EndsWith("\n  and 10 more"));
}

TEST(YamlLoaderTest, TheUsualSlipsAreToldInPlainWords) {
  EXPECT_EQ(error_of("rules:\n\t- {id: a}\n"), "p.yaml:2:1: tabs do not indent: use blanks");
  EXPECT_EQ(error_of("paths:\n  secret: [**/*.sealed]\n"),
            "p.yaml:2:12: quote patterns that begin with *: \"**/*.pem\"");
  EXPECT_EQ(error_of("paths: {secret: *.pem}\n"),
            "p.yaml:1:17: quote patterns that begin with *: \"**/*.pem\"");
  EXPECT_EQ(error_of("rules:\n  no-push: {when: {command: git}, decision: deny}\n"),
            "p.yaml:2:3: rules is a list: write \"- id: no-push\" in place of \"no-push\"");
  EXPECT_THAT(error_of("mode: Balanced\n"), ::testing::EndsWith("did you mean \"balanced\"?"));
}

}  // namespace
}  // namespace guard::policy
