// SPDX-License-Identifier: Apache-2.0
// Guard's own rules: every id that a decision or a record can name and that no policy file has. One
// table, for the code that decides, for `guard policy explain --rule` and for docs/policy.md, which
// is held to it by OwnRulesTest. Code names a rule by own_rule("fs.delete"); an id that is not here
// does not compile.
#ifndef GUARD_POLICY_VOCABULARY_OWN_RULES_H_
#define GUARD_POLICY_VOCABULARY_OWN_RULES_H_

#include <array>
#include <string_view>

namespace guard::policy {

struct OwnRule {
  std::string_view id;        // one that ends in a dot begins ids: "mode." of "mode.balanced"
  std::string_view tier;      // that it gives; "-": it gives none
  std::string_view category;  // as records name it; "-": none of its own
  std::string_view says;      // when it decides
  std::string_view instead;   // what to do where it refuses or asks; "-": nothing
};

inline constexpr auto kOwnRules = std::to_array<OwnRule>({
    // --- files ---
    {"fs.create", "0 to 3", "by place", "makes a file, directory or link outside of the workspace",
     "create it inside the workspace"},
    {"fs.overwrite", "0 to 3", "FS_DELETE_OVERWRITE", "overwrites a file of before",
     "write to a new name"},
    {"fs.delete", "0 to 3", "FS_DELETE_OVERWRITE", "deletes what was there before the session",
     "move it to another name in the workspace"},
    {"fs.delete.wildcard", "1 to 3", "FS_DELETE_OVERWRITE",
     "deletes a list: a wildcard, more names than a person reads, or names from a pipe",
     "name the files"},
    {"fs.delete.whole", "3", "FS_DELETE_OVERWRITE",
     "deletes the workspace, the working directory or a source directory as a whole",
     "delete what is in it by name"},
    {"fs.delete.many", "2 to 3", "FS_DELETE_OVERWRITE",
     "deletes files of before one after another, faster than a person looks",
     "delete them in one command"},
    {"fs.absurd", "3", "by act",
     "would delete or move the root, a home or a top directory: blocked",
     "name exactly what is meant"},
    {"fs.rename", "0 to 3", "FS_DELETE_OVERWRITE", "takes a file of before from its name",
     "copy it instead"},
    {"fs.link", "0 to 3", "by place", "gives a file a further name, or writes through one",
     "use a symbolic link"},
    {"fs.read", "2", "FS_CONFIG_SECRETS", "reads a secret", "ask for the part that you need"},
    {"fs.fills", "2", "SYSTEM_IMPACT",
     "would write more than is free: dd, fallocate, truncate, mkfile by their words",
     "write what is needed, and no more"},
    {"fs.disk", "3", "SYSTEM_IMPACT FS_DELETE_OVERWRITE", "writes to a disk directly: blocked",
     "write to an image file in the workspace"},
    {"fs.device", "3", "SYSTEM_IMPACT", "makes a device node",
     "ask for what is needed of the device"},
    {"fs.metadata", "0 to 3", "by place", "changes mode, owner, times or attributes", "ask first"},
    {"fs.metadata.rights", "2", "SYSTEM_IMPACT",
     "lets a program run with other rights: set-user-ID, set-group-ID, capabilities", "ask first"},
    {"fs.metadata.lock", "2", "SYSTEM_IMPACT",
     "makes a file immutable or append-only, or takes that away", "ask first"},
    {"fs.metadata.label", "2", "SYSTEM_IMPACT", "changes a label that the system keeps",
     "ask first"},
    {"fs.metadata.open", "2", "FS_CONFIG_SECRETS", "lets others use what may hold a secret",
     "ask first"},
    {"fs.metadata.close", "1 to 2", "FS_DELETE_OVERWRITE", "takes the owner's own access away",
     "ask first"},
    {"guard.own", "3", "FS_CONFIG_SECRETS",
     "reaches for guard's own files, socket or page: blocked", "-"},
    {"undo.unsaved", "2", "FS_DELETE_OVERWRITE", "changes what undo could not save",
     "make room for the undo store"},
    {"undo.save", "-", "-", "the copy for undo could not be made, so the act did not happen",
     "make room, or raise `undo.max`"},
    {"implied", "0 to 3", "-", "part of what an installed program does (`implied` of its spec)",
     "-"},
    {"read", "0", "-", "a read of no secret", "-"},
    // --- programs ---
    {"exec.ordinary", "0", "-", "a program that no spec calls dangerous", "-"},
    {"exec.born", "1", "EXEC_ARBITRARY", "runs a program that this session made", "-"},
    {"exec.memory", "2", "EXEC_ARBITRARY", "runs a program that lies in memory only", "-"},
    {"exec.deleted", "2", "EXEC_ARBITRARY", "runs a program whose file is deleted", "-"},
    {"exec.injected_loader", "2", "EXEC_ARBITRARY",
     "hands a program code to load through its environment", "unset that variable"},
    {"exec.loader", "2", "EXEC_ARBITRARY", "starts a program through the dynamic loader",
     "run the program itself"},
    {"exec.unread", "2", "EXEC_ARBITRARY",
     "runs a program of which guard cannot tell whether it is a copy of another", "-"},
    {"sudo.unbound", "3", "SUDO",
     "runs with raised privileges what this user can change, or a shell", "-"},
    {"exec.raised", "2", "SUDO", "runs a set-user-ID program with its owner's rights, outside",
     "-"},
    {"exec.setuid", "2", "SUDO", "runs a set-user-ID program that no spec knows", "-"},
    {"exec.wrapped", "2", "EXEC_ARBITRARY", "wraps a command more than eight deep", "-"},
    {"exec.replaced", "-", "-", "the program was changed while it was asked about: denied",
     "run it again"},
    {"exec.verify", "-", "-", "another program started than the one that was judged: ended", "-"},
    {"git.login.told", "2", "FS_CONFIG_SECRETS", "gets the password from a git that logs in",
     "let the user log in"},
    {"git.login.steered", "2", "FS_CONFIG_SECRETS",
     "sets which program gets the password at later logins", "leave these settings to the user"},
    // --- shell text ---
    {"shell.fork_bomb", "3", "SYSTEM_IMPACT", "starts itself without end: blocked", "-"},
    {"shell.device_write", "3", "SYSTEM_IMPACT", "redirects into a raw device: blocked", "-"},
    {"shell.unread", "2", "EXEC_ARBITRARY", "text that guard cannot read to its end",
     "write it shorter"},
    {"shell.unknown", "2", "by text", "names that only the run knows (`guard check` alone)", "-"},
    {"shell.pipe_to_interpreter", "2", "EXEC_ARBITRARY", "runs what comes from the network",
     "save it, look at it, then run it"},
    {"shell.decoded_to_interpreter", "2", "EXEC_ARBITRARY", "runs what it has decoded",
     "save it, look at it, then run it"},
    // --- network ---
    {"network.loopback", "0", "NETWORK_RISK", "stays on this machine", "-"},
    {"network.resolver", "0", "NETWORK_RISK", "asks a configured name server", "-"},
    {"network.lookup", "0", "NETWORK_RISK",
     "looks a name up: guard answers, whatever a rule says of the name server's address", "-"},
    {"network.allowed", "1", "NETWORK_RISK", "goes to a host that the policy allows", "-"},
    {"network.npm_registry", "1", "NETWORK_RISK",
     "npm, or the agent itself, goes to the registry that the installed npm names", "-"},
    {"network.unsent", "0", "NETWORK_RISK",
     "connects a datagram socket to a name that nobody approved: nothing leaves", "-"},
    {"network.inside", "2", "NETWORK_RISK",
     "goes to a name that leads to an internal address: refused", "allow the address itself"},
    {"network.logged", "2", "NETWORK_RISK",
     "goes to a host that would be asked about, and is only logged (`--network log`)",
     "add it to `network.allow`"},
    {"network.deny", "2", "NETWORK_RISK", "goes to a host of `network.deny`", "-"},
    {"network.ask", "2", "NETWORK_RISK", "goes to a host of `network.ask`", "-"},
    {"network.other", "2", "NETWORK_RISK", "goes to any other host", "add it to `network.allow`"},
    {"network.metadata", "3", "NETWORK_RISK",
     "goes to a metadata service of a cloud, which hands out keys",
     "ask for the credentials that are needed"},
    {"network.listen", "2", "NETWORK_RISK", "lets other machines connect", "listen on 127.0.0.1"},
    {"network.listen_narrowed", "0 to 1", "NETWORK_RISK",
     "listens on every address, and is reached by this machine alone",
     "`network: {listen: allow}`"},
    {"network.listen_allowed", "1", "NETWORK_RISK",
     "lets other machines connect, which the policy allows", "-"},
    {"network.bound", "0", "-", "listens where it was allowed to bind", "-"},
    {"network.any_port", "0", "-", "binds to a port of the kernel's choice", "-"},
    {"signing.connect", "1", "NETWORK_RISK",
     "talks to a key agent through guard, which asks about each use of a key", "-"},
    {"signing.login", "2", "NETWORK_RISK", "logs in to a host with a key of an ssh agent",
     "ask the user, who can allow that key there"},
    {"signing.data", "2", "NETWORK_RISK", "signs or decrypts with a key of a key agent",
     "ask the user, who can allow that key for it"},
    {"signing.keys", "2", "NETWORK_RISK", "adds, removes, locks or hands out keys of a key agent",
     "ask the user to do it"},
    {"signing.unknown", "-", "-",
     "a message to a key agent that guard does not know, or cannot read: refused", "-"},
    {"socket.peer", "0", "-", "sends to the peer that its connection was judged for", "-"},
    {"socket.local", "0", "-", "binds or listens on this machine alone", "-"},
    {"socket.netlink", "0", "-", "makes a netlink socket, without the power to change anything",
     "-"},
    {"socket.own", "0", "-",
     "talks to a socket that this session made, or to a server known as harmless", "-"},
    {"socket.outside", "2 to 3", "NETWORK_RISK SYSTEM_IMPACT",
     "talks to a server outside of this session", "do it outside of this session"},
    // --- processes and the system ---
    {"signal.outside", "3", "SYSTEM_IMPACT", "signals a process outside of this session: denied",
     "ask the user to do it"},
    {"reach.outside", "3", "SYSTEM_IMPACT", "reaches a process outside of this session: denied",
     "ask the user to do it"},
    {"system.call", "3", "SYSTEM_IMPACT", "changes the system", "do it outside of guard"},
    {"ipc.set", "2", "SYSTEM_IMPACT", "changes a System V object that others made: denied", "-"},
    {"namespaces", "1 to 3", "SYSTEM_IMPACT", "makes namespaces, mounts or another root",
     "the record says what"},
    {"secrets.memory", "2", "FS_CONFIG_SECRETS",
     "reaches into the memory of a program that has read a secret: denied",
     "ask for the part that you need"},
    {"secrets.after_read", "3", "by act",
     "goes to a host that is not known, or sends by a known tool, in a command that has read a "
     "secret",
     "add the host to `network.allow`"},
    {"installs.secret", "3", "FS_CONFIG_SECRETS",
     "a package's own script reads a secret while it is installed: denied",
     "ask the user for the part that you need"},
    {"installs.script", "3", "by act",
     "a package's own script reaches beyond its package while it is installed",
     "`installs: {scripts: log}`"},
    {"collision", "2", "FS_DELETE_OVERWRITE",
     "takes what another session changed, and nobody committed",
     "commit what that session changed first"},
    {"secrets.gate", "2", "FS_CONFIG_SECRETS",
     "an open of a secret that could not be judged: denied", "-"},
    {"backend.ptrace", "-", "-", "the ptrace backend could not answer safely: ended", "-"},
    {"internal", "-", "-", "guard could not find out what it had to know: denied", "-"},
    {"internal.no_file_act", "3", "SYSTEM_IMPACT", "an act that guard has no row for: asked", "-"},
    // --- earlier answers, pace, agents ---
    {"lease", "up to 1", "-", "an approved question covers it, or a refusal of the same intent",
     "-"},
    {"grant", "-", "-", "a remembered answer covers it", "`guard policy grants`"},
    {"pace.commands", "2", "EXEC_ARBITRARY", "more commands within an hour than an agent may start",
     "-"},
    {"pace.asked", "-", "-", "too many questions about one program within an hour: denied", "-"},
    {"agent.credential", "0", "-", "the agent keeps what it signs in with", "-"},
    {"agent.folder", "0", "-", "the agent makes an empty directory among its own", "-"},
    {"git.clone.copies", "1", "-",
     "git links an object of another repository: it is told that it cannot, and copies it", "-"},
    {"agent.first_start", "1", "-", "the agent sets itself up before its first connection", "-"},
    {"mode.", "by mode", "-", "no rule speaks of it: the mode decides by the tier", "-"},
    {"nested.", "-", "-", "the policy of a nested run is the stricter one", "-"},
    // --- on record alone ---
    {"approve-session", "-", "-", "somebody approved categories for the session", "-"},
    {"grant.revoked", "-", "-", "somebody took back a remembered answer, or an approval",
     "`guard policy grants`"},
    {"delegate", "-", "-", "somebody let another user answer for a while", "-"},
    {"delegate.ended", "-", "-", "a delegation ended before its time", "-"},
    {"policy.trust", "-", "-", "somebody let a project's file loosen, as it was then",
     "`guard policy trust --list`"},
    {"policy.trust.withdrawn", "-", "-", "somebody no longer trusts a project's file", "-"},
    {"policy.release", "-", "-", "which policy of the machine's source holds in the session",
     "`guard policy status`"},
    {"api.role", "2", "-", "a process of the tree asked for what only people may do: denied", "-"},
    {"alerts.", "1", "-", "an alert could not be delivered", "-"},
    {"descriptors.stream", "1", "-", "a standard stream stays open", "-"},
    {"descriptors.keep-fd", "1", "-", "`--keep-fd` keeps a file descriptor", "-"},
    {"descriptors.closed", "1", "-", "an inherited file descriptor was closed", "`--keep-fd`"},
});

[[nodiscard]] constexpr const OwnRule* find_own_rule(std::string_view id) {
  for (const OwnRule& rule : kOwnRules) {
    const bool begins = rule.id.ends_with('.') && id.starts_with(rule.id);
    if (begins || rule.id == id) return &rule;
  }
  return nullptr;
}

// The id itself, where a decision or a record takes it. Only an id of the table compiles.
[[nodiscard]] consteval const char* own_rule(const char* id) {
  return find_own_rule(id) != nullptr ? id : throw "no such rule of guard's own";
}

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_OWN_RULES_H_
