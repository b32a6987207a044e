// SPDX-License-Identifier: Apache-2.0
// LentRights: for as long as it lives its user may change what is in a folder of theirs that they
// made read-only, or may look into one that they closed. Afterwards the folder's mode is what it
// was, unless somebody set another one. Does nothing where the rights are there, or the folder is
// another's. One thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_LENT_RIGHTS_H_
#define GUARD_SUPERVISOR_UNDO_STORE_LENT_RIGHTS_H_

#include <sys/types.h>
#include <unistd.h>

namespace guard::supervisor {

class LentRights {
 public:
  // FOLDER: O_PATH, outlives this; anything but a folder is left alone.
  // WANTED: of R_OK, W_OK, X_OK.
  explicit LentRights(int folder, int wanted = W_OK | X_OK);
  ~LentRights();
  LentRights(const LentRights&) = delete;
  LentRights& operator=(const LentRights&) = delete;

 private:
  int folder_ = -1;  // -1: nothing was lent
  mode_t before_ = 0;
  mode_t lent_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_LENT_RIGHTS_H_
