import { wordsOf } from '../../base/words.js';

/** The options a program takes before the name of what it is to do, such as `git -C dir push`. */
interface GlobalOptions {
  readonly flags: string;
  /** These take the next word, unless it is joined with `=`. */
  readonly values: string;
}

/**
 * What is not listed may or may not take a value. Sources: git(1), docker(1), podman(1), kubectl options, npm-config,
 * cargo --help, gh(1), systemctl(1), apt-get(8).
 */
const programs: Readonly<Record<string, GlobalOptions>> = {
  git: {
    flags:
      '-p --paginate -P --no-pager --bare --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --html-path --man-path --info-path --exec-path',
    values: '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source',
  },
  docker: {
    flags: '-D --debug --tls --tlsverify',
    values: '-c --context -H --host -l --log-level --config --tlscacert --tlscert --tlskey',
  },
  podman: {
    flags: '-r --remote --noout --syslog --transient-store',
    values: '-c --connection --identity --log-level --module --root --runroot --runtime --storage-driver --url',
  },
  kubectl: {
    flags: '--insecure-skip-tls-verify --match-server-version --disable-compression --warnings-as-errors',
    values:
      '-n --namespace -s --server -v --v --as --as-group --as-uid --cache-dir --certificate-authority --client-certificate --client-key --cluster --context --kubeconfig --profile --request-timeout --tls-server-name --token --user --vmodule',
  },
  npm: {
    flags: '-s --silent -q --quiet -d -dd -ddd --verbose -g --global -y --yes -f --force -ws --workspaces --json',
    values: '--prefix -C -w --workspace --registry --loglevel --userconfig --cache',
  },
  cargo: { flags: '-q --quiet -v -vv --verbose --locked --offline --frozen', values: '-C -Z --color --config' },
  gh: { flags: '', values: '-R --repo' },
  systemctl: {
    flags: '-q --quiet -l --full --user --system --global --no-pager --no-block --no-ask-password --now --force -f',
    values: '-H --host -M --machine -t --type -p --property --root -n --lines -o --output',
  },
  'apt-get': {
    flags: '-y --yes -q -qq --quiet -s --simulate -d -f -m -u -V',
    values: '-c --config-file -o --option -t',
  },
  apt: { flags: '-y --yes -q -qq --quiet -s --simulate -d -f -m -u -V', values: '-c --config-file -o --option -t' },
};

/** How many words an option before the sub-command takes, itself included; undefined when that is not known. */
export function optionLength(program: string, option: string): 1 | 2 | undefined {
  if (option.includes('=')) return 1;
  const table = tables.get(program);
  if (table === undefined) return undefined;
  const length = table.get(option);
  if (length !== undefined || option.startsWith('--')) return length;
  // A value may be joined to a short option: -Cdir.
  return table.get(option.slice(0, 2)) === 2 ? 1 : undefined;
}

const tables: ReadonlyMap<string, ReadonlyMap<string, 1 | 2>> = new Map(
  Object.entries(programs).map(([name, { flags, values }]) => [
    name,
    new Map<string, 1 | 2>([
      ...wordsOf(flags).map((flag) => [flag, 1] as const),
      ...wordsOf(values).map((value) => [value, 2] as const),
    ]),
  ]),
);
