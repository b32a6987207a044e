// SPDX-License-Identifier: Apache-2.0
// A recorder of a folder that a test made.
#ifndef GUARD_TESTS_SUPERVISOR_AUDIT_OPENED_RECORDER_H_
#define GUARD_TESTS_SUPERVISOR_AUDIT_OPENED_RECORDER_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "supervisor/audit/store/recorder.h"
#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {

inline std::unique_ptr<Recorder> open_recorder(const TemporaryFolder& folder,
                                               const std::string& session = "s1") {
  auto recorder = Recorder::open(folder.path(), session);
  EXPECT_TRUE(recorder) << (recorder ? "" : recorder.error().text());
  return recorder ? std::move(*recorder) : nullptr;
}

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_AUDIT_OPENED_RECORDER_H_
