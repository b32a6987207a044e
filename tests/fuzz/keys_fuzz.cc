// SPDX-License-Identifier: Apache-2.0
// Messages to key agents, and what they would have signed. A sequence that is read as known is
// known to its end: with a byte less or more it is another message.
#include <string>

#include "supervisor/signing/assuan_line.h"
#include "supervisor/signing/known_hosts.h"
#include "supervisor/signing/signed_object.h"
#include "supervisor/signing/ssh_message.h"
#include "tests/fuzz/input.h"

namespace guard::supervisor {
namespace {

using testing::expect;

void read_ssh(const std::string& bytes) {
  const SshRequest request = read_ssh_request(bytes);
  if (request.kind == SshRequest::Kind::kSign) {
    expect(read_ssh_request(bytes + "x").kind == SshRequest::Kind::kUnknown,
           "nothing lies behind a request to sign");
    const bool login = read_ssh_login(request.data, request.key).has_value();
    const bool signature = read_ssh_signature(request.data).has_value();
    expect(!login || !signature, "no login is a signature of another kind");
  }
  expect(!read_ssh_signature(bytes) || !read_ssh_signature(bytes + "x"),
         "nothing lies behind a signature's data");
  (void)read_ssh_login(bytes, "");
  (void)read_ssh_keys(bytes);
  (void)git_object_text(bytes);
  (void)host_name_in(bytes, "key", {"host"});
}

void read_gpg(const std::string& bytes) {
  const GpgCommand command = read_gpg_line(bytes);
  const bool plain = command.name.find_first_of(std::string("\0\r\n", 3)) == std::string::npos;
  expect(command.kind == GpgCommand::Kind::kUnknown || plain, "a known command is one line");
  (void)read_inquiry_line(bytes);
  (void)user_in_description(bytes);
}

}  // namespace
}  // namespace guard::supervisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  guard::supervisor::read_ssh(bytes);
  guard::supervisor::read_gpg(bytes);
  return 0;
}
