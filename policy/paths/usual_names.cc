// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/usual_names.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "policy/paths/path_names.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

constexpr std::array<std::string_view, 34> kOfWildcards = {"id_rsa",
                                                           "id_dsa",
                                                           "id_ecdsa",
                                                           "id_ecdsa_sk",
                                                           "id_ed25519",
                                                           "id_ed25519_sk",
                                                           "identity",
                                                           ".env.local",
                                                           ".env.development",
                                                           ".env.production",
                                                           ".env.staging",
                                                           ".env.test",
                                                           "terraform.tfstate",
                                                           "terraform.tfstate.backup",
                                                           "terraform.tfvars",
                                                           "passwords.kdbx",
                                                           ".bash_history",
                                                           ".zsh_history",
                                                           ".python_history",
                                                           ".psql_history",
                                                           "key.pem",
                                                           "private.pem",
                                                           "privkey.pem",
                                                           "server.pem",
                                                           "server.key",
                                                           "private.key",
                                                           "tls.key",
                                                           "keystore.jks",
                                                           "application_default_credentials.json",
                                                           "access_tokens.db",
                                                           "credentials.db",
                                                           "msal_token_cache.json",
                                                           "private-keys-v1.d",
                                                           "login.keyring"};

void add_words(std::string_view pattern, std::set<std::string>& names) {
  while (!pattern.empty()) {
    const std::size_t end = std::min(pattern.find('/'), pattern.size());
    const std::string_view word = pattern.substr(0, end);
    if (!word.empty() && !has_wildcard(word)) names.emplace(word);
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
  }
}

}  // namespace

std::set<std::string> usual_names(const PathClassifier& classifier) {
  std::set<std::string> names(kOfWildcards.begin(), kOfWildcards.end());
  for (const std::string_view pattern : secret_names()) add_words(pattern, names);
  for (const std::string_view pattern : home_secrets()) add_words(pattern, names);
  for (const std::string& pattern : classifier.secret_patterns()) add_words(pattern, names);
  return names;
}

}  // namespace guard::policy
