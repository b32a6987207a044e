// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/made_list.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "supervisor/undo/store/entry.h"
#include "supervisor/undo/store/journal.h"

namespace guard::supervisor {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kMoved = "moved";
constexpr std::string_view kExchanged = "exchanged";

OrderedJson json_of(const MadeRow& row) {
  OrderedJson line = {{"path", bytes_to_json(row.path)}};
  if (row.deed != MadeDeed::kMade) {
    line[row.deed == MadeDeed::kMoved ? kMoved : kExchanged] = bytes_to_json(row.to);
    return line;
  }
  line["device"] = row.key.device;
  line["inode"] = row.key.inode;
  line["born"] = row.key.born_ns;
  line["mode"] = row.mode;
  if (!row.question.empty()) line["question"] = row.question;
  return line;
}

MadeRow row_of(const nlohmann::json& line) {
  MadeRow row;
  row.path = bytes_from_json(line.at("path"));
  for (const auto& [word, deed] :
       {std::pair(kMoved, MadeDeed::kMoved), std::pair(kExchanged, MadeDeed::kExchanged)}) {
    if (!line.contains(word)) continue;
    row.deed = deed;
    row.to = bytes_from_json(line.at(word));
    return row;
  }
  row.key = {line.at("device"), line.at("inode"), line.at("born")};
  row.mode = line.at("mode");
  row.question = line.value("question", "");
  return row;
}

}  // namespace

void MadeList::note(MadeRow row) {
  const std::lock_guard lock(mutex_);
  if (count_++ <= kMost) rows_.push_back(std::move(row));
}

bool MadeList::is_empty() const {
  const std::lock_guard lock(mutex_);
  return count_ == 0;
}

std::uint64_t MadeList::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

Result<void> MadeList::flush() {
  const std::lock_guard one_writer(writing_);
  std::vector<MadeRow> rows;
  bool is_full = false;
  {
    const std::lock_guard lock(mutex_);
    rows.swap(rows_);
    is_full = count_ > kMost;
  }
  if (rows.empty()) return {};
  std::string text;
  std::string command = last_command_;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_full && i + 1 == rows.size()) {
      text += OrderedJson({{"more", true}}).dump() + "\n";
      break;
    }
    if (rows[i].command != command)
      text += OrderedJson({{"command", command = rows[i].command}}).dump() + "\n";
    text += json_of(rows[i]).dump() + "\n";
  }
  auto written = write(text);
  if (written) {
    last_command_ = std::move(command);
    return {};
  }
  const std::lock_guard lock(mutex_);
  rows_.insert(rows_.begin(), std::make_move_iterator(rows.begin()),
               std::make_move_iterator(rows.end()));
  return written;
}

Result<void> MadeList::write(const std::string& text) {
  if (!file_.valid())
    file_.reset(
        ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
  struct stat before {};
  if (!file_.valid() || ::fstat(file_.get(), &before) != 0) return fail_errno("undo store");
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t part = ::write(file_.get(), text.data() + done, text.size() - done);
    if (part > 0) {
      done += static_cast<std::size_t>(part);
      continue;
    }
    if (part < 0 && errno == EINTR) continue;
    const int error = part < 0 ? errno : ENOSPC;
    (void)!::ftruncate(file_.get(), before.st_size);
    return fail_with(error, "undo store");
  }
  return {};
}

MadeRows read_made_list(const std::string& path) {
  MadeRows made;
  std::string command;
  const auto read = read_journal(path, [&](const nlohmann::json& line) {
    if (line.contains("more")) {
      made.complete = false;
    } else if (line.contains("command")) {
      command = line.value("command", "");
    } else {
      try {
        made.rows.push_back(row_of(line));
        made.rows.back().command = command;
      } catch (const nlohmann::json::exception&) {
        made.complete = false;
      }
    }
  });
  made.complete = made.complete && read && read->damaged == 0;
  return made;
}

}  // namespace guard::supervisor
