// SPDX-License-Identifier: Apache-2.0
// Layers: keys that take one of a few words, each from strict to loose: who reaches listeners,
// names, secrets, install scripts, Landlock.
#include <string>

#include "policy/decide/allowed_raises.h"
#include "policy/load/key_names.h"
#include "policy/load/layers.h"
#include "policy/text/scalars.h"

namespace guard::policy {

template <class Value>
void Layers::set_switch(const Node& said, const std::string& key, Value wanted, Value& value) {
  if (tighten_only_ && wanted > value) {
    not_applied(said, key + ": " + name_of(wanted));
  } else {
    value = wanted;
  }
}

// Where no file has said anything yet, the machine may make it `ask`.
void Layers::set_listen_use(const Node& network) {
  const auto said = network.find("listen");
  if (!said) return;
  const ListenUse use = policy_.network_listen.value_or(ListenUse::kAsk);
  const ListenUse wanted = listen_use_named(said->text());
  if (tighten_only_ && wanted > use)
    return not_applied(*said, "network.listen: " + std::string(name_of(wanted)));
  policy_.network_listen = wanted;
}

void Layers::set_name_use(const Node& network) {
  const auto value = network.find("names");
  if (!value) return;
  if (value->kind() != NodeKind::kMap) return set_default_name_use(*value);
  if (const auto said = value->find("default")) set_default_name_use(*said);
  for (const NameUse use : {NameUse::kFake, NameUse::kReal, NameUse::kOff})
    set_name_use_of_programs(*value, use);
}

void Layers::set_default_name_use(const Node& value) {
  const NameUse wanted = name_use_named(value.text());
  if (tighten_only_ && wanted > policy_.network_names.value_or(NameUse::kFake)) {
    not_applied(value, std::string("network.names: ") + name_of(wanted));
  } else {
    policy_.network_names = wanted;
  }
}

// The strictest of what files say counts, so `fake` always may be said.
void Layers::set_name_use_of_programs(const Node& map, NameUse wanted) {
  for (const Node& program : items_of(map, name_of(wanted))) {
    if (tighten_only_ && wanted > NameUse::kFake) {
      not_applied(program, std::string("network.names.") + name_of(wanted) + ": " +
                               std::string(program.text()));
    } else {
      policy_.names_of_programs.push_back({std::string(program.text()), wanted});
    }
  }
}

Result<void> Layers::apply_secrets(const Node& value) {
  if (const auto said = value.find("reads"))
    set_switch(*said, "secrets.reads", secret_reads_named(said->text()), policy_.secret_reads);
  if (const auto said = value.find("after_read"))
    set_switch(*said, "secrets.after_read", after_read_named(said->text()), policy_.after_read);
  if (const auto said = value.find("environment"))
    set_switch(*said, "secrets.environment", environment_secrets_named(said->text()),
               policy_.environment_secrets);
  return {};
}

Result<void> Layers::apply_installs(const Node& value) {
  if (const auto said = value.find("scripts"))
    set_switch(*said, "installs.scripts", install_scripts_named(said->text()),
               policy_.install_scripts);
  return {};
}

Result<void> Layers::apply_collisions(const Node& value) {
  if (const auto said = value.find("writes"))
    set_switch(*said, "collisions.writes", collision_writes_named(said->text()),
               policy_.collision_writes);
  const auto ended = value.find("ended");
  if (!ended) return {};
  const auto wanted = *parse_duration(ended->text());
  if (tighten_only_ && wanted < policy_.collision_ended) {
    not_applied(*ended, "collisions.ended: shorter");
  } else {
    policy_.collision_ended = wanted;
  }
  return {};
}

Result<void> Layers::apply_landlock(const Node& value) {
  set_switch(value, "landlock", landlock_use_named(value.text()), policy_.landlock);
  return {};
}

Result<void> Layers::apply_sudo(const Node& value) {
  const auto set_use = [this](const Node& use) {
    set_switch(use, "sudo", sudo_use_named(use.text()), policy_.sudo);
  };
  if (value.kind() != NodeKind::kMap) {
    set_use(value);
    return {};
  }
  if (const auto use = value.find("use")) set_use(*use);
  if (const auto ticket = value.find("ticket"))
    set_switch(*ticket, "sudo.ticket", sudo_ticket_named(ticket->text()), policy_.sudo_ticket);
  if (const auto supervise = value.find("supervise")) {
    const bool on = *parse_bool(supervise->text());
    if (tighten_only_ && !on && policy_.sudo_supervise)
      not_applied(*supervise, "sudo.supervise: off");
    else
      policy_.sudo_supervise = on;
  }
  Faults faults;
  for (const Node& line : items_of(value, "allow")) {
    if (const auto read = read_allowed_raise(std::string(line.text())); !read)
      faults.add(line.fault("sudo.allow: " + read.error().context));
    else if (tighten_only_)
      not_applied(line, "sudo.allow: " + std::string(line.text()));
    else
      policy_.sudo_allow.emplace_back(line.text());
  }
  return faults.result();
}

Result<void> Layers::apply_signatures(const Node& value) {
  set_switch(value, "signatures", signature_use_named(value.text()), policy_.signatures);
  return {};
}

}  // namespace guard::policy
