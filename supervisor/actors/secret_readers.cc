// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/secret_readers.h"

#include <array>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {
namespace {

// "40 s", "5 min", "2 h"
std::string age_text(std::chrono::seconds age) {
  struct Unit {
    std::chrono::seconds below;
    std::chrono::seconds one;
    std::string_view name;
  };
  constexpr std::array kUnits = {Unit{std::chrono::minutes(2), std::chrono::seconds(1), " s"},
                                 Unit{std::chrono::hours(2), std::chrono::minutes(1), " min"},
                                 Unit{std::chrono::seconds::max(), std::chrono::hours(1), " h"}};
  for (const Unit& unit : kUnits)
    if (age < unit.below) return std::to_string(age / unit.one) + std::string(unit.name);
  return "long";
}

// The agent is above its commands, and is asked about by what it reads itself.
bool is_above_the_command(const Process& process, const Process& reader) {
  return process.agent && &process != &reader;
}

}  // namespace

void SecretReaders::note(const Process& reader, std::string secret) {
  const SecretRead read{std::move(secret), std::string(base_name(reader.program->actor.exe)),
                        now_()};
  for (const Process* p = &reader; p != nullptr && !is_above_the_command(*p, reader);
       p = p->parent.get()) {
    p->last_secret->set(read);
    if (p->pid == reader.command) break;
  }
  last_.set(read);
  if (reader.typed_line == 0) return;
  const std::lock_guard lock(mutex_);
  lines_[reader.typed_line] = read;
}

void SecretReaders::note_environment(const std::string& name) {
  given_.set({"$" + name, "", now_()});
}

std::optional<SecretRead> SecretReaders::behind(const Process& process) const {
  const Process* oldest = &process;
  for (const Process* p = &process; p != nullptr; p = p->parent.get()) {
    if (auto read = p->last_secret->get()) return read;
    oldest = p;
  }
  if (process.typed_line != 0) {
    const std::lock_guard lock(mutex_);
    if (const auto line = lines_.find(process.typed_line); line != lines_.end())
      return line->second;
  }
  if (!oldest->agent)
    if (auto read = last_.get()) return read;
  return given_.get();
}

std::string SecretReaders::told(const SecretRead& read) const {
  if (read.reader.empty())
    return "its environment has had " + safe_text(read.secret) + " from the start";
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(now_() - read.at);
  return "it read " + safe_text(read.secret) + " " + age_text(age) + " ago in " +
         safe_text(read.reader);
}

}  // namespace guard::supervisor
