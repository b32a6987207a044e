// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/told_command.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "base/text/path.h"

namespace guard::supervisor {
namespace {

constexpr std::string_view kUsualPlaces = ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

bool leads_to(const std::string& path, const std::string& image) {
  std::error_code error;
  return std::filesystem::canonical(path, error) == image && !error;
}

bool is_found_as(const std::string& name, const std::string& image) {
  const char* const own = std::getenv("PATH");
  std::istringstream places((own == nullptr ? "" : own) + std::string(kUsualPlaces));
  for (std::string place; std::getline(places, place, ':');)
    if (place.starts_with('/') && leads_to(place + "/" + name, image)) return true;
  return false;
}

// Each record names all programs above the one that acts: the few names are looked up once.
class KnownNames {
 public:
  bool lead_to(const std::string& word, const std::string& image) {
    const std::lock_guard lock(mutex_);
    if (known_.size() > kMost) known_.clear();
    const auto [known, is_new] = known_.try_emplace(word + '\n' + image, false);
    if (is_new)
      known->second =
          word.find('/') == std::string::npos ? is_found_as(word, image) : leads_to(word, image);
    return known->second;
  }

 private:
  static constexpr std::size_t kMost = 4096;
  std::mutex mutex_;
  std::unordered_map<std::string, bool> known_;  // by name and image
};

// A login shell has a dash in front of its name.
bool names_image(std::string_view word, const std::string& image) {
  static KnownNames names;
  if (word.starts_with('-')) word.remove_prefix(1);
  return base_name(word) == base_name(image) || names.lead_to(std::string(word), image);
}

}  // namespace

std::string told_name(const policy::Actor& actor) {
  if (actor.argv.empty()) return std::string(base_name(actor.exe));
  const bool is_true = actor.exe.empty() || names_image(actor.argv.front(), actor.exe);
  return std::string(base_name(is_true ? actor.argv.front() : actor.exe));
}

std::vector<std::string> told_argv(const policy::Actor& actor) {
  std::vector<std::string> words = actor.argv;
  if (words.empty() || actor.exe.empty() || names_image(words.front(), actor.exe)) return words;
  words.push_back("(calls itself " + words.front() + ")");
  words.front() = base_name(actor.exe);
  return words;
}

}  // namespace guard::supervisor
