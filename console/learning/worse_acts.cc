// SPDX-License-Identifier: Apache-2.0
#include "console/learning/worse_acts.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/text/path.h"
#include "base/text/text.h"

namespace guard::console {
namespace {

using policy::Act;
using Words = std::vector<std::string>;

constexpr int kTierOfPersons = 3;

// Words that turn a harmless command of many tools into a bad one.
constexpr std::array<std::string_view, 9> kAdded = {
    "--force", "-f",    "--mirror", "--delete", "--index-url=http://other.example/",
    "other",   ":main", "+main",    "-r"};
constexpr std::array kFileActs = {Act::kRead, Act::kCreate, Act::kModify, Act::kDelete,
                                  Act::kMetadata};

class Worse {
 public:
  explicit Worse(const RecordedAct& act) : act_(act) {}

  std::vector<RecordedAct> all() {
    if (act_.action.act == Act::kExec) {
      add_command();
    } else if (act_.action.act == Act::kConnect || act_.action.act == Act::kListen) {
      add_addresses();
    } else {
      add_paths();
    }
    return std::move(all_);
  }

 private:
  template <class Change>
  void add(Change change) {
    all_.push_back(act_);
    change(all_.back());
  }
  void add_tier_three() {
    if (act_.assessment.tier < kTierOfPersons)
      add([](RecordedAct& other) { other.assessment.tier = kTierOfPersons; });
  }
  void add_argv(Words argv) {
    add([&](RecordedAct& other) { other.action.argv = std::move(argv); });
  }

  void add_command() {
    add_tier_three();
    add([](RecordedAct& other) {
      other.action.exe = "/other/" + std::string(base_name(other.action.exe));
      other.action.image_origin = policy::ImageOrigin::kOther;
    });
    // Where files are known beforehand they tell what is meant, and the words do not.
    if (act_.assessment.effect) return add_effects();
    add([](RecordedAct& other) { other.action.cwd += "/other"; });
    add([](RecordedAct& other) { other.action.environment_changes.emplace_back("HOME=/other"); });
    const Words& argv = act_.action.argv;
    for (const std::string_view word : kAdded) {
      Words longer = argv;
      longer.emplace_back(word);
      add_argv(std::move(longer));
    }
    for (std::size_t i = 1; i < argv.size(); ++i) {
      Words changed = argv;
      changed[i] += "-other";
      add_argv(std::move(changed));
      Words shorter = argv;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
      add_argv(std::move(shorter));
    }
  }

  void add_effects() {
    add([](RecordedAct& other) {
      policy::EffectOperand operand;
      operand.object.path = other.action.cwd + "/other";
      other.action.argv.emplace_back("other");
      other.assessment.effect->operands.push_back(std::move(operand));
    });
    for (std::size_t i = 0; i < act_.assessment.effect->operands.size(); ++i) {
      const std::string path = act_.assessment.effect->operands[i].object.path;
      for (const std::string& changed : {path + "-other", std::string(parent_of(path))})
        add([&](RecordedAct& other) {
          other.assessment.effect->operands[i].object.path = changed;
        });
    }
  }

  void add_paths() {
    if (act_.action.act == Act::kDelete || act_.action.act == Act::kRename) add_tier_three();
    for (std::size_t i = 0; i < act_.action.objects.size(); ++i) {
      const std::string path = act_.action.objects[i].path;
      const std::string folder(parent_of(path));
      for (const std::string& changed : {path + "-other", path + "/other", folder})
        add([&](RecordedAct& other) { other.action.objects[i].path = changed; });
    }
    for (const Act act : kFileActs) {
      if (act != act_.action.act) add([act](RecordedAct& other) { other.action.act = act; });
    }
    if (act_.action.act == Act::kRead)
      add([](RecordedAct& other) { other.action.actor = {"/usr/bin/other", {"other"}, true}; });
  }

  void add_addresses() {
    add([](RecordedAct& other) { ++other.action.destination.port; });
    add([](RecordedAct& other) {
      other.action.destination.address = "203.0.113.99";
      other.action.destination.name.clear();
      other.action.destination.names.clear();
    });
  }

  const RecordedAct& act_;
  std::vector<RecordedAct> all_;
};

}  // namespace

std::vector<RecordedAct> worse_acts(const RecordedAct& act) {
  return Worse(act).all();
}

}  // namespace guard::console
