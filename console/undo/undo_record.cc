// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_record.h"

#include <pwd.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "base/text/text.h"
#include "base/uuid.h"
#include "console/undo/undo_view.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/redaction/redaction_key.h"
#include "supervisor/undo/history/companions.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using supervisor::Step;
using supervisor::StepEnd;
using supervisor::UndoDeed;

std::string user_name() {
  const passwd* const entry = ::getpwuid(::getuid());
  return entry == nullptr ? std::to_string(::getuid()) : entry->pw_name;
}

std::string working_folder() {
  std::error_code error;
  const auto folder = std::filesystem::current_path(error);
  return error ? std::string() : folder.string();
}

bool is_good(const Step& step) {
  return step.end == StepEnd::kDone || step.end == StepEnd::kPartly;
}

}  // namespace

UndoRecord::UndoRecord(std::unique_ptr<supervisor::Recorder> recorder,
                       supervisor::Redactor redactor, const UndoIntent& intent)
    : recorder_(std::move(recorder)),
      redactor_(std::move(redactor)),
      session_(intent.session),
      user_(user_name()),
      request_id_(make_uuid()) {}

AuditRecord UndoRecord::blank() const {
  AuditRecord record;
  record.user_id = user_;
  record.tool_name = supervisor::kUndoTool;
  record.act = supervisor::kUndoTool;
  record.pid = static_cast<int>(::getpid());
  return record;
}

std::string tool_of(const std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "guard") return "guard undo";
  const bool by_run = words[1] == "run" && words.size() > 2 && words[2].starts_with("--");
  return "guard " + words[1] + (by_run ? " " + words[2] : "");
}

Result<UndoRecord> UndoRecord::begin(const std::string& state_dir, const UndoIntent& intent) {
  auto recorder = supervisor::Recorder::open(state_dir, intent.name);
  if (!recorder) return forward(recorder.error());
  const auto key = supervisor::load_or_create_redaction_key(state_dir);
  if (!key) return forward(key.error());
  UndoRecord undo(std::move(*recorder), supervisor::Redactor(*key), intent);
  AuditRecord record = undo.blank();
  record.request_id = undo.request_id_;
  record.result_summary = "give back " + intent.files.text() + " of session " + intent.session;
  record.args_hash = undo.redactor_.args_hash(intent.words);
  record.argv = undo.redactor_.argv(intent.words);
  record.cwd = undo.redactor_.text(working_folder());
  record.reason = "a person asked for it";
  record.effect = {{"by", undo.user_ + " (" + tool_of(intent.words) + ")"},
                   {"session", intent.session},
                   {"changes", intent.files.total()},
                   {"conflicts", intent.conflicts},
                   {"final", intent.is_final}};
  if (auto stored = undo.recorder_->store_intent(std::move(record)); !stored)
    return forward(stored.error());
  return undo;
}

void UndoRecord::write(const Step& step) {
  const supervisor::UndoEntry& entry = *step.entry;
  written_.insert(entry.number);
  AuditRecord record = blank();
  for (const std::string* path : {&entry.path, &entry.to})
    if (!path->empty()) record.objects.push_back(redactor_.text(*path));
  record.result_summary = redactor_.text(step_text(entry));
  if (!step.note.empty()) record.reason = redactor_.text(step.note);
  // A file that was made beside another act's is no act of its own.
  const std::string act = supervisor::is_companion(entry) ? "" : ":" + std::to_string(entry.number);
  record.effect = {{"gives_back", session_ + act}, {"result", supervisor::name_of(step.end)}};
  if (!entry.question.empty()) record.effect["question"] = entry.question;
  record.outcome = is_good(step) ? "done" : "failed";
  recorder_->record(std::move(record));
}

// One that failed is tried again when the others are done; what was as it was, or left alone,
// changed nothing.
void UndoRecord::take(const Step& step) {
  if (step.entry->deed != UndoDeed::kFolder && is_good(step)) write(step);
}

Result<void> UndoRecord::end(const std::vector<Step>& steps, bool is_whole,
                             const std::string& summary) {
  for (const Step& step : steps) {
    const bool is_told = written_.contains(step.entry->number) ||
                         step.entry->deed == UndoDeed::kFolder || step.end == StepEnd::kAlready ||
                         step.end == StepEnd::kSkipped;
    if (!is_told) write(step);
  }
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - began_);
  recorder_->store_outcome({request_id_, is_whole ? "done" : "failed", 0, took.count(), summary});
  return supervisor::close_record(*recorder_);
}

}  // namespace guard::console
