// SPDX-License-Identifier: Apache-2.0
// HeldDatabase: whether the files that a writer has open are still those that a reader would find:
// the database, its log and its index stand under their names, and the database begins as one of
// guard's. Else what is written goes nowhere: a file that was removed or replaced takes it without
// an error. Three stat(2) and one pread(2) a look; the recorder's thread.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_HELD_DATABASE_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_HELD_DATABASE_H_

#include <sys/types.h>

#include <array>
#include <string>

#include "base/error.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {

class HeldDatabase {
 public:
  // The files are there: something has been written.
  static Result<HeldDatabase> hold(const std::string& path);
  // An error says in words what became of them. They may come back.
  Result<void> check(Database& database);

 private:
  struct File {
    std::string path;
    dev_t device = 0;
    ino_t inode = 0;
  };
  std::array<File, 3> files_;
  bool has_begun_ = false;  // until the first checkpoint all of it may lie in the log
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_HELD_DATABASE_H_
