# SPDX-License-Identifier: Apache-2.0
# Names with slashes, dots, links, flags: the same errno and the same files as bare, static too.
. "$LIB/case.sh"
for form in path_errors path_errors_static path_errors_musl; do
  [[ -x $PROGRAMS/$form ]] || continue
  same_as_bare '' "$PROGRAMS/$form"
done
