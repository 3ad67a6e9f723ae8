import type { Wrapping } from './wrapping.js';

/** What only changes how fast or how long a command runs. */
export const transparentWrappings: Readonly<Record<string, Wrapping>> = {
  nice: { transparent: true, values: '-n --adjustment', numbers: true },
  ionice: {
    transparent: true,
    flags: '-t --ignore',
    values: '-c --class -n --classdata -p --pid -P --pgid -u --uid',
    processes: '-p --pid -P --pgid -u --uid',
  },
  chrt: {
    transparent: true,
    before: 1,
    flags:
      '-b --batch -d --deadline -f --fifo -i --idle -o --other -r --rr -R --reset-on-fork -a --all-tasks -v --verbose -p --pid -m --max',
    values: '-T --sched-runtime -P --sched-period -D --sched-deadline',
    processes: '-p --pid',
  },
  taskset: { transparent: true, before: 1, flags: '-a --all-tasks -c --cpu-list -p --pid', processes: '-p --pid' },
  stdbuf: { transparent: true, values: '-i --input -o --output -e --error' },
  time: {
    transparent: true,
    flags: '-a --append -p --portability -v --verbose -q --quiet',
    values: '-f --format -o --output',
    writes: '-o --output',
  },
  timeout: {
    transparent: true,
    before: 1,
    flags: '-p --preserve-status -f --foreground -v --verbose',
    values: '-k --kill-after -s --signal',
  },
  caffeinate: { transparent: true, flags: '-d -i -m -s -u', values: '-t -w' },
  prlimit: {
    transparent: true,
    flags: '--noheadings --raw --verbose',
    values: '-p --pid -o',
    optional:
      '-c --core -d --data -e --nice -f --fsize -i --sigpending -l --memlock -m --rss -n --nofile -q --msgqueue -r --rtprio -s --stack -t --cpu -u --nproc -v --as -x --locks -y --rttime --output',
    processes: '-p --pid',
  },
  cpulimit: {
    transparent: true,
    flags:
      '-b --background -f --foreground -i --include-children -k --kill -m --monitor-forks -q --quiet -r --restore -s -v --verbose -z --lazy',
    values: '-l --limit -p --pid -e --exe -P --path -c --cpu',
    processes: '-p --pid -e --exe -P --path',
  },
  numactl: {
    transparent: true,
    flags: '-s --show -H --hardware -l --localalloc -a --all -b --balancing',
    values: '-i --interleave -m --membind -N --cpunodebind -C --physcpubind -p --preferred',
  },
  chronic: { transparent: true, flags: '-v -e' },
  nocache: { transparent: true, values: '-n' },
};
