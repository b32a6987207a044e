# SPDX-License-Identifier: Apache-2.0
# cargo build, test and run without a network.
# packages: cargo rustc
# needs: cargo rustc
# leave-out: target/ .cargo/ .rustup
# output: any
# timeout: 240
usable() { cargo --version >/dev/null 2>&1 && rustc --version >/dev/null 2>&1 || { echo "cargo has no toolchain for this user"; return 1; }; }
setup() { mkdir src && printf '[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml && printf 'fn sum(a: i32, b: i32) -> i32 { a + b }\nfn main() { std::fs::write("out", "x").unwrap(); println!("{}", sum(2, 2)); }\n#[test]\nfn adds() { assert_eq!(sum(2, 2), 4); }\n' >src/main.rs; }
work() { export CARGO_NET_OFFLINE=true; cargo build -q && cargo test -q && cargo run -q && cargo clean -q; }
