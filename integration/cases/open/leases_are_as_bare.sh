# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A lease can be had after open and close; who opens a leased file waits for it, or is told. T1, T15.
. "$LIB/case.sh"
same_as_bare '' "$PROGRAMS/leases" file
