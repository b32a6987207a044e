# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# RLIMIT_FSIZE and its signal, RLIMIT_NOFILE, the umask of threads, setgid folders, default ACLs.
. "$LIB/case.sh"
same_as_bare '' "$PROGRAMS/limit_forms"
