// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/secret_names.h"

#include <algorithm>
#include <array>
#include <string>

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongestName = 128;

constexpr std::array<std::string_view, 10> kVariableEndings = {
    "_TOKEN",       "_KEY",        "_SECRET",     "_PASSWORD", "_PASSWD",
    "_CREDENTIALS", "_CREDENTIAL", "_PASSPHRASE", "_PAT",      "_PASS"};
constexpr std::array<std::string_view, 6> kVariables = {"PGPASSWORD",    "MYSQL_PWD", "SSHPASS",
                                                        "REDISCLI_AUTH", "TOKEN",     "SECRET"};
constexpr std::array<std::string_view, 3> kPasswordParts = {"password", "passwd", "passphrase"};
constexpr std::array<std::string_view, 3> kHintingNames = {"pass", "pwd", "pw"};
// A signed address is a key to what it names, and its signature is written as a hash is.
constexpr std::array<std::string_view, 5> kSigningNames = {"sig", "auth", "httpauth", "basicauth",
                                                           "proxyauth"};
constexpr std::array<std::string_view, 2> kSigningParts = {"amzsignature", "googsignature"};
constexpr std::array<std::string_view, 7> kHintingParts = {
    "secret", "token", "apikey", "credential", "accesskey", "privatekey", "accountkey"};
constexpr std::array<std::string_view, 14> kHeaders = {
    "authorization", "proxy-authorization",  "x-api-key",      "api-key",       "cookie",
    "set-cookie",    "private-token",        "job-token",      "deploy-token",  "x-auth-token",
    "x-vault-token", "x-amz-security-token", "x-goog-api-key", "x-access-token"};
constexpr std::array<std::string_view, 7> kSchemes = {"bearer",    "basic",  "token", "digest",
                                                      "negotiate", "apikey", "key"};
constexpr std::array<std::string_view, 6> kTellingCommands = {
    "passwordcommand", "passcommand",  "passphrasecommand",
    "secretcommand",   "tokencommand", "credentialcommand"};
constexpr std::array<std::string_view, 17> kOptionEndings = {
    "password",  "passwd",       "passphrase", "pass",        "token",      "secret",
    "apikey",    "accesskey",    "authkey",    "credentials", "privatekey", "encryptionkey",
    "secretkey", "presharedkey", "sharedkey",  "signingkey",  "masterkey"};
// As endings they would be found in "--spin" and "--no-auth".
constexpr std::array<std::string_view, 4> kModeOptions = {"pwd", "pw", "pin", "auth"};
// Whole: with one dash letters may be options each, or the value of one.
constexpr std::array<std::string_view, 24> kSingleDashOptions = {"password",
                                                                 "passwd",
                                                                 "passphrase",
                                                                 "pass",
                                                                 "passin",
                                                                 "passout",
                                                                 "passwordin",
                                                                 "passwordout",
                                                                 "storepass",
                                                                 "keypass",
                                                                 "srcstorepass",
                                                                 "deststorepass",
                                                                 "srckeypass",
                                                                 "destkeypass",
                                                                 "storepassword",
                                                                 "keypassword",
                                                                 "keystorepassword",
                                                                 "keystorepass",
                                                                 "truststorepassword",
                                                                 "truststorepass",
                                                                 "token",
                                                                 "apikey",
                                                                 "authtoken",
                                                                 "secretkey"};
constexpr std::array<std::string_view, 21> kModes = {
    "true", "false", "yes",    "no",       "on",        "off",      "none",
    "any",  "all",   "auto",   "default",  "required",  "optional", "oauth",
    "pam",  "ldap",  "oauth2", "kerberos", "negotiate", "ntlm",     "jwt"};

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

template <std::size_t N>
bool part_of(const std::array<std::string_view, N>& parts, std::string_view word) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return word.find(part) != std::string_view::npos;
  });
}

template <std::size_t N>
bool ends(const std::array<std::string_view, N>& endings, std::string_view word) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return word.ends_with(ending); });
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

// "Api-Key", "api_key" and "apiKey" are one name.
std::string plain(std::string_view text) {
  std::string out = lower(text);
  std::erase_if(out, [](char c) { return c == '-' || c == '_'; });
  return out;
}

}  // namespace

NameKind kind_of_name(std::string_view name) {
  if (name.size() > kLongestName) name = name.substr(name.size() - kLongestName);
  if (ends(kVariableEndings, name) || holds(kVariables, name)) return NameKind::kVariable;
  const std::string word = plain(name);
  if (part_of(kPasswordParts, word)) return NameKind::kPassword;
  if (holds(kSigningNames, word) || part_of(kSigningParts, word)) return NameKind::kSigning;
  const bool hints = part_of(kHintingParts, word) || holds(kHintingNames, word);
  return hints ? NameKind::kHinting : NameKind::kPlain;
}

bool is_secret_header(std::string_view name) {
  return name.size() <= kLongestName && holds(kHeaders, lower(name));
}

bool is_auth_scheme(std::string_view word) {
  return word.size() <= kLongestName && holds(kSchemes, lower(word));
}

OptionKind kind_of_option(std::string_view name) {
  if (name.size() > kLongestName || name.starts_with("no-")) return OptionKind::kPlain;
  const std::string word = plain(name);
  if (holds(kModeOptions, word)) return OptionKind::kMode;
  return ends(kOptionEndings, word) ? OptionKind::kSecret : OptionKind::kPlain;
}

bool is_command_that_tells(std::string_view name) {
  return name.size() <= kLongestName && ends(kTellingCommands, plain(name));
}

bool is_single_dash_option(std::string_view name) {
  return name.size() <= kLongestName && holds(kSingleDashOptions, plain(name));
}

bool is_mode(std::string_view value) {
  return value.size() <= kLongestName && (is_auth_scheme(value) || holds(kModes, lower(value)));
}

}  // namespace guard::supervisor
