import { spawnSync } from 'node:child_process';

export interface HelpFlags {
  readonly name: string;
  readonly flags: readonly string[];
}

/** The options a program lists in its help, of those programs that are here. `git log` asks `git log -h`. */
export function readHelpFlags(names: readonly string[]): readonly HelpFlags[] {
  return names.flatMap((name) => {
    const [program = '', ...verb] = name.split(' ');
    const { stdout, stderr, error } = spawnSync(program, [...verb, verb.length > 0 ? '-h' : '--help'], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      encoding: 'utf8',
      timeout: 5000,
    });
    if (error !== undefined) return [];
    const found = `${stdout}\n${stderr}`.match(/(?<![\w-])--?[A-Za-z0-9][\w-]*(?:\[?=)?/g) ?? [];
    return [{ name, flags: [...new Set(found.map((flag) => flag.replace('[', '')))].sort() }];
  });
}
