// SPDX-License-Identifier: Apache-2.0
// A row of FilterSql::rows_sql as a StoredRecord, its outcome joined, and its place in the order.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_ROW_H_
#define GUARD_SUPERVISOR_AUDIT_READ_ROW_H_

#include "supervisor/audit/read/filter_sql.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {

struct Row {
  StoredRecord stored;
  RowKey key;
};

// Over what ROW had: reading many into one spares its texts their allocations.
void read_row(const Statement& statement, OrderedBy ordered_by, Row& row);
// The key that stands in two columns from `column` on.
[[nodiscard]] RowKey read_key(const Statement& statement, int column, OrderedBy ordered_by);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_ROW_H_
