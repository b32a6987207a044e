// SPDX-License-Identifier: Apache-2.0
// The bytes of an image that somebody wants to start: its first line names an interpreter, or not.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "interceptor/resolve/exec_image.h"
#include "tests/fuzz/input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using guard::testing::expect;
  guard::interceptor::HeldPath file;
  file.object.reset(::memfd_create("image", MFD_CLOEXEC));
  if (!file.exists() || ::write(file.object.get(), data, size) != static_cast<ssize_t>(size))
    return 0;
  static guard::interceptor::ImageHeads heads;
  const auto image = guard::interceptor::hold_image(
      std::move(file), "/spelled/so", {"name", "x"},
      [] { return guard::UniqueFd(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)); }, heads);
  if (!image) return 0;
  expect(!image->running_argv.empty(), "something runs");
  if (!image->script) return 0;
  expect(image->running_argv.back() == "x", "a script gets its arguments");
  expect(image->running_argv.size() >= 3, "an interpreter gets the script's name");
  return 0;
}
