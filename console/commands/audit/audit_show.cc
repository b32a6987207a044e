// SPDX-License-Identifier: Apache-2.0
// guard audit show: every field of one record.
#include <vector>

#include "base/text.h"
#include "console/audit_view.h"
#include "console/commands/audit/audit_options.h"

namespace guard::console {
namespace {

using supervisor::AuditFilter;
using supervisor::StoredRecord;

constexpr OptionRow kShowRows[] = {kJsonRow, kStateDirRow};

constexpr OptionTable kShowTable = {
    .command = "audit show",
    .summary = "every field of one record, by its id or the beginning of it",
    .operands = "ID",
    .rows = kShowRows,
    .min_operands = 1,
    .max_operands = 1,
    .example = "guard audit show 9f0c3f2e",
};

}  // namespace

int audit_show(const Words& words) {
  const auto options = parse_or_explain(kShowTable, words);
  if (!options) return options.error();
  const std::string id = options->operands().front();
  const auto reader = open_reader(*options);
  if (!reader) return complain(kNotDone, "audit show: " + reader.error().text());
  AuditFilter filter;
  filter.request_id = id;
  filter.limit = 2;
  std::vector<StoredRecord> found;
  const auto read = (*reader)->each(filter, [&](const StoredRecord& stored) {
    found.push_back(stored);
    return true;
  });
  if (!read) return complain(kNotDone, "audit show: " + read.error().text());
  if (id.empty() || found.empty()) {
    return complain(kNotDone, "audit show: no record " + safe_text(id));
  }
  if (found.size() > 1) {
    return complain(kNotDone, "audit show: several records begin with " + safe_text(id));
  }
  return finish(kShowTable,
                print(options->has("json") ? supervisor::to_json(found.front()).dump(2) + "\n"
                                           : audit_details(found.front())));
}

}  // namespace guard::console
