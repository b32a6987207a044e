// SPDX-License-Identifier: Apache-2.0
#include "console/help/manual_notes.h"

#include <algorithm>
#include <array>

namespace guard::console {
namespace {

constexpr std::array kOfGuard = {
    StatusNote{"0", "it was done"},
    StatusNote{"1", "it could not be done"},
    StatusNote{"2", "a wrong command line"},
};
constexpr std::array kOfRun = {
    StatusNote{"CMD's own",
               "CMD ended with it; if a signal ended CMD, guard ends by the same signal"},
    StatusNote{"3", "instead of 0, with --ci or as --fail-on says: something was refused"},
    StatusNote{"125", "guard failed, or a wrong command line: CMD did not start, or was ended"},
    StatusNote{"126", "CMD cannot be run, or was refused"},
    StatusNote{"127", "CMD was not found"},
};
constexpr std::array kOfCheck = {
    StatusNote{"0", "it would run"},
    StatusNote{"3", "it would be asked about"},
    StatusNote{"4", "it would be refused; with --batch the worst of all lines counts"},
    StatusNote{"125", "guard could not tell, or a wrong command line"},
};
constexpr std::array kOfAnswers = {
    StatusNote{"0", "done"},
    StatusNote{"1", "not found, or the session says no"},
    StatusNote{"2", "a wrong command line"},
    StatusNote{"125", "no session could be reached"},
};
constexpr std::array kOfWatch = {
    StatusNote{"0", "you left it"},
    StatusNote{"1", "there is no terminal"},
    StatusNote{"2", "a wrong command line"},
    StatusNote{"125", "there is no folder for the sockets of sessions"},
};
constexpr std::array kOfUndo = {
    StatusNote{"0", "everything was given back, or nothing was left to give back"},
    StatusNote{"1", "something could not be given back, or nothing is kept"},
    StatusNote{"2", "a wrong command line"},
    StatusNote{"3", "nothing was done: it needs a choice, --conflicts or --yes"},
    StatusNote{"128+N", "signal N ended it, between two steps"},
};
constexpr std::array kOfReview = {
    StatusNote{"0", "the changes were printed, written or taken back"},
    StatusNote{"1", "it could not be done, or nothing is kept"},
    StatusNote{"2", "a wrong command line"},
};
constexpr std::array kOfPolicy = {
    StatusNote{"0", "done, or the policy is sound; of diff: no difference"},
    StatusNote{"1", "a policy does not load, or it could not be done; of diff: they differ"},
    StatusNote{"2", "a wrong command line; of diff: it could not tell"},
    StatusNote{"125", "of grants: a session did not answer"},
};
constexpr std::array kOfLearn = {
    StatusNote{"0", "something was found"},
    StatusNote{"1", "there is nothing to suggest"},
    StatusNote{"2", "a wrong command line, or the record cannot be read"},
};
constexpr std::array kOfAlerts = {
    StatusNote{"0", "every alert that is set was sent"},
    StatusNote{"1", "one failed, or the policy does not load"},
    StatusNote{"2", "a wrong command line"},
};
constexpr std::array kOfAudit = {
    StatusNote{"0", "done; of verify: every chain holds"},
    StatusNote{"1", "no such record, or it could not be done; of verify: a chain does not hold"},
    StatusNote{"2", "a wrong command line"},
    StatusNote{"128+N", "signal N ended it, between two steps"},
};
constexpr std::array kOfWeb = {
    StatusNote{"0", "you ended it: Ctrl-C, SIGTERM, SIGHUP"},
    StatusNote{"1", "it cannot listen, or it was started inside of a session"},
    StatusNote{"2", "a wrong command line"},
};
constexpr std::array kOfHook = {
    StatusNote{"0", "answered; with --install, --uninstall or --print: done"},
    StatusNote{"1", "it could not be done"},
    StatusNote{"2",
               "a wrong command line; as a hook: it cannot judge the call, and agents refuse it"},
};
constexpr std::array kOfDoctor = {
    StatusNote{"0", "guard holds here"},
    StatusNote{"1", "guard does not hold here, or the policy does not load"},
    StatusNote{"2", "a wrong command line"},
};

constexpr std::array kNotes = {
    ManualNote{
        "",
        "guard starts any program: an AI coding agent, a shell, a CI job. It sees every program "
        "that it starts, and every destructive thing that those do to files, network and system. "
        "It judges each act by a policy, and holds the risky ones until a person answers. The "
        "program needs no changes; guard needs no daemon and no root.\n\n"
        "An act has a tier. 0: reading, building, editing in the workspace; it runs. 1: the "
        "same, worth a line; it runs and is recorded. 2: a person is asked. 3: a person is asked "
        "and types CONFIRM. Absurd acts, such as deleting the root folder, are always "
        "refused.\n\n"
        "`guard run -- bash` begins with a shell under guard; `guard doctor` says what holds on "
        "this machine.",
        kOfGuard, ""},
    ManualNote{
        "run",
        "Starts CMD, and judges everything that CMD and its descendants do, until all of them "
        "have ended.\n\n"
        "If guard has a terminal, it asks there: `y` and Enter let the act happen, `n` refuses "
        "it, and No is the default. Without a terminal a question waits for `guard approve`, "
        "`guard deny` or `guard watch`. With --ci or --on-ask deny it is refused at once.\n\n"
        "Before a session overwrites, deletes, moves or changes a file, guard saves it for "
        "`guard undo`.\n\n"
        "guard closes some descriptors from 3 up that it inherits, and names them in one line: "
        "files open for writing, folders, devices, secrets, sockets of services. Pipes, job "
        "servers and the terminal go through. --keep-fd keeps one: no rule sees what is done "
        "through it, and it is on record.\n\n"
        "CMD's name picks the profile of an agent (`guard policy show --profile NAME`): its own "
        "folders and the hosts of its model ask nothing in that run. --profile chooses another, "
        "or none.\n\n"
        "--fail-on says which refusals make a run that went well end with 3. `ask`: any. `deny`: "
        "those of rules alone. `skip`: any, and a secret that a search went on without. `never`: "
        "none.\n\n"
        "The ending of --report's FILE names the format: .json, .xml, .sarif, .md, or .yaml "
        "(.yml), which is a policy that lets through what was refused. FORMAT:FILE names it "
        "otherwise (json, junit, sarif, md, policy), and `-` is standard output. --learn FILE is "
        "--report policy:FILE. Put reports outside of the workspace.\n\n"
        "An option overrides a variable of the environment, which overrides a policy file.",
        kOfRun,
        "guard-pending guard-approve guard-watch guard-web guard-undo guard-audit guard-policy.5"},
    ManualNote{
        "watch",
        "Shows all sessions of this user at once: waiting questions, acts while they are done, "
        "remembered answers. `y` and Enter approve the chosen question, `n` denies it, `?` shows "
        "all keys, `q` leaves. Leaving answers nothing. A question of tier 3 takes the word "
        "CONFIRM.",
        kOfWatch, "guard-run guard-pending guard-approve guard-deny guard-web"},
    ManualNote{
        "status",
        "Lists the running sessions of this user, and their questions that wait for an answer.",
        kOfAnswers, "guard-sessions guard-pending guard-watch guard-run"},
    ManualNote{
        "sessions",
        "Lists the running sessions of this user: how long, in which mode, how many questions "
        "wait, how many acts were refused, the command and its workspace. `guard audit sessions` "
        "also lists those that ended. `guard ls` and `guard ps` are other names for it.",
        kOfAnswers, "guard-status guard-audit guard-pending guard-run"},
    ManualNote{
        "pending",
        "Lists the questions of all sessions of this user that wait for an answer, one a line. "
        "With an ID, or its first characters, it says everything that is known of that question, "
        "with the names that would go (of a large tree the first 200).",
        kOfAnswers, "guard-approve guard-deny guard-watch guard-run"},
    ManualNote{
        "approve",
        "Lets the acts of questions happen. Without --scope the answer holds once. A question of "
        "tier 3 takes a second step: on a terminal guard shows the impact, and you type the word "
        "CONFIRM; elsewhere --confirm must bring the word.\n\n"
        "`all` stands for every question below tier 3 that waits at that moment, and holds "
        "once.\n\n"
        "An answer from inside of the session is refused: a supervised program cannot approve.",
        kOfAnswers, "guard-pending guard-deny guard-approve-session guard-policy guard-watch"},
    ManualNote{
        "deny",
        "Refuses the acts of questions. The program that wanted them gets an error of the "
        "system, and one line that says why, with the text of --reason. `all` stands for every "
        "question that waits at that moment.",
        kOfAnswers, "guard-pending guard-approve guard-watch"},
    ManualNote{
        "approve-session",
        "Approves every act of the named categories, for the rest of one session. Acts of tier 3 "
        "are still asked about. `guard policy grants` lists what is approved and takes it back.",
        kOfAnswers, "guard-approve guard-policy guard-pending"},
    ManualNote{
        "checkpoint",
        "Marks a point of a running session. `guard undo --to NAME` goes back to it: files that "
        "changed since then are as they were, and files made since then are gone. An agent may "
        "mark points of its own session. guard itself marks one at each command of an agent; "
        "`guard undo --list --session SESSION` lists all of them.",
        kOfAnswers, "guard-undo guard-review guard-sessions"},
    ManualNote{
        "pause",
        "Makes a session stand still: none of its calls goes on, and none of its processes "
        "computes. You can answer questions meanwhile; approved acts happen when the session "
        "goes on. Without a name it pauses the one running session, with --all every session.",
        kOfAnswers, "guard-resume guard-stop guard-sessions"},
    ManualNote{"resume", "Lets a paused session go on.", kOfAnswers,
               "guard-pause guard-stop guard-sessions"},
    ManualNote{
        "stop",
        "Ends a session. Nobody is asked any more, and every process is told to end. Processes "
        "that still run after 5 seconds are killed; with --now, at once. The session's changes "
        "stay. `guard run` then ends with 143 or 137.",
        kOfAnswers, "guard-pause guard-undo guard-sessions"},
    ManualNote{
        "delegate",
        "Hands answering on to another user for a while, if the policy allows it (`delegation`). "
        "Their answer counts as yours: where two people must approve, the two of you count as "
        "one. --list shows what is handed on, --end takes it back. It ends with the session.",
        kOfAnswers, "guard-approve guard-pending guard-policy.5"},
    ManualNote{
        "check",
        "Judges a command, or shell text, by the policy and the files as they are now. It runs "
        "nothing, asks nobody and needs no session.",
        kOfCheck, "guard-run guard-policy guard-policy.5"},
    ManualNote{
        "policy",
        "Begins and opens your policy file, shows what holds here, checks policy files, explains "
        "decisions, and takes back answers that were given for longer than once. guard-policy(5) "
        "describes the keys of the files.",
        kOfPolicy, "guard-policy.5 guard-check guard-learn guard-run"},
    ManualNote{
        "learn",
        "Reads the record and prints rules that would have spared questions: as a patch of your "
        "policy file, with the acts that speak for each. It suggests nothing that would have "
        "allowed a denied act, and changes nothing itself.\n\n"
        "With --profile it prints what it learned of an agent in one session instead: the "
        "folders of its own, files there that look like settings or credentials, and the hosts "
        "that it talks to. Read it before you keep it.",
        kOfLearn, "guard-policy guard-audit guard-policy.5"},
    ManualNote{
        "alerts",
        "Sends a test by every kind of alert that the policy here sets (bell, desktop, tmux, "
        "webhook, command), and says how each went. docs/alerts.md describes them, and "
        "guard-policy(5) their keys.",
        kOfAlerts, "guard-policy.5 guard-run guard-pending"},
    ManualNote{
        "audit",
        "Reads the record: one entry for each act that was decided, in a chain for each session, "
        "with secrets taken out. A record is called SESSION#N, a session by its name; NAME~2 is "
        "the second session of that name.\n\n"
        "Copies of the record go to the sinks that audit.sinks of the policy names: files, "
        "syslog, journald, collectors of OTLP, programs. `guard audit sinks` tells how far each "
        "copy has got, sends what is left, and proves that all of it arrived.\n\n"
        "The record is out of reach inside of a session: read it outside.",
        kOfAudit, "guard-run guard-undo guard-learn"},
    ManualNote{
        "review",
        "Shows what a session changed, one line for each file however often it changed: M "
        "changed, A made, D deleted, R moved, T rights. On a terminal it is a full screen with "
        "the differences. There you can discard a file, a folder, everything that a command "
        "changed, or single hunks of a text. q leaves, and whatever you did not discard stays. "
        "Elsewhere, and with --stat, it prints the list.\n\n"
        "A discard is an undo: saved and on record. To take it back, use guard undo --session "
        "with the name that it prints.",
        kOfReview, "guard-undo guard-run"},
    ManualNote{
        "blame",
        "Tells for each line of a file which session wrote it, with which command, when, and who "
        "answered the question about it. Lines from before are marked `-`. It compares the "
        "states in the undo store: the state before each command that changed the file.\n\n"
        "If no session of the store changed a file, its lines are nobody's. For a file that is "
        "no text, it tells the last change. Programs get it with --json.",
        kOfReview, "guard-review guard-undo guard-audit"},
    ManualNote{
        "undo",
        "Gives back what existed before a session and what the session then overwrote, deleted, "
        "moved or changed: all of a session, one act (SESSION:N), all of an answered question, "
        "or a path. Without a word it is the last session that changed something. Without --yes "
        "it shows what it would do and asks.\n\n"
        "If somebody changed a file since, that is a conflict: guard leaves the file alone until "
        "--conflicts says what to do with it. An undo is a session of its own and can be undone, "
        "unless --final.",
        kOfUndo, "guard-run guard-audit"},
    ManualNote{
        "web",
        "Serves a page for a browser of this machine until you end it: the waiting questions of "
        "all sessions of this user, and answers to them. Each start has an address of its own in "
        "127.0.0.0/8. Other hosts reach it only with --bind, --tls-cert and --tls-key.\n\n"
        "The printed address works once and opens one browser; Enter prints another one. It is "
        "as good as your answers: give it to nobody. A supervised program is refused, whatever "
        "it brings. docs/web.md says how the page is protected.",
        kOfWeb, "guard-watch guard-pending guard-audit guard-undo guard-run"},
    ManualNote{
        "hook",
        "An agent calls it before it uses a tool. It reads from standard input what the tool "
        "would do, and answers in the agent's own way whether it may, and why. With --install it "
        "puts itself into the agent's settings, and shows the difference first.\n\n"
        "A hook sees text, not what really happens: only `guard run` enforces.",
        kOfHook, "guard-run guard-check"},
    ManualNote{
        "mcp",
        "Speaks the Model Context Protocol on standard input and output, until that ends. An "
        "agent can ask what would happen to a command, run one, see which questions wait and why "
        "something was denied, so that it can tell its user. None of its calls can approve "
        "anything: only a person can.",
        kOfGuard, "guard-run guard-check guard-pending guard-hook"},
    ManualNote{
        "doctor",
        "Tries each guarantee in throw-away processes. It says what holds it here, which level a "
        "run reaches, and how to get more.",
        kOfDoctor, "guard-run"},
    ManualNote{
        "completion",
        "Prints a script that lets the shell complete subcommands, options, their values, names "
        "of sessions, waiting questions and records. Packages install it; without one: `eval "
        "\"$(guard completion bash)\"` in ~/.bashrc, `guard completion fish | source` in fish, "
        "and for zsh save it as _guard in a folder of $fpath.",
        kOfGuard, "guard"},
};

constexpr std::array kEnvironment = {
    PlaceNote{"GUARD_POLICY", "as --policy", "run policy"},
    PlaceNote{"GUARD_SOURCE", "a folder with a policy source to try out", "policy"},
    PlaceNote{"GUARD_PROFILE", "as --profile", "run check policy hook mcp"},
    PlaceNote{"GUARD_MODE", "as --mode", "run check policy"},
    PlaceNote{"GUARD_SAFE_MODE", "on or off, as --safe-mode", "run check policy"},
    PlaceNote{"GUARD_WORKSPACE", "as --workspace", "run doctor"},
    PlaceNote{"GUARD_STATE_DIR", "where the record and the undo store lie, as --state-dir", ""},
    PlaceNote{"GUARD_REQUIRE", "as --require", "run"},
    PlaceNote{"GUARD_LANDLOCK", "as --landlock", "run"},
    PlaceNote{"GUARD_BACKEND", "as --backend", "run"},
    PlaceNote{"GUARD_LOG", "as --log", "run"},
    PlaceNote{"GUARD_LOG_LEVEL", "as --log-level", "run"},
    PlaceNote{"GUARD_ON_ASK", "as --on-ask", "run"},
    PlaceNote{"GUARD_UNDO", "on or off; off: as --no-undo", "run"},
    PlaceNote{"GITHUB_ACTIONS", "true: with --ci, refusals become annotations", "run"},
    PlaceNote{"XDG_CONFIG_HOME", "in place of ~/.config", "run check policy learn doctor"},
    PlaceNote{"XDG_STATE_HOME", "in place of ~/.local/state", ""},
    PlaceNote{"XDG_RUNTIME_DIR", "where the sockets of sessions lie", ""},
    PlaceNote{"NO_COLOR", "any value but an empty one: no colour", "run watch pending approve"},
};

constexpr std::array kFiles = {
    PlaceNote{"~/.config/guard/policy.yaml", "your policy", "run check policy learn doctor"},
    PlaceNote{"~/.config/guard/profiles/*.yaml", "profiles of agents, your own or changed",
              "run check policy learn hook mcp"},
    PlaceNote{".guard.yaml",
              "the project's policy; it may only tighten, until `guard policy trust`",
              "run check policy"},
    PlaceNote{"/etc/guard/policy.yaml", "the policy of this machine", "run check policy doctor"},
    PlaceNote{"/etc/guard/source.yaml", "the source of the machine's signed policy", "policy"},
    PlaceNote{"/var/lib/guard/policy/", "the policy that came from there", "policy"},
    PlaceNote{"~/.config/guard/grants.yaml", "answers that were given with `always`",
              "run approve policy"},
    PlaceNote{"~/.local/state/guard/audit.db", "the record", "run audit learn"},
    PlaceNote{"~/.local/state/guard/undo/", "saved copies of files", "run undo"},
    PlaceNote{
        "$XDG_RUNTIME_DIR/guard/SESSION.sock",
        "the socket that takes answers to a session's questions",
        "run watch status sessions pending approve deny approve-session pause resume stop delegate "
        "web"},
    PlaceNote{"/usr/share/doc/guard/examples/", "a policy, and a workflow for pipelines",
              "run policy"},
    PlaceNote{"/usr/share/guard/policy.schema.json", "a JSON Schema of policy files, for editors",
              "policy"},
};

}  // namespace

const ManualNote* manual_note(std::string_view command) {
  const auto* found = std::find_if(kNotes.begin(), kNotes.end(), [command](const ManualNote& note) {
    return note.command == command;
  });
  return found == kNotes.end() ? nullptr : &*found;
}

std::span<const PlaceNote> environment_notes() {
  return kEnvironment;
}

std::span<const PlaceNote> file_notes() {
  return kFiles;
}

bool is_told_in(const PlaceNote& note, std::string_view command) {
  if (command.empty() || note.commands.empty()) return true;
  const std::string_view all = note.commands;
  for (std::size_t at = 0; (at = all.find(command, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + command.size();
    const bool begins = at == 0 || all[at - 1] == ' ';
    if (begins && (end == all.size() || all[end] == ' ')) return true;
  }
  return false;
}

}  // namespace guard::console
