// SPDX-License-Identifier: Apache-2.0
#include "console/run/inherited_descriptors.h"

#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <utility>

#include "base/files/standard_streams.h"
#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/launch/descriptor_kind.h"
#include "policy/effects/file_assessment.h"
#include "policy/paths/path_names.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/facts/secret_files.h"

namespace guard::console {
namespace {

using interceptor::DescriptorFacts;
using interceptor::DescriptorKind;
using interceptor::Passage;
using policy::ObjectType;
using policy::PathClass;

constexpr std::size_t kNamesToSearch = 4000;  // some 5 ms, as at the start of a session

// The policy's word on a file or named pipe, whose place decides. The first question about a file
// starts a search for secrets, because a secret may be open under another of its names.
class Places {
 public:
  explicit Places(policy::PathRoots roots) : classifier_(std::move(roots)) {}

  // Why it may not pass; empty: it may.
  [[nodiscard]] std::string objection_to(const DescriptorFacts& facts) {
    return facts.kind == DescriptorKind::kNamedPipe ? objection_to_pipe(facts)
                                                    : objection_to_file(facts);
  }

 private:
  [[nodiscard]] std::string objection_to_pipe(const DescriptorFacts& facts) const {
    const PathClass lies = classifier_.classify(facts.name, ObjectType::kFifo);
    const bool ours = lies == PathClass::kTmp || is_in_workspace(facts.name);
    return ours ? "" : "a named pipe outside the workspace";
  }

  [[nodiscard]] bool is_in_workspace(const std::string& path) const {
    return std::ranges::any_of(classifier_.roots().workspace, [&path](const std::string& folder) {
      return policy::below(path, folder).has_value();
    });
  }

  [[nodiscard]] std::string objection_to_file(const DescriptorFacts& facts) {
    policy::Object object;
    object.path = facts.name;
    object.type = ObjectType::kFile;
    object.path_class = classifier_.classify(facts.name, ObjectType::kFile);
    if (object.path_class == PathClass::kGuard) return "a file of guard's own";
    if (policy::is_secret_to_read(object) || is_known_secret(facts.status)) return "a secret";
    // Its other names may be anywhere.
    return facts.status.st_nlink > 1 ? "a file of several names" : "";
  }

  [[nodiscard]] bool is_known_secret(const struct stat& status) {
    if (!searched_) search();
    return secrets_.contains({status.st_dev, status.st_ino});
  }

  void search() {
    searched_ = true;
    supervisor::SecretSearch search(classifier_, [this](int object, const std::string&) {
      struct stat status {};
      if (::fstat(object, &status) == 0) secrets_.emplace(status.st_dev, status.st_ino);
    });
    search.begin_named();
    search.begin_usual();
    (void)search.go_on(kNamesToSearch);
  }

  const policy::PathClassifier classifier_;
  std::set<std::pair<dev_t, ino_t>> secrets_;
  bool searched_ = false;
};

// For lines that are told once: their tags need not be those of the record, whose key a run inside
// a session cannot read.
supervisor::Redactor redactor_of_its_own() {
  std::string key(32, '\0');
  if (::getrandom(key.data(), key.size(), 0) != static_cast<ssize_t>(key.size())) std::abort();
  return supervisor::Redactor(std::move(key));
}

// "./x" for what lies below the current folder.
std::string shown_path(const std::string& path) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string();
  const bool below = !error && here != "/" && path.starts_with(here + "/");
  return safe_text(below ? "." + path.substr(here.size()) : path);
}

std::string described(int number, const std::string& name, const std::string& words) {
  static const supervisor::Redactor redactor = redactor_of_its_own();
  const std::string shown = name.empty() ? "" : redactor.text(shown_path(name)) + ", ";
  return std::to_string(number) + " (" + shown + words + ")";
}

bool is_in(const std::vector<int>& numbers, int number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

std::string closing_notice(const std::vector<int>& closed, const std::string& list) {
  if (closed.empty()) return "";
  return "closed " + count_text(closed.size(), "inherited descriptor", "inherited descriptors") +
         ": " + list + ": --keep-fd " + std::to_string(closed.front()) +
         (closed.size() == 1 ? " keeps it" : " keeps one");
}

class Settling {
 public:
  Settling(const InheritedNumbers& numbers, policy::PathRoots roots)
      : numbers_(numbers), places_(std::move(roots)) {}

  SettledDescriptors run() {
    for (int stream = 0; stream < 3; ++stream) take_stream(stream);
    for (const int number : numbers_.all) take(number);
    settled_.notice = closing_notice(closed_, list_);
    return std::move(settled_);
  }

 private:
  // On record are files and what else would not pass; every terminal and pipe would be noise.
  void take_stream(int number) {
    if (is_stand_in(number)) return;
    const DescriptorFacts facts = interceptor::look_at_descriptor(number);
    const auto& row = row_of(facts.kind);
    const bool closed_by_caller = facts.status.st_mode == 0 && facts.name.empty();
    if (row.passage == Passage::kPasses || facts.kind == DescriptorKind::kNamedPipe) return;
    if (!closed_by_caller) put_on_record(facts, row.words);
  }

  void take(int number) {
    const DescriptorFacts facts = interceptor::look_at_descriptor(number);
    const auto& row = row_of(facts.kind);
    if (is_in(numbers_.kept, number)) {
      put_on_record(facts, row.words);
      return pass(number);
    }
    const std::string objection = objection_to(facts, row);
    if (objection.empty()) {
      if (facts.kind == DescriptorKind::kTerminal) settled_.inheritance.terminals.push_back(number);
      return pass(number);
    }
    close(facts, objection);
  }

  std::string objection_to(const DescriptorFacts& facts, const interceptor::KindRow& row) {
    if (row.passage == Passage::kPasses) return "";
    return row.passage == Passage::kByName ? places_.objection_to(facts) : row.words;
  }

  void pass(int number) { settled_.inheritance.passing.push_back(number); }

  void put_on_record(const DescriptorFacts& facts, const char* words) {
    settled_.inheritance.on_record.push_back({facts.number, facts.name, words, false});
  }

  void close(const DescriptorFacts& facts, const std::string& objection) {
    if (weakened("inherited-descriptors")) return pass(facts.number);
    ::close(facts.number);
    closed_.push_back(facts.number);
    list_ += (list_.empty() ? "" : ", ") + described(facts.number, facts.name, objection);
    settled_.inheritance.on_record.push_back({facts.number, facts.name, objection, true});
  }

  const InheritedNumbers& numbers_;
  Places places_;
  SettledDescriptors settled_;
  std::vector<int> closed_;
  std::string list_;
};

}  // namespace

Result<InheritedNumbers> find_inherited(const std::vector<int>& kept) {
  auto all = interceptor::inherited_descriptors();
  if (!all) return forward(all.error().during("inherited descriptors"));
  for (const int number : kept) {
    if (!is_in(*all, number))
      return fail(Code::kInvalid, "--keep-fd " + std::to_string(number) +
                                      ": guard run was started without this descriptor: open it "
                                      "in the shell, as in " +
                                      std::to_string(number) + ">FILE");
  }
  return InheritedNumbers{std::move(*all), kept};
}

SettledDescriptors settle_inherited(const InheritedNumbers& numbers, policy::PathRoots roots) {
  return Settling(numbers, std::move(roots)).run();
}

void close_descriptors(const std::vector<int>& numbers) {
  for (const int number : numbers) ::close(number);
}

}  // namespace guard::console
