// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/supervised_sudo.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace guard::supervisor {
namespace {

// sudo(8), as of 1.9.15.
constexpr std::string_view kAsking = "nSkABN";  // how it asks for a password, and whether
constexpr std::string_view kPlain = "H";        // as sudo does it anyway
constexpr std::string_view kQueries = "lvVKU";
constexpr std::string_view kValued = "pugCDRrtThUac";
constexpr std::array<std::string_view, 6> kLongAsking = {
    "--non-interactive", "--stdin", "--reset-timestamp", "--askpass", "--bell", "--no-update"};
constexpr std::array<std::string_view, 5> kLongQueries = {"--list", "--validate", "--version",
                                                          "--remove-timestamp", "--help"};
constexpr std::array<std::string_view, 12> kLongValued = {
    "--prompt", "--user", "--group",           "--close-from", "--chdir",      "--chroot",
    "--role",   "--type", "--command-timeout", "--host",       "--other-user", "--login-class"};

bool has(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

template <std::size_t N>
bool has(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// As sudo itself: `a-b=c` is one as well.
bool assigns(const std::string& word) {
  return !word.starts_with('/') && word.find('=') != std::string::npos;
}

// The options of one sudo, word by word.
class Options {
 public:
  explicit Options(const std::vector<std::string>& argv) : argv_(argv) {}

  // The place of the first word that is none.
  std::size_t read() {
    std::size_t place = 1;
    for (; place < argv_.size() && argv_[place].size() > 1 && argv_[place][0] == '-'; ++place) {
      if (argv_[place] == "--") return place + 1;
      place += argv_[place][1] == '-' ? take_long(place) : take_letters(place);
    }
    return std::min(place, argv_.size());
  }

  std::vector<std::string> asking;
  bool is_plain = true;
  bool queries = false;

 private:
  // `-h` alone is help, and in front of a word it takes that as a host.
  void take_host(std::size_t place) { queries = queries || place + 1 == argv_.size(); }

  // How many words of the next ones belong to it: 0 or 1.
  std::size_t take_long(std::size_t place) {
    const std::string& word = argv_[place];
    const std::string name = word.substr(0, word.find('='));
    const bool takes_next = has(kLongValued, name) && name == word && place + 1 < argv_.size();
    const bool asks = has(kLongAsking, word) || name == "--prompt";
    if (asks) asking.push_back(word);
    if (asks && takes_next) asking.push_back(argv_[place + 1]);
    queries = queries || has(kLongQueries, name);
    is_plain = is_plain && (asks || word == "--set-home");
    return takes_next ? 1 : 0;
  }

  std::size_t take_letters(std::size_t place) {
    const std::string& word = argv_[place];
    for (std::size_t i = 1; i < word.size(); ++i) {
      const char letter = word[i];
      queries = queries || has(kQueries, letter);
      if (has(kAsking, letter)) asking.push_back(std::string("-") + letter);
      if (letter == 'h' && i + 1 == word.size()) take_host(place);
      if (!has(kValued, letter)) {
        is_plain = is_plain && (has(kAsking, letter) || has(kPlain, letter));
        continue;
      }
      const bool takes_next = i + 1 == word.size() && place + 1 < argv_.size();
      const std::string value = takes_next ? argv_[place + 1] : word.substr(i + 1);
      if (letter == 'p') asking.insert(asking.end(), {"-p", value});
      is_plain = is_plain && letter == 'p';
      return takes_next ? 1 : 0;
    }
    return 0;
  }

  const std::vector<std::string>& argv_;
};

}  // namespace

std::optional<SupervisedSudo> supervised_sudo(const std::vector<std::string>& argv,
                                              const std::string& image) {
  Options options(argv);
  const std::size_t first = options.read();
  const bool runs = first < argv.size();
  const bool forgets =
      !runs && options.is_plain;  // `sudo -k`, or nothing at all: sudo says what it wants
  if (options.queries || forgets) return std::nullopt;
  SupervisedSudo sudo{std::move(options.asking), {}};
  if (options.is_plain && !assigns(argv[first])) {
    sudo.inner.assign(argv.begin() + static_cast<std::ptrdiff_t>(first), argv.end());
    return sudo;
  }
  sudo.inner = {image};
  sudo.inner.insert(sudo.inner.end(), argv.begin() + 1, argv.end());
  return sudo;
}

std::vector<std::string> words_of(const SupervisedSudo& sudo,
                                  const std::vector<std::string>& guard) {
  std::vector<std::string> words = {"sudo"};
  words.insert(words.end(), sudo.asking.begin(), sudo.asking.end());
  words.emplace_back("--");
  words.insert(words.end(), guard.begin(), guard.end());
  words.emplace_back("--");
  words.insert(words.end(), sudo.inner.begin(), sudo.inner.end());
  return words;
}

}  // namespace guard::supervisor
