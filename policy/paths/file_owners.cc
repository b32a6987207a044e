// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/file_owners.h"

#include <algorithm>
#include <array>

#include "policy/text/glob.h"

namespace guard::policy {
namespace {

struct Owner {
  std::string_view program;  // glob
  std::string_view path;     // glob
};

constexpr std::array kReaders = {
    Owner{"git", "**/.git-credentials"}, Owner{"git-credential-store", "**/.git-credentials"},
    Owner{"git", "**/.config/git/credentials"}, Owner{"git-remote-http*", "**/.netrc"},
    Owner{"ssh", "**/.ssh/**"},
    // Not ssh-keyscan, which shows any file as names of hosts, nor
    // the helpers, which load the library that they are told.
    Owner{"ssh-add", "**/.ssh/**"}, Owner{"ssh-agent", "**/.ssh/**"},
    Owner{"ssh-keygen", "**/.ssh/**"}, Owner{"ssh-keysign", "**/.ssh/**"},
    Owner{"scp", "**/.ssh/**"}, Owner{"sftp", "**/.ssh/**"}, Owner{"sshd", "**/.ssh/**"},
    Owner{"gpg*", "**/.gnupg/**"}, Owner{"gh", "**/.config/gh/**"},
    Owner{"glab", "**/.config/glab-cli/**"}, Owner{"docker*", "**/.docker/config.json"},
    Owner{"podman", "**/.docker/config.json"}, Owner{"kubectl", "**/.kube/config"},
    Owner{"helm", "**/.kube/config"}, Owner{"cargo", "**/.cargo/credentials*"},
    Owner{"psql", "**/.pgpass"}, Owner{"mysql", "**/.my.cnf"}, Owner{"curl", "**/.netrc"},
    Owner{"wget", "**/.netrc"}, Owner{"direnv", "**/.envrc"}, Owner{"npm*", "**/.npmrc"},
    Owner{"npx*", "**/.npmrc"}, Owner{"pnpm*", "**/.npmrc"}, Owner{"yarn*", "**/.npmrc"},
    Owner{"yarn*", "**/.yarnrc.yml"}, Owner{"corepack", "**/.npmrc"}, Owner{"aws", "**/.aws/**"},
    Owner{"az", "**/.azure/**"}, Owner{"gcloud", "**/.config/gcloud/**"},
    Owner{"gsutil", "**/.config/gcloud/**"}, Owner{"bq", "**/.config/gcloud/**"},
    Owner{"oci", "**/.oci/**"}, Owner{"doctl", "**/.config/doctl/**"},
    Owner{"heroku", "**/.config/heroku/**"}, Owner{"netlify", "**/.config/netlify/**"},
    Owner{"flyctl", "**/.config/fly/**"}, Owner{"wrangler", "**/.config/wrangler/**"},
    Owner{"rclone", "**/.config/rclone/**"}, Owner{"op", "**/.config/op/**"},
    Owner{"hub", "**/.config/hub"}, Owner{"sops", "**/.config/sops/**"},
    Owner{"vault", "**/.vault-token"}, Owner{"terraform", "**/*.tfstate*"},
    Owner{"terraform", "**/*.tfvars"}, Owner{"terraform", "**/.terraform.d/**"},
    Owner{"terraform", "**/.terraformrc"}, Owner{"tofu", "**/*.tfstate*"},
    Owner{"tofu", "**/*.tfvars"}, Owner{"s3cmd", "**/.s3cfg"}, Owner{"twine", "**/.pypirc"},
    Owner{"pip*", "**/.config/pip/pip.conf"}, Owner{"pip*", "**/.netrc"},
    Owner{"gem*", "**/.gem/credentials"}, Owner{"mvn", "**/.m2/**"},
    Owner{"gradle", "**/.gradle/**"}, Owner{"nuget", "**/.nuget/**"},
    Owner{"dotnet", "**/.nuget/**"}, Owner{"composer", "**/.composer/**"},
    Owner{"pass", "**/.password-store/**"}, Owner{"keyboxd", "**/.gnupg/**"},
    Owner{"dirmngr", "**/.gnupg/**"}, Owner{"scdaemon", "**/.gnupg/**"},
    Owner{"gnome-keyring-d*", "**/.local/share/keyrings/**"}, Owner{"sudo", "/etc/sudoers"},
    Owner{"sudo", "/etc/sudoers.d/**"}, Owner{"visudo", "/etc/sudoers"},
    Owner{"visudo", "/etc/sudoers.d/**"}, Owner{"sudo", "/etc/shadow"}, Owner{"su", "/etc/shadow"},
    Owner{"login", "/etc/shadow"}, Owner{"unix_chkpwd", "/etc/shadow"},
    Owner{"sshd", "/etc/shadow"}, Owner{"sshd", "/etc/ssh/ssh_host_*_key"},
    Owner{"ssh-keygen", "/etc/ssh/ssh_host_*_key"}, Owner{"cron", "/etc/shadow"},
    Owner{"passwd", "/etc/*shadow"}, Owner{"chage", "/etc/shadow"},
    Owner{"*passwd", "/etc/*shadow"}, Owner{"user*", "/etc/*shadow*"},
    Owner{"group*", "/etc/*shadow*"}, Owner{"pwck", "/etc/*shadow*"},
    Owner{"pwconv", "/etc/*shadow*"}, Owner{"grpconv", "/etc/*shadow*"},
    Owner{"adduser", "/etc/*shadow*"}, Owner{"k*init", "/etc/krb5.keytab"}};

// Histories and the like: nothing else of the home is meant, and nothing runs from them. Most are
// written beside the old one and renamed over it (readline: ".python_history-4711.tmp").
constexpr std::array kWriters = {
    Owner{"bash", "**/.bash_history*"}, Owner{"zsh", "**/.zsh_history*"},
    Owner{"ksh*", "**/.sh_history"}, Owner{"fish", "**/.local/share/fish/**"},
    Owner{"python*", "**/.python_history*"}, Owner{"node*", "**/.node_repl_history*"},
    Owner{"psql", "**/.psql_history*"}, Owner{"mysql", "**/.mysql_history*"},
    Owner{"sqlite3", "**/.sqlite_history*"}, Owner{"redis-cli", "**/.rediscli_history"},
    Owner{"gdb", "**/.gdb_history*"}, Owner{"less", "**/.lesshs*"},
    Owner{"less", "**/.local/state/lesshst*"}, Owner{"vim*", "**/.viminfo*"},
    Owner{"vim*", "**/.viminf?.tmp"}, Owner{"nano", "**/.local/share/nano/**"},
    Owner{"wget*", "**/.wget-hsts"}, Owner{"ssh", "**/.ssh/known_hosts*"},
    Owner{"gpg*", "**/.gnupg/trustdb.gpg"}, Owner{"gpg*", "**/.gnupg/*.lock"},
    Owner{"gpg*", "**/.gnupg/.#lk*"},
    // By which gpg speaks to it: a signature starts one where none runs.
    Owner{"gpg-agent", "**/.gnupg/S.gpg-agent*"}, Owner{"scdaemon", "**/.gnupg/S.scdaemon"},
    Owner{"keyboxd", "**/.gnupg/S.keyboxd"}, Owner{"dirmngr", "**/.gnupg/S.dirmngr"},
    // After each login that went well or did not.
    Owner{"git", "**/.git-credentials"}, Owner{"git", "**/.git-credentials.lock"},
    Owner{"git", "**/.config/git/credentials"}, Owner{"git", "**/.config/git/credentials.lock"}};

template <class Table>
bool any_row(const Table& table, std::string_view program, std::string_view path) {
  return !program.empty() && std::any_of(table.begin(), table.end(), [&](const Owner& owner) {
    return word_glob_matches(owner.program, program) && path_glob_matches(owner.path, path);
  });
}

}  // namespace

bool reads_as_owner(std::string_view program, std::string_view path) {
  return any_row(kReaders, program, path) || any_row(kWriters, program, path);
}

bool writes_as_owner(std::string_view program, std::string_view path) {
  return any_row(kWriters, program, path);
}

}  // namespace guard::policy
