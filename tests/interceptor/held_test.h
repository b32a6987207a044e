// SPDX-License-Identifier: Apache-2.0
// HeldTest: calls of another process in a scratch folder, resolved as the pipeline does: the
// tracee's folder is the scratch folder, its umask is not the test's.
#ifndef GUARD_TESTS_INTERCEPTOR_HELD_TEST_H_
#define GUARD_TESTS_INTERCEPTOR_HELD_TEST_H_

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "interceptor/operations/call_resolver.h"
#include "interceptor/process/credentials.h"
#include "interceptor/resolve/held_call.h"
#include "tests/interceptor/scratch_folder.h"
#include "tests/interceptor/still_process.h"

namespace guard::testing {

class HeldTest : public ::testing::Test {
 protected:
  HeldTest()
      : other_([this] {
          if (::chdir(scratch_.path().c_str()) != 0) ::_exit(1);
          ::umask(027);
        }),
        own_(interceptor::own_credentials().value()),
        resolver_(tracees_, own_) {}

  // Paths are relative to the scratch folder.
  [[nodiscard]] interceptor::RawCall raw(interceptor::Operation operation, std::string path,
                                         std::string new_path = "") const {
    interceptor::RawCall call;
    call.notification.tid = other_.pid();
    call.operation = operation;
    call.path = std::move(path);
    call.new_path = std::move(new_path);
    return call;
  }
  [[nodiscard]] interceptor::RawCall open_call(std::string path, int flags,
                                               mode_t mode = 0666) const {
    auto call = raw(interceptor::Operation::kOpen, std::move(path));
    call.open_flags = static_cast<std::uint32_t>(flags);
    call.mode = mode;
    return call;
  }

  ScratchFolder scratch_;
  StillProcess other_;
  interceptor::Credentials own_;
  interceptor::TraceeTable tracees_;
  interceptor::CallResolver resolver_;
};

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_HELD_TEST_H_
