#!/usr/bin/env bash
# A Slurm of one machine for trying things out, in a folder of its own: private_slurm.sh FOLDER COMMAND...
# Starts the daemons, runs the command, and stops them again. Root, and Debian's slurmctld, slurmd and slurm-client.
set -euo pipefail

folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
cores=$(nproc)
mkdir -p "$folder/state" "$folder/spool"
cat >"$folder/slurm.conf" <<END
ClusterName=private
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=${SLURM_TRY_PORT:-26817}
SlurmdPort=$((${SLURM_TRY_PORT:-26817} + 1))
SlurmUser=$(id -un)
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$folder/slurm.conf"
slurmctld -D &
controller=$!
slurmd -D -N "$(hostname -s)" &
node=$!
trap 'kill $node $controller 2>/dev/null; wait $node $controller 2>/dev/null || true' EXIT
for _ in $(seq 60); do
  sinfo --noheader --format=%t 2>/dev/null | grep -q '^idle' && break
  sleep 0.5
done
"$@"
