// SPDX-License-Identifier: Apache-2.0
#include "policy/command/told_files.h"

#include <algorithm>
#include <array>

#include "policy/text/glob.h"

namespace guard::policy {
namespace {

struct Client {
  std::string_view program;  // glob
  std::string_view own;      // options that name its own credentials, blanks between and around
};

constexpr std::array kClients = {
    Client{"curl", " --netrc-file --cert -E --key --proxy-cert --proxy-key "},
    Client{"wget*", " --certificate --private-key --ca-certificate "},
    Client{"gpg*", " --homedir --options --keyring --secret-keyring --no-default-keyring "},
    Client{"aws", ""},
    Client{"az", ""},
    Client{"gcloud", " --key-file "},
    Client{"gsutil", ""},
    Client{"bq", " --service_account_credential_file "},
    Client{"oci", " --config-file "},
    Client{"rclone", " --config "},
    Client{"s3cmd", " -c --config "},
    Client{"gh", ""},
    Client{"glab", ""},
    Client{"docker*", " --config "},
    Client{"podman", " --authfile "},
    Client{"kubectl", " --kubeconfig "},
    Client{"helm", " --kubeconfig "},
    Client{"npm*", " --userconfig --globalconfig "},
    Client{"pnpm*", " --userconfig "},
    Client{"yarn*", ""},
    Client{"cargo", " --config "},
    Client{"psql", ""},
    Client{"mysql", " --defaults-file --defaults-extra-file "},
    Client{"git", " --file "},
};

bool is_own(const Client& client, std::string_view option) {
  const std::string wanted = " " + std::string(option) + " ";
  return option.size() > 1 && option.starts_with('-') &&
         client.own.find(wanted) != std::string_view::npos;
}

// "--etag-compare=F" and "-bF", "name@F": each may be the file.
void add_parts(std::string_view word, std::vector<std::string>& files) {
  if (word.empty()) return;
  files.emplace_back(word);
  for (const char mark : {'@', '=', ':', '<'}) {
    const std::size_t at = word.find(mark);
    if (at != std::string_view::npos && at + 1 < word.size())
      files.emplace_back(word.substr(at + 1));
  }
  constexpr std::string_view kAt = "=@";
  const std::size_t both = word.find(kAt);
  if (both != std::string_view::npos) files.emplace_back(word.substr(both + kAt.size()));
  // "-qiF": letters, and then the value of the last one.
  constexpr std::size_t kMostLetters = 8;
  const bool letters = word.size() > 2 && word[0] == '-' && word[1] != '-';
  for (std::size_t at = 2; letters && at < std::min(word.size(), kMostLetters); ++at)
    files.emplace_back(word.substr(at));
}

}  // namespace

std::vector<std::string> told_files(std::string_view program,
                                    const std::vector<std::string>& argv) {
  std::vector<std::string> files;
  const auto client = std::ranges::find_if(
      kClients, [&](const Client& each) { return word_glob_matches(each.program, program); });
  if (client == kClients.end()) return files;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string_view word = argv[i];
    if (is_own(*client, argv[i - 1]) || is_own(*client, word.substr(0, word.find('=')))) continue;
    add_parts(word, files);
  }
  return files;
}

}  // namespace guard::policy
