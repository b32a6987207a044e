# SPDX-License-Identifier: Apache-2.0
# The parts that the cases of namespaces/ share, after case.sh: namespaces must be to be had here,
# and the roots of Landlock, which refuse every mount, are left out.
unshare --user --map-root-user true 2>/dev/null || skip "no user namespaces for this user here"
guard_options=(--on-ask deny --landlock off --quiet)
