# SPDX-License-Identifier: Apache-2.0
# chromium without a screen writes the page that a script changed. Its own sandbox is off, as root needs.
# packages: chromium
# needs: chromium
# leave-out: .config .cache .pki profile .local
# output: any
# known: it listens for other machines, asks the network who is there, and keeps logins: all asked about; the page comes out all the same
# timeout: 180
setup() {
  mkdir "$HOME/.config" "$HOME/.cache"
  printf '<html><body><p id=x>before</p><script>document.getElementById("x").textContent = "af" + "ter"</script></body></html>' >p.html; }
work() { chromium --headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-features=MediaRouter,DialMediaRouteProvider --user-data-dir="$PWD/profile" --virtual-time-budget=2000 --dump-dom "file://$PWD/p.html" >dom 2>/dev/null; grep -o 'after' dom | head -1 && rm dom; }
