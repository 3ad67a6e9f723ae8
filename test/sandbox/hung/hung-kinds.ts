/** A way to hang, as a command line; `sleep` is a program that can be told from all others. */
export interface HungKind {
  readonly name: string;
  /** How long it is let be; a second when absent. */
  readonly ms?: number;
  line(sleep: string): string;
}

/** How many processes one that forks without end may have; where nothing limits it, it stops there by itself. */
export const maxForks = 100;

export const hungKinds: readonly HungKind[] = [
  { name: 'ignores TERM', line: (sleep) => `trap '' TERM HUP INT; ${sleep} & while :; do ${sleep}; done` },
  {
    name: 'forks twice and leaves its session',
    line: (sleep) =>
      `(setsid setsid ${sleep} &) ; (setsid bash -c '${sleep}; :' </dev/null >/dev/null 2>&1 &) ; ${sleep}`,
  },
  {
    name: 'leaves a grandchild that holds stdout',
    line: (sleep) => `(setsid bash -c 'trap "" TERM; ${sleep}; :' &) ; exit 0`,
  },
  { name: 'stops itself', line: (sleep) => `${sleep} & setsid ${sleep} & sleep 0.1; kill -STOP $$; ${sleep}` },
  { name: 'closes stdout and lives', line: (sleep) => `exec >&- 2>&-; ${sleep}` },
  { name: 'reads stdin', line: (sleep) => `${sleep} & cat; wait` },
  { name: 'floods', ms: 2500, line: (sleep) => `${sleep} & head -c 1000000000 /dev/zero; wait` },
  {
    name: 'forks to the limit',
    line: (sleep) => `trap '' TERM; for i in {1..${maxForks}}; do (${sleep} &); done 2>/dev/null; ${sleep}`,
  },
  { name: 'leaves a zombie', line: (sleep) => `sleep 0.01 & exec ${sleep}` },
];
