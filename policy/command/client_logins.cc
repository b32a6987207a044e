// SPDX-License-Identifier: Apache-2.0
#include "policy/command/client_logins.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/text/text.h"

namespace guard::policy {
namespace {

constexpr auto kContainerClients = std::to_array<std::string_view>(
    {"docker", "docker-buildx", "docker-compose", "podman", "buildah", "skopeo", "nerdctl", "crane",
     "oras", "regctl", "helm"});
constexpr auto kClusterClients =
    std::to_array<std::string_view>({"kubectl", "oc", "helm", "k9s", "stern", "kustomize",
                                     "skaffold", "argocd", "flux", "terraform", "tofu"});
constexpr auto kCloudClients =
    std::to_array<std::string_view>({"aws", "sam", "cdk", "eksctl", "terraform", "tofu", "pulumi"});

// Says who may start what by itself. The rules are those of commands/secrets.yaml.
struct Login {
  std::string_view rule;
  std::span<const std::string_view> clients;
  std::string_view word;  // that the helper is called with; empty: any
};
constexpr std::array kLogins = {
    Login{"docker.credential", kContainerClients, {}},
    Login{"aws.secrets.more", kClusterClients, "get-token"},
    Login{"cloud.secrets.more", kClusterClients, "config-helper"},
    Login{"cloud.secrets.more", kClusterClients, "exec-credential"},
    Login{"teleport.keys", kClusterClients, "credentials"},
    Login{"secrets.injected", kCloudClients, "export"},
};

bool has_word(const Action& action, std::string_view word) {
  return word.empty() || std::ranges::find(action.argv, word) != action.argv.end();
}

}  // namespace

bool is_clients_own_login(const Action& action, std::string_view rule) {
  const Actor& client = action.actor;
  if (action.image_origin != ImageOrigin::kInstalled) return false;
  if (!client.installed || client.tampered || !client.script.empty()) return false;
  const std::string_view name = base_name(client.exe);
  return std::ranges::any_of(kLogins, [&](const Login& login) {
    return login.rule == rule && has_word(action, login.word) &&
           std::ranges::find(login.clients, name) != login.clients.end();
  });
}

}  // namespace guard::policy
