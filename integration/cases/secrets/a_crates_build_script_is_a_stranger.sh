# SPDX-License-Identifier: Apache-2.0
# The build.rs of a crate from outside of the workspace reads no secret and writes nothing beyond its build; what it is to
# generate it generates. That of the workspace is its own.
# timeout: 300
. "$LIB/case.sh"
with_undo
export RUSTUP_HOME=${RUSTUP_HOME:-/root/.rustup} CARGO_HOME=$HOME/.cargo PATH=$PATH:/root/.cargo/bin
cargo --version >/dev/null 2>&1 || skip "no cargo here"
mkdir -p dep/src app/src
cat >build.rs <<'RUST'
use std::{env, fs};
fn main() {
    let app = env::var("APP").unwrap();
    let told = |done: bool| if done { "done" } else { "refused" };
    let name = env::var("CARGO_PKG_NAME").unwrap();
    let text = format!("{} secret {} source {}", name, told(fs::read(format!("{app}/.env")).is_ok()),
        told(fs::write(format!("{app}/of_{name}"), "x").is_ok()));
    fs::write(format!("{}/told.txt", env::var("OUT_DIR").unwrap()), text).unwrap();
}
RUST
for crate in dep app; do
  cp build.rs $crate/build.rs
  printf '[package]\nname = "%s"\nversion = "1.0.0"\nedition = "2021"\n' $crate >$crate/Cargo.toml
done
printf '[dependencies]\ndep = {path = "../dep"}\n' >>app/Cargo.toml
echo 'pub const TOLD: &str = include_str!(concat!(env!("OUT_DIR"), "/told.txt"));' | tee dep/src/lib.rs >app/src/main.rs
echo 'fn main() { println!("{}\n{}", dep::TOLD, TOLD); }' >>app/src/main.rs
echo "TOKEN=x" >app/.env
export APP=$PWD/app
guard_run --on-ask deny --fail-on never --workspace "$APP" -- bash -c "cd app && cargo run --offline --quiet"
assert_content "$OUT" "dep secret refused source refused
app secret refused source done"
assert_missing app/of_dep
assert_recorded "r['rule'] == 'installs.secret' and 'dep' in r['reason']"
assert_recorded "r['rule'] == 'fs.read' and r['decision'] in ('ask', 'deny')"
[[ $(grep -c '^guard: the build of dep wanted .*: refused$' "$ERR") == 1 ]] || fail "not one line: $(<"$ERR")"
