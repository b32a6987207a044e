// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/path_names.h"

#include <algorithm>
#include <array>

#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

using Names = std::string_view;

constexpr std::array kVcsFolders = {Names(".git"), Names(".hg"), Names(".svn"), Names(".jj"),
                                    Names(".bzr")};
// Inside .git, at any depth (submodules keep theirs in modules/NAME): what runs or redirects later.
constexpr std::array kVcsSteering = {Names("config"), Names("config.worktree"), Names("commondir"),
                                     Names("gitdir"), Names("attributes")};
constexpr std::array kVcsData = {Names("objects"), Names("refs"), Names("logs"), Names("lfs")};

constexpr std::array kSecretNames = {Names(".env"),
                                     Names(".envrc"),
                                     Names(".netrc"),
                                     Names("_netrc"),
                                     Names(".npmrc"),
                                     Names(".yarnrc.yml"),
                                     Names(".pypirc"),
                                     Names(".git-credentials"),
                                     Names(".pgpass"),
                                     Names(".my.cnf"),
                                     Names(".mylogin.cnf"),
                                     Names(".htpasswd"),
                                     Names(".vault-token"),
                                     Names(".terraformrc"),
                                     Names(".boto"),
                                     Names(".s3cfg"),
                                     Names(".dockercfg"),
                                     Names("secrets.json"),
                                     Names("credentials.yml"),
                                     Names("credentials.json"),
                                     Names("Login Data"),
                                     Names("Cookies"),
                                     Names("key4.db"),
                                     Names("logins.json"),
                                     Names("cookies.sqlite"),
                                     Names(".env.*"),
                                     Names("id_rsa*"),
                                     Names("id_dsa*"),
                                     Names("id_ecdsa*"),
                                     Names("id_ed25519*"),
                                     Names("*.tfstate"),
                                     Names("*.tfstate.*"),
                                     Names("*.tfvars"),
                                     Names("*.kdbx"),
                                     Names(".*_history")};
// Key material: also made for tests, so it is not judged inside folders of test data.
constexpr std::array kKeyNames = {Names("*.pem"), Names("*.key"), Names("*.p12"),
                                  Names("*.pfx"), Names("*.jks"), Names("*.keystore"),
                                  Names("*.ppk")};
constexpr std::array kNotSecret = {
    Names("*.pub"),          Names(".env.example"),  Names(".env.sample"),
    Names(".env.template"),  Names(".env.dist"),     Names(".env.defaults"),
    Names(".env.*.example"), Names(".env.*.sample"), Names(".env.*.template")};
constexpr std::array kTestFolders = {Names("test"),      Names("tests"),       Names("testdata"),
                                     Names("test-data"), Names("test_data"),   Names("__tests__"),
                                     Names("fixtures"),  Names("spec"),        Names("examples"),
                                     Names("vendor"),    Names("third_party"), Names("docs")};

constexpr std::array kConfigAnywhere = {
    Names("**/.vscode/settings.json"), Names("**/.vscode/tasks.json"),
    Names("**/.vscode/launch.json"), Names("**/.vscode/mcp.json"), Names("**/.husky/**"),
    Names("**/.claude/settings.json"), Names("**/.claude/settings.*.json"),
    Names("**/.claude/hooks/**"), Names("**/.mcp.json"), Names("**/.cursor/mcp.json"),
    Names("**/.cursor/hooks.json"), Names("**/.gemini/settings.json"),
    Names("**/.qwen/settings.json"), Names("**/.codex/config.toml"), Names("**/.codex/hooks.json"),
    Names("**/.codex/hooks/**"), Names("**/.guard.yaml"),
    // Editors, debuggers and development containers.
    Names("**/.zed/settings.json"), Names("**/.zed/tasks.json"), Names("**/.zed/debug.json"),
    Names("**/.theia/tasks.json"), Names("**/.theia/launch.json"), Names("**/.fleet/run.json"),
    Names("**/.idea/runConfigurations/**"), Names("**/.nvim.lua"), Names("**/.nvimrc"),
    Names("**/.exrc"), Names("**/.gdbinit"), Names("**/.lldbinit"),
    Names("**/.devcontainer/**/devcontainer.json"), Names("**/.devcontainer.json"),
    // Further agents.
    Names("**/.opencode/plugin/**"), Names("**/.opencode/plugins/**"), Names("**/.roo/mcp.json"),
    Names("**/.kiro/settings/mcp.json"), Names("**/.kiro/hooks/**"), Names("**/.continue/config.*"),
    Names("**/.clinerules/hooks/**"), Names("**/.windsurf/hooks.json"),
    Names("**/.windsurf/mcp*.json"), Names("**/.amazonq/mcp.json")};

// The same, by the name alone.
constexpr std::array kConfigNames = {Names("*.run.xml"), Names("*.code-workspace"),
                                     Names("*.sublime-project"), Names("opencode.json"),
                                     Names("opencode.jsonc")};

// The folders that kConfigAnywhere names.
constexpr std::array kSteeringFolders = {
    Names(".vscode"),   Names(".husky"),   Names(".claude"),          Names(".cursor"),
    Names(".gemini"),   Names(".qwen"),    Names(".codex"),           Names(".zed"),
    Names(".theia"),    Names(".fleet"),   Names(".devcontainer"),    Names(".opencode"),
    Names(".roo"),      Names(".kiro"),    Names(".continue"),        Names(".clinerules"),
    Names(".windsurf"), Names(".amazonq"), Names("runConfigurations")};

constexpr std::array kHomeSecrets = {Names(".ssh/**"),
                                     Names(".aws/credentials"),
                                     Names(".aws/config"),
                                     Names(".aws/sso/cache/**"),
                                     Names(".azure/**"),
                                     Names(".config/gcloud/**"),
                                     Names(".kube/config"),
                                     Names(".oci/**"),
                                     Names(".config/gh/hosts.yml"),
                                     Names(".config/glab-cli/**"),
                                     Names(".config/hub"),
                                     Names(".config/op/**"),
                                     Names(".config/rclone/**"),
                                     Names(".config/doctl/**"),
                                     Names(".config/heroku/**"),
                                     Names(".config/netlify/**"),
                                     Names(".config/fly/**"),
                                     Names(".config/wrangler/**"),
                                     Names(".config/sops/age/**"),
                                     Names(".cargo/credentials*"),
                                     Names(".gem/credentials"),
                                     Names(".m2/settings*.xml"),
                                     Names(".gradle/gradle.properties"),
                                     Names(".nuget/NuGet.Config"),
                                     Names(".composer/auth.json"),
                                     Names(".config/pip/pip.conf"),
                                     Names(".pip/pip.conf"),
                                     Names(".config/NuGet/NuGet.Config"),
                                     Names(".config/composer/auth.json"),
                                     Names(".terraform.d/credentials.tfrc.json"),
                                     Names(".docker/config.json"),
                                     Names(".gnupg/**"),
                                     Names(".password-store/**"),
                                     Names(".local/share/keyrings/**"),
                                     Names(".local/share/kwalletd/**")};
// In folders that are configuration otherwise.
constexpr std::array kSecretsAmongConfig = {Names(".config/git/credentials")};
// In folders that are an agent's own.
constexpr std::array kAgentSecrets = {Names(".claude/.credentials.json"), Names(".codex/auth.json"),
                                      Names(".gemini/oauth_creds.json"),
                                      Names(".qwen/oauth_creds.json")};
constexpr std::array kHomeNotSecret = {Names(".ssh/*.pub"), Names(".ssh/known_hosts*")};
constexpr std::array kHomeConfig = {
    Names(".bashrc"), Names(".bash_profile"), Names(".bash_login"), Names(".bash_logout"),
    Names(".bash_aliases"), Names(".profile"), Names(".zshrc"), Names(".zshenv"),
    Names(".zprofile"), Names(".zlogin"), Names(".zlogout"), Names(".kshrc"), Names(".cshrc"),
    Names(".tcshrc"), Names(".login"), Names(".inputrc"), Names(".gitconfig"),
    Names(".config/git/**"), Names(".hgrc"), Names(".vimrc"), Names(".vim/**"),
    Names(".config/nvim/**"), Names(".emacs"), Names(".emacs.d/**"), Names(".config/fish/**"),
    Names(".config/systemd/**"), Names(".local/share/systemd/**"), Names(".config/autostart/**"),
    Names(".config/environment.d/**"), Names(".config/guard/**"), Names(".ssh/config"),
    Names(".ssh/config.d/**"), Names(".ssh/authorized_keys*"), Names(".ssh/rc"),
    Names(".pythonrc*"), Names(".pdbrc"), Names(".gdbinit"), Names(".config/gdb/**"),
    Names(".tmux.conf"), Names(".config/tmux/**"), Names(".screenrc"), Names(".xprofile"),
    Names(".xinitrc"), Names(".xsession*"), Names(".pam_environment"), Names(".selected_editor"),
    Names(".config/Code/User/*.json"), Names(".cargo/config*"),
    // Further names of the same: of before, or of another shell.
    Names(".mkshrc"), Names(".logout"), Names(".config/zsh/**"), Names(".config/hg/**"),
    Names(".gvimrc"), Names(".config/vim/**"), Names(".nvimrc"), Names(".emacs.el"),
    Names(".config/emacs/**"), Names(".gdbearlyinit"), Names(".config/pdbrc"), Names(".direnvrc"),
    Names(".config/direnv/**"), Names(".subversion/config"), Names(".config/VSCodium/User/*.json"),
    Names(".rpmmacros"), Names(".local/bin/**"), Names("bin/**")};
constexpr std::array kAgentSettings = {Names("settings.json"), Names("settings.*.json"),
                                       Names("hooks/**"), Names("mcp.json"), Names("config.toml")};

constexpr std::array kBuildFolders = {Names("node_modules"),  Names("bower_components"),
                                      Names("target"),        Names("build"),
                                      Names("_build"),        Names("dist"),
                                      Names("out"),           Names("obj"),
                                      Names("coverage"),      Names(".nyc_output"),
                                      Names("__pycache__"),   Names(".pytest_cache"),
                                      Names(".mypy_cache"),   Names(".ruff_cache"),
                                      Names(".tox"),          Names(".nox"),
                                      Names(".venv"),         Names("venv"),
                                      Names(".eggs"),         Names("*.egg-info"),
                                      Names("site-packages"), Names(".gradle"),
                                      Names(".next"),         Names(".nuxt"),
                                      Names(".output"),       Names(".svelte-kit"),
                                      Names(".turbo"),        Names(".parcel-cache"),
                                      Names(".vite"),         Names(".angular"),
                                      Names(".dart_tool"),    Names(".terraform"),
                                      Names("elm-stuff"),     Names("CMakeFiles"),
                                      Names("cmake-build-*")};

constexpr std::array kSystemFolders = {
    Names("/bin"), Names("/boot"),  Names("/dev"),   Names("/efi"),    Names("/etc"),
    Names("/lib"), Names("/lib32"), Names("/lib64"), Names("/libx32"), Names("/nix"),
    Names("/opt"), Names("/proc"),  Names("/run"),   Names("/sbin"),   Names("/snap"),
    Names("/sys"), Names("/usr"),   Names("/var")};

constexpr std::array kHarmlessDevices = {
    Names("/dev/null"),    Names("/dev/zero"), Names("/dev/full"), Names("/dev/random"),
    Names("/dev/urandom"), Names("/dev/tty"),  Names("/dev/ptmx"), Names("/dev/pts/ptmx")};
constexpr std::array kDisks = {
    Names("sd[a-z]*"),   Names("hd[a-z]*"),     Names("vd[a-z]*"),    Names("xvd[a-z]*"),
    Names("nvme[0-9]*"), Names("mmcblk[0-9]*"), Names("disk*"),       Names("loop[0-9]*"),
    Names("dm-[0-9]*"),  Names("md[0-9]*"),     Names("md/*"),        Names("mapper/*"),
    Names("sr[0-9]*"),   Names("ram[0-9]*"),    Names("zram[0-9]*"),  Names("nbd[0-9]*"),
    Names("pmem[0-9]*"), Names("block/*"),      Names("bcache[0-9]*")};

template <class Table>
bool any_word(const Table& globs, std::string_view word) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](std::string_view glob) { return word_glob_matches(glob, word); });
}

template <class Table>
Names word_glob_of(const Table& globs, std::string_view word) {
  const auto found =
      std::ranges::find_if(globs, [&](Names glob) { return word_glob_matches(glob, word); });
  return found == globs.end() ? Names() : *found;
}

template <class Table>
Names path_glob_of(const Table& globs, std::string_view path) {
  const auto found =
      std::ranges::find_if(globs, [&](Names glob) { return path_glob_matches(glob, path); });
  return found == globs.end() ? Names() : *found;
}

template <class Table>
bool any_path(const Table& globs, std::string_view path) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](std::string_view glob) { return path_glob_matches(glob, path); });
}

// Every pattern of kConfigAnywhere has a name that begins with a dot: most paths have none.
static_assert(std::all_of(kConfigAnywhere.begin(), kConfigAnywhere.end(),
                          [](Names glob) { return glob.find("/.") != Names::npos; }));
bool has_dot_name(std::string_view path) {
  return path.starts_with('.') || path.find("/.") != std::string_view::npos;
}

template <class Visit>
bool any_component(std::string_view path, Visit visit) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0 && visit(path.substr(0, end), path.substr(std::min(end + 1, path.size())))) {
      return true;
    }
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return false;
}

template <class Table>
bool has_component(const Table& names, std::string_view path) {
  return any_component(
      path, [&](std::string_view name, std::string_view) { return any_word(names, name); });
}

}  // namespace

std::optional<std::string_view> below(std::string_view path, std::string_view folder) {
  if (folder.empty() || !path.starts_with(folder)) return std::nullopt;
  if (folder == "/") return path.substr(1);
  if (path.size() == folder.size()) return std::string_view();
  if (path[folder.size()] != '/') return std::nullopt;
  return path.substr(folder.size() + 1);
}

// "hooks/pre-push": what steers is configuration.
PathClass class_inside_git(std::string_view inside) {
  if (has_component(std::array{Names("hooks")}, inside) && !has_component(kVcsData, inside)) {
    return PathClass::kConfig;
  }
  const bool steers = any_word(kVcsSteering, base_name(inside));
  return steers && !has_component(kVcsData, inside) ? PathClass::kConfig : PathClass::kVcs;
}

std::optional<PathClass> vcs_class(std::string_view relative) {
  std::optional<PathClass> found;
  any_component(relative, [&](std::string_view name, std::string_view inside) {
    if (!any_word(kVcsFolders, name)) return false;
    found = name == ".git" ? class_inside_git(inside) : PathClass::kVcs;
    return true;
  });
  return found;
}

std::string_view secret_name_of(std::string_view relative) {
  const std::string_view name = base_name(relative);
  if (any_word(kNotSecret, name)) return {};
  if (const Names known = word_glob_of(kSecretNames, name); !known.empty()) return known;
  const Names key = word_glob_of(kKeyNames, name);
  return !key.empty() && !has_component(kTestFolders, parent_of(relative)) ? key : Names();
}

std::optional<PathClass> class_by_name(std::string_view relative) {
  if (!secret_name_of(relative).empty()) return PathClass::kSecret;
  const std::string_view name = base_name(relative);
  if (has_dot_name(relative) && any_path(kConfigAnywhere, relative)) return PathClass::kConfig;
  if (any_word(kConfigNames, name)) return PathClass::kConfig;
  return std::nullopt;
}

std::span<const std::string_view> secret_names() {
  return kSecretNames;
}

std::span<const std::string_view> home_secrets() {
  return kHomeSecrets;
}

bool names_steering_folder(std::string_view name) {
  return any_word(kSteeringFolders, name);
}

std::string_view home_secret_of(std::string_view relative) {
  if (const Names known = path_glob_of(kSecretsAmongConfig, relative); !known.empty()) return known;
  if (any_path(kHomeConfig, relative) || any_path(kHomeNotSecret, relative)) return {};
  const Names known = path_glob_of(kHomeSecrets, relative);
  return known.empty() ? path_glob_of(kAgentSecrets, relative) : known;
}

std::optional<PathClass> class_in_home(std::string_view relative) {
  if (!home_secret_of(relative).empty()) return PathClass::kSecret;
  return any_path(kHomeConfig, relative) ? std::optional(PathClass::kConfig) : std::nullopt;
}

bool home_names_below(std::string_view folder) {
  const auto lies_below = [&](Names glob) { return path_glob_below(glob, folder); };
  return std::ranges::any_of(kHomeSecrets, lies_below) ||
         std::ranges::any_of(kHomeConfig, lies_below);
}

bool home_names_begin(std::string_view beginning) {
  const auto begins = [&](Names glob) {
    const Names literal = glob.substr(0, glob.find_first_of("*?["));
    const bool open = literal.size() < glob.size();
    return literal.starts_with(beginning) ||
           (open && literal.size() > 1 && beginning.starts_with(literal));
  };
  return std::ranges::any_of(kHomeSecrets, begins) || std::ranges::any_of(kHomeConfig, begins) ||
         std::ranges::any_of(kSecretNames, begins);
}

bool is_agent_setting(std::string_view relative) {
  return any_path(kAgentSettings, relative);
}

bool has_build_folder(std::string_view relative) {
  return has_component(kBuildFolders, relative);
}

bool is_system_folder(std::string_view top_level) {
  return std::find(kSystemFolders.begin(), kSystemFolders.end(), top_level) != kSystemFolders.end();
}

PathClass device_class(std::string_view path) {
  return any_word(kHarmlessDevices, path) ? PathClass::kHarmlessDevice : PathClass::kDevice;
}

bool looks_like_disk(std::string_view path) {
  const auto name = below(path, "/dev");
  return name && any_word(kDisks, *name);
}

}  // namespace guard::policy
