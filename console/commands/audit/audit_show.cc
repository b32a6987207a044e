// SPDX-License-Identifier: Apache-2.0
// guard audit show: every field of one record.
#include <optional>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/audit/audit_follow.h"
#include "console/audit/audit_options.h"
#include "console/audit/audit_view.h"
#include "console/commands/audit/audit_commands.h"
#include "console/help/option_help.h"
#include "console/output/printed_json.h"
#include "console/session/run_names.h"

namespace guard::console {
namespace {

using supervisor::AuditFilter;
using supervisor::AuditReader;
using supervisor::StoredRecord;

constexpr OptionRow kShowRows[] = {kJsonRow, kUtcRow, kStateDirRow};

constexpr OptionTable kShowTable = {
    .command = "audit show",
    .summary =
        "every field of one record: by SESSION#N as `guard audit list` has it, by its id or "
        "the beginning of it, or by the SESSION:N of an undo",
    .operands = "RECORD",
    .rows = kShowRows,
    .min_operands = 1,
    .max_operands = 1,
    .example = "guard audit show fshz5bq5#12",
};

AuditFilter filter_of(const std::string& name) {
  AuditFilter filter;
  filter.limit = 2;
  if (const auto record = numbered(name, '#')) {
    filter.session = record->first;
    filter.seq = record->second;
  } else if (numbered(name, ':')) {
    filter.undo_id = name;
  } else {
    filter.request_id = name;
  }
  return filter;
}

// The user may have meant a session.
std::string not_found_text(AuditReader& reader, const std::string& name) {
  const std::string shown = safe_text(name);
  AuditFilter of_session;
  if (!name.empty() && choose_run(reader, name, of_session)) {
    of_session.limit = 1;
    bool is_session = false;
    (void)reader.each(of_session,
                      [&is_session](const StoredRecord&) { return !(is_session = true); });
    if (is_session)
      return shown + " is a session, not a record: guard audit list --session " + shown +
             " shows its records, guard audit report " + shown + " tells all of it";
  }
  return "no record " + shown + "; guard audit list shows which there are";
}

}  // namespace

int audit_show(const Words& words) {
  const auto options = parse_or_explain(kShowTable, words);
  if (!options) return options.error();
  const std::string id = options->operands().front();
  const auto reader = open_reader(*options);
  if (!reader) return complain(kNotDone, "audit show: " + reader.error().text());
  std::vector<StoredRecord> found;
  const auto read = (*reader)->each(filter_of(id), [&](const StoredRecord& stored) {
    found.push_back(stored);
    return true;
  });
  if (!read) return complain(kNotDone, "audit show: " + read.error().text());
  if (id.empty() || found.empty()) {
    return complain(kNotDone, "audit show: " + not_found_text(**reader, id));
  }
  if (found.size() > 1) {
    return complain(kNotDone, "audit show: several records begin with " + safe_text(id));
  }
  return finish(
      kShowTable,
      print(options->has("json") ? printed_json(supervisor::to_json(found.front()), 2) + "\n"
                                 : audit_details(found.front(), ShownTimes(options->has("utc")))));
}

}  // namespace guard::console
