#!/bin/sh
# HAProxy's check of a Galera node: it ends with 0 when the node may be written to. HAProxy gives it the proxy's address
# and port, then the node's. The account: CREATE USER haproxy@'%'; it needs no password and no privilege.
statuses="'wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state_comment'"
said=$(mariadb --no-defaults --connect-timeout=1 --protocol=tcp -h "$3" -P "$4" -u haproxy -N -B \
  -e "SHOW STATUS WHERE variable_name IN ($statuses)" | cut -f 2 | sort | tr '\n' ' ')
[ "$said" = 'ON Primary Synced ' ]
