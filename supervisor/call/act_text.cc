// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/act_text.h"

#include "base/text/text.h"
#include "policy/effects/file_assessment.h"
#include "policy/effects/metadata_assessment.h"

namespace guard::supervisor {
namespace {

using policy::Act;

std::string destination_text(const policy::Destination& destination) {
  const bool both = !destination.name.empty() && !destination.stand_in;
  const std::string& host = destination.name.empty() ? destination.address : destination.name;
  return host + (both ? " (" + destination.address + ")" : "") + " port " +
         std::to_string(destination.port);
}

// A port that the kernel is to choose has no number yet.
std::string listen_text(const policy::Destination& destination) {
  return safe_text(destination.address) +
         (destination.port == 0 ? ", any port" : " port " + std::to_string(destination.port));
}

// The verb for an act on files, in a person's words.
const char* verb_of(Act act) {
  switch (act) {
    case Act::kCreate:
      return "create";
    case Act::kModify:
      return "change";
    case Act::kDelete:
      return "delete";
    case Act::kRename:
      return "move";
    case Act::kLink:
      return "link";
    default:
      return policy::name_of(act);
  }
}

// Reading any other file is no question.
bool reads_a_secret_too(const policy::Action& action) {
  return action.also_reads && !action.objects.empty() &&
         policy::is_secret_to_read(action.objects.front());
}

// argv[0] is its caller's to choose. The line must say which program gets rights of its own.
std::string started_text(const policy::Action& action, const Redactor& redactor) {
  const std::string command = command_text(redactor.argv(action.argv));
  if (!action.image_setuid || action.argv.empty()) return command;
  if (base_name(action.argv.front()) == base_name(action.exe)) return command;
  std::vector<std::string> argv = action.argv;
  argv.front() = action.exe;
  return command_text(redactor.argv(argv)) + " (called as \"" +
         shown(redactor, action.argv.front()) + "\")";
}

}  // namespace

std::string shown(const Redactor& redactor, const std::string& text) {
  return safe_text(redactor.text(text));
}

std::string peer_text(const policy::Action& action) {
  if (action.act != Act::kConnect && action.act != Act::kListen) return {};
  const policy::Destination& to = action.destination;
  const std::string& host = to.stand_in ? to.name : to.address;
  if (!host.empty()) return to.protocol + " " + host + " " + std::to_string(to.port);
  return action.objects.empty() ? std::string() : action.objects.front().path;
}

std::string act_text(const PendingCall& call, const Redactor& redactor) {
  const policy::Action& action = call.action;
  if (action.act == Act::kExec) return started_text(action, redactor);
  if (action.act == Act::kSignal && !action.system_change.empty())
    return "send " + shown(redactor, action.system_change);
  if (action.act == Act::kSystem && !action.system_change.empty())
    return action.syscall + ": " + shown(redactor, action.system_change);
  if (action.act == Act::kSign) return shown(redactor, action.key.words);
  if (action.act == Act::kListen && action.destination.address.empty() && !action.objects.empty())
    return "listen on " + shown(redactor, action.objects.front().path);
  if (action.act == Act::kListen) return "listen on " + listen_text(action.destination);
  const char* talks = action.syscall.starts_with("send") ? "send to " : "connect to ";
  if (action.act == Act::kConnect && !action.destination.address.empty())
    return talks + shown(redactor, destination_text(action.destination));
  if (action.act == Act::kConnect && !action.objects.empty())
    return talks + shown(redactor, action.objects.front().path);
  if (action.act == Act::kMetadata && !action.objects.empty())
    return shown(redactor, policy::metadata_text(action.change, action.objects.front().path));
  std::string text = action.act == Act::kSystem   ? action.syscall
                     : reads_a_secret_too(action) ? "read and change"
                                                  : verb_of(action.act);
  for (std::size_t i = 0; i < action.objects.size(); ++i) {
    text += (i == 0 ? " " : " to ") + shown(redactor, action.objects[i].path);
  }
  return text;
}

std::string exec_text(const policy::Action& action) {
  std::string text = "exec " + action.cwd + '\0';
  for (const std::string& word : action.argv) text += word + '\0';
  return text;
}

}  // namespace guard::supervisor
