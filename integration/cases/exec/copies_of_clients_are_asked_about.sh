# SPDX-License-Identifier: Apache-2.0
# A copy of a client that publishes, uploads or deletes elsewhere is asked about by its words, as the
# installed one is, also where the program is a static one of Go without a GNU build id.
. "$LIB/case.sh"
echo text >f
asked() { # RULE PROGRAM WORD...
  local rule=$1 program
  program=$(readlink -f "$(command -v "$2")") || return 0
  # A script that starts the program has no meaning of its own under another name.
  [[ $(head -c 4 "$program") == $'\x7fELF' ]] || return 0
  cp "$program" client
  shift 2
  guard_run --ci -- ./client "$@"
  assert_status_not 0
  assert_recorded "r['act'] == 'exec' and r['argv'][0] == './client' and r['rule'] == '$rule' and r['decision'] in ('ask', 'deny')"
  rm client
}
asked git.push git push origin main
asked ssh ssh host.invalid
asked curl.upload curl -T f http://host.invalid/
asked kubectl.delete kubectl delete pod x
asked container.remove docker rm -f x
guard_run --ci -- bash -c 'cp "$(readlink -f "$(command -v git)")" g && ./g --version'
assert_status 0
