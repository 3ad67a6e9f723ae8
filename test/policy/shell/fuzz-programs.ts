// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for bash

import type { Random } from '../../support/random.js';
import { operand, optionValues, quote } from './fuzz-words.js';
import type { HelpFlags } from './help-flags.js';

export interface Making {
  readonly random: Random;
  readonly help: readonly HelpFlags[];
  /** Nothing but readers of what may be read. */
  readonly clean: boolean;
}

/** Programs made of options and operands alone. */
export const plainNames = [
  'cat', 'head', 'tail', 'wc', 'sort', 'uniq', 'cut', 'tr', 'nl', 'tac', 'rev', 'paste', 'join', 'comm', 'fold', 'fmt', 'pr', 'expand', 'unexpand',
  'col', 'colrm', 'column', 'tsort', 'shuf', 'ptx', 'look', 'iconv', 'od', 'hexdump', 'xxd', 'strings', 'base64', 'base32', 'basenc', 'sha256sum',
  'md5sum', 'cksum', 'b2sum', 'sum', 'grep', 'egrep', 'fgrep', 'rgrep', 'ls', 'dir', 'vdir', 'stat', 'file', 'du', 'df', 'diff', 'cmp', 'diff3', 'sdiff',
  'tree', 'echo', 'true', 'seq', 'basename', 'dirname', 'realpath', 'readlink', 'pathchk', 'namei', 'numfmt', 'factor', 'expr', 'bc', 'less', 'more',
  'split', 'csplit', 'tee', 'touch', 'cp', 'mv', 'ln', 'rm', 'mkdir', 'truncate', 'dd', 'install', 'tar', 'gzip', 'zcat', 'xz', 'zip', 'unzip', 'nm',
  'size', 'readelf', 'objdump', 'which', 'whereis', 'id', 'who', 'uname', 'hostname', 'nproc', 'getconf', 'locale', 'ps', 'pgrep', 'free', 'uptime', 'users',
  'last', 'lscpu', 'tput', 'man', 'whatis', 'patch', 'mktemp', 'yq', 'shasum', 'bzcat', 'zstdcat', 'lz4cat', 'xzcat', 'lz4', 'zstd', 'bzip2', 'gunzip', 'unxz', 'lzma', 'zipinfo', 'ar', 'lsblk', 'vmstat',
  'rg', 'fd', 'bat', 'printenv', 'openssl', 'sqlite3', 'make', 'dpkg',
]; // biome-ignore format: a table

export const gitNames = [
  'status', 'log', 'show', 'diff', 'blame', 'grep', 'ls-files', 'ls-tree', 'rev-parse', 'rev-list', 'shortlog', 'describe', 'branch', 'tag', 'remote',
  'stash', 'config', 'cat-file', 'for-each-ref', 'reflog', 'show-ref', 'diff-tree', 'diff-index', 'diff-files', 'merge-base', 'name-rev', 'archive',
  'check-ignore', 'check-attr', 'count-objects', 'fsck', 'var', 'worktree', 'notes', 'bisect', 'hash-object', 'cherry', 'range-diff', 'whatchanged',
  'show-branch', 'apply', 'format-patch', 'clean', 'add', 'ls-remote', 'symbolic-ref', 'stripspace', 'interpret-trailers', 'mailinfo', 'bundle',
  'verify-commit', 'check-ref-format', 'merge-tree', 'merge-file', 'diagnose', 'bugreport', 'fetch', 'submodule', 'sparse-checkout', 'help', 'version',
  'column', 'patch-id', 'annotate', 'get-tar-commit-id', 'show-index', 'verify-pack', 'rerere', 'request-pull', 'ls', 'credential', 'unpack-file',
  'check-mailmap', 'fmt-merge-msg', 'merge-index', 'difftool', 'instaweb', 'gc', 'prune', 'update-index', 'write-tree', 'read-tree', 'mktree',
]; // biome-ignore format: a table

export function plainCommand({ random, help, clean }: Making): string {
  const { name, flags } = random.pick(help.filter((one) => !one.name.startsWith('git ') && !special.has(one.name)));
  const leading = /^(e|f|r)?grep$|^tr$|^expr$|^rg$|^look$/.test(name)
    ? [quote(random, random.pick(['a', 'o', 'let', '^b', 'kQ7', '.']))]
    : [];
  const rest = [
    ...random.many(0, 3, () => flag(random, flags)).flat(),
    ...random.many(0, name === 'cp' ? 1 : 3, () => operand(random, { clean })),
  ];
  const words = [...leading, ...(random.chance(0.3) ? shuffled(random, rest) : rest)];
  if (!clean && random.chance(0.05)) words.splice(random.below(words.length + 1), 0, '--');
  return [random.chance(0.04) ? quote(random, name) : name, ...words].join(' ');
}

const special = new Set(['find', 'sed', 'awk', 'jq', 'xargs', 'env', 'timeout', 'nice', 'date', 'test', 'printf']);

/** An option in one of the ways to write it, perhaps with a value. */
function flag(random: Random, flags: readonly string[]): readonly string[] {
  if (flags.length === 0 || random.chance(0.12)) {
    return [
      `-${random.many(1, 4, () => random.pick([...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'])).join('')}`,
    ];
  }
  const chosen = random.pick(flags);
  const name = chosen.replace('=', '');
  const value = (): string => quote(random, random.pick(optionValues));
  if (random.chance(0.06) && name.startsWith('--')) {
    const short = name.slice(0, 3 + random.below(name.length - 2));
    return random.chance(0.5) ? [`${short}=${value()}`] : [short, value()];
  }
  if (chosen.endsWith('=')) return random.chance(0.8) ? [`${name}=${value()}`] : [name, value()];
  if (random.chance(0.6)) return [name];
  if (name.startsWith('--')) return random.chance(0.5) ? [`${name}=${value()}`] : [name, value()];
  return random.chance(0.5) ? [name + value()] : [name, value()];
}

function shuffled<Item>(random: Random, list: readonly Item[]): readonly Item[] {
  const left = [...list];
  return list.map(() => left.splice(random.below(left.length), 1)[0] as Item);
}

const gitExtra = [
  '--stat', '-p', '--oneline', '--name-only', '--graph', '--all', '-1', '-n1', '--format=%H', '--format=%G?', '--output=new.txt', '--ext-diff', '--textconv',
  '--no-index', '-Onames.txt', '-S', '-G', '--follow', '-L1,2:a.txt', '-L:a:src/a.ts', '--word-diff', '--cached', '--staged', '-U1', '-c', '--cc', '-m',
  '--exit-code', '--show-signature', '--submodule', '--ignore-submodules', '-z', '-R', '--relative', '--diff-filter=M', '--pickaxe-regex', '-w', '--raw',
  '--contents=out-link', '--contents', '--batch', '--batch-check', '-e', '-t', '--list', '-l', '-v', '-vv', '-a', '-r', '--get', '--get-regexp', '--show-origin',
  '--global', '--local', '--file', '-f', '--no-pager', '--untracked', '--recurse-submodules', '--exclude-from=names.txt', '--path', '--sort=-refname', '--points-at',
  '--contains', '--merged', 'user.name', 'core.pager', 'remote.origin.url', 'show', 'list', 'get-url', 'origin', 'HEAD~1', 'HEAD', 'main', 'v1', 'side', 'main..side',
  'HEAD:a.txt', 'HEAD:src/a.ts', 'HEAD^{tree}', ':a.txt', ':/first', '@{u}', '--', '-h', 'new', '--stdin', '--name-status', 'let', '--open-files-in-pager=./x.sh',
]; // biome-ignore format: a table
const gitGlobals = [
  '-C src', '-C evil', '-C ..', '-C out-dir', '--no-pager', '-P', '-c core.pager=./x.sh', '-c color.ui=always', '--git-dir=.git', '--git-dir=evil/.git',
  '--work-tree=.', '--work-tree=../../c/out', '-p', '--exec-path=bin', '--bare', '-c alias.st=!./x.sh', '--no-optional-locks', '--literal-pathspecs',
  '-c core.fsmonitor=./x.sh', '-c diff.external=./x.sh', '-C . -C evil', '--namespace=a', '-c core.quotepath=off', '-C dir-link', '-C ""',
]; // biome-ignore format: a table

export function gitCommand({ random, help, clean }: Making): string {
  const { name, flags } = random.pick(help.filter((one) => one.name.startsWith('git ')));
  const words = random.many(0, 4, () => {
    const kind = random.below(10);
    if (kind < 3) return flag(random, flags).join(' ');
    if (kind < 8 || clean) return quote(random, random.pick(gitExtra));
    return operand(random, { clean });
  });
  const globals = random.chance(clean ? 0 : 0.2) ? `${random.pick(gitGlobals)} ` : '';
  return `git ${globals}${name.slice(4)} ${words.join(' ')}`.trimEnd();
}
