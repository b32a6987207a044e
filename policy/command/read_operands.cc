// SPDX-License-Identifier: Apache-2.0
#include "policy/command/read_operands.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/text/text.h"

namespace guard::policy {
namespace {

struct Reader {
  std::string_view name;
  std::size_t first = 0;       // operands before the files: a pattern, a program
  bool last_is_other = false;  // where it is written to
};

constexpr std::array kReaders = std::to_array<Reader>({
    {"."},
    {"awk", 1},
    {"b2sum"},
    {"base32"},
    {"base64"},
    {"basenc"},
    {"bat"},
    {"batcat"},
    {"cat"},
    {"cksum"},
    {"cmp"},
    {"column"},
    {"comm"},
    {"cp", 0, true},
    {"csplit"},
    {"cut"},
    {"diff"},
    {"diff3"},
    {"egrep", 1},
    {"expand"},
    {"fgrep", 1},
    {"file"},
    {"fmt"},
    {"fold"},
    {"gawk", 1},
    {"grep", 1},
    {"head"},
    {"hexdump"},
    {"install", 0, true},
    {"join"},
    {"jq", 1},
    {"less"},
    {"mawk", 1},
    {"md5sum"},
    {"more"},
    {"nl"},
    {"od"},
    {"paste"},
    {"pr"},
    {"rev"},
    {"rg", 1},
    {"rsync", 0, true},
    {"scp", 0, true},
    {"sdiff"},
    {"sed", 1},
    {"sha1sum"},
    {"sha224sum"},
    {"sha256sum"},
    {"sha384sum"},
    {"sha512sum"},
    {"shuf"},
    {"sort"},
    {"source"},
    {"split"},
    {"strings"},
    {"sum"},
    {"tac"},
    {"tail"},
    {"tsort"},
    {"unexpand"},
    {"uniq"},
    {"wc"},
    {"xxd"},
    {"yq", 1},
    {"zip", 1},
});

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-';
}

std::vector<std::string> inputs_of_dd(const std::vector<std::string>& argv) {
  constexpr std::string_view kInput = "if=";
  std::vector<std::string> inputs;
  for (const auto& word : argv) {
    if (word.starts_with(kInput)) inputs.push_back(word.substr(kInput.size()));
  }
  return inputs;
}

}  // namespace

std::vector<std::string> read_operands(const std::vector<std::string>& argv) {
  if (argv.empty()) return {};
  if (base_name(argv[0]) == "dd") return inputs_of_dd(argv);
  const auto* const reader = std::ranges::find(kReaders, base_name(argv[0]), &Reader::name);
  if (reader == kReaders.end()) return {};
  std::vector<std::string> operands;
  std::ranges::remove_copy_if(argv.begin() + 1, argv.end(), std::back_inserter(operands),
                              is_option);
  if (reader->last_is_other && !operands.empty()) operands.pop_back();
  const std::size_t others = std::min(reader->first, operands.size());
  operands.erase(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(others));
  return operands;
}

}  // namespace guard::policy
