// SPDX-License-Identifier: Apache-2.0
#include "policy/file_owners.h"

#include <algorithm>
#include <array>

#include "policy/glob.h"

namespace guard::policy {
namespace {

struct Owner {
  std::string_view program;  // glob
  std::string_view path;     // glob
};

constexpr std::array kReaders = {Owner{"git", "**/.git-credentials"},
                                 Owner{"git", "**/.netrc"},
                                 Owner{"git-*", "**/.git-credentials"},
                                 Owner{"git-remote-http*", "**/.netrc"},
                                 Owner{"ssh", "**/.ssh/**"},
                                 Owner{"ssh-*", "**/.ssh/**"},
                                 Owner{"scp", "**/.ssh/**"},
                                 Owner{"sftp", "**/.ssh/**"},
                                 Owner{"sshd", "**/.ssh/**"},
                                 Owner{"gpg*", "**/.gnupg/**"},
                                 Owner{"gh", "**/.config/gh/**"},
                                 Owner{"glab", "**/.config/glab-cli/**"},
                                 Owner{"docker*", "**/.docker/config.json"},
                                 Owner{"podman", "**/.docker/config.json"},
                                 Owner{"kubectl", "**/.kube/config"},
                                 Owner{"helm", "**/.kube/config"},
                                 Owner{"cargo", "**/.cargo/credentials*"},
                                 Owner{"psql", "**/.pgpass"},
                                 Owner{"mysql", "**/.my.cnf"},
                                 Owner{"curl", "**/.netrc"},
                                 Owner{"wget", "**/.netrc"},
                                 Owner{"direnv", "**/.envrc"}};

// Histories and the like: nothing else of the home is meant, and nothing runs from them.
constexpr std::array kWriters = {
    Owner{"bash", "**/.bash_history*"},        Owner{"zsh", "**/.zsh_history*"},
    Owner{"ksh*", "**/.sh_history"},           Owner{"fish", "**/.local/share/fish/**"},
    Owner{"python*", "**/.python_history"},    Owner{"node*", "**/.node_repl_history"},
    Owner{"psql", "**/.psql_history"},         Owner{"mysql", "**/.mysql_history"},
    Owner{"sqlite3", "**/.sqlite_history"},    Owner{"redis-cli", "**/.rediscli_history"},
    Owner{"gdb", "**/.gdb_history"},           Owner{"less", "**/.lesshs*"},
    Owner{"less", "**/.local/state/lesshst*"}, Owner{"vim*", "**/.viminfo*"},
    Owner{"vim*", "**/.viminf?.tmp"},          Owner{"nano", "**/.local/share/nano/**"},
    Owner{"wget*", "**/.wget-hsts"},           Owner{"ssh", "**/.ssh/known_hosts*"},
    Owner{"gpg*", "**/.gnupg/trustdb.gpg"},    Owner{"gpg*", "**/.gnupg/*.lock"},
    Owner{"gpg*", "**/.gnupg/.#lk*"}};

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
