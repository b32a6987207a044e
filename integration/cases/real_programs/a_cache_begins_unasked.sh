# SPDX-License-Identifier: Apache-2.0
# A package manager's first use on a machine makes its cache, and the folders above it, unasked. A link
# where such a folder would be, a file, and any other folder of the home ask.
. "$LIB/case.sh"
guard_run --on-ask deny -- bash -c '
  mkdir -p "$HOME/.cargo/registry/index" "$HOME/.local/share/pnpm/store/v10" "$HOME/.local/state/pnpm" &&
  : >"$HOME/.cargo/.package-cache" && echo x >"$HOME/.local/share/pnpm/store/v10/f" &&
  mv "$HOME/.local/share/pnpm/store/v10/f" "$HOME/.cargo/registry/index/g"'
assert_status 0
assert_nothing_asked
assert_content "$HOME/.cargo/registry/index/g" x

mkdir elsewhere
for act in 'ln -s "$PWD/elsewhere" "$HOME/.nuget"' ': >"$HOME/.m2"' 'mkdir "$HOME/.m3"' 'mkdir "$HOME/.cargo/bin"' \
  ': >"$HOME/.cargo/config.toml"' 'mkdir "$HOME/.local/bin"'; do
  guard_run --on-ask deny -- bash -c "$act"
  assert_status_not 0
done
assert_missing "$HOME"/{.nuget,.m2,.m3,.cargo/bin,.cargo/config.toml,.local/bin}
