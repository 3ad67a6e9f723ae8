// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for bash
import type { Random } from '../../support/random.js';

const near = [
  'a.txt', 'b.txt', 'nums.txt', 'data.csv', 'package.json', 'src/a.ts', 'src/index.ts', 'src', 'docs/readme.md', '.',
  './a.txt', 'src/../a.txt', 'two words.txt', 'in-link', 'dir-link/a.ts', 'dir-link', 'names.txt', 'empty', 'src/deep', '.hidden',
  'docs', 'pair', 'pair/one', 'pair/two', 'conf', 'bin/readme', '.gitignore', '-', 'a.log', 'src/', 'docs/a.txt', 'reach.txt',
]; // biome-ignore format: a table
const odd = [
  'missing.txt', '-n', '--output=new.txt', '-exec', '[a].txt', 'dangling', 'loop', 'new.txt', './-n', '', 'evil', 'evil/f.txt',
  'run.sed', 'run.awk', 'x.sh', 'bin/cat', '/dev/null', '/dev/stdin', '/dev/fd/0', '/proc/self/environ', '/dev/stdout', 'HEAD',
  'src/new.txt', '.git/HEAD', '@names.txt', '+5', '-5', 'HEAD:a.txt', 'f=new.txt', '.git',
]; // biome-ignore format: a table
const far = [
  '.env', 'env-link', 'out-link', 'out-dir', 'out-dir/secret.txt', 'home-link', 'docs/leak', 'pair/one/leak', '../../c/out/secret.txt',
  '../../c/out', '..', '.git/config', 'conf/.env', './.env', 'src/../.env', 'HEAD:../../c/out/secret.txt', 'pair/two/folder',
  'out-dir/sub/a.txt', 'home-link/.ssh/id_rsa', 'dir-link/../.env', 'src/deep/../../.env', 'home-link/../../c/out/secret.txt',
]; // biome-ignore format: a table
/** Written as they are: the shell makes something of them. */
const raw = [
  '*.txt', '*', 'src/*', 'src/**', '?.txt', '[ab].txt', '.e*', '.[a-z]*', '.??*', '{a,b}.txt', '{a.txt,.env}', 'src/*.ts', '*/leak',
  '"$PWD/a.txt"', '$PWD/.env', '~/notes.txt', '~/.ssh/id_rsa', '"$HOME"/.ssh/id_rsa', '$HOME', '~+/a.txt', '~-', '~', '${x:-a.txt}',
  '${x:-.env}', '"${x:=.env}"', '$(echo a.txt)', '"$(echo .env)"', '`echo a.txt`', '$(cat names.txt)', '$(cat reach.txt)', '$x', '"$x"',
  '$FUZZ_API_TOKEN', '"${FUZZ_API_TOKEN}"', '${FUZZ_API_TOKEN:0:3}', '${!x}', '${!FUZZ*}', '${#x}', '$((1+1))', '$((x))', '<(cat a.txt)',
  '<(cat .env)', '>(cat)', '>(cat > new.txt)', "$'a\\x2etxt'", "$'\\x2eenv'", '.e""nv', '.\\env', "'.'env", '"."env', '@(a|b).txt', '!(a*)',
  '+(.)env', '{.,}env', '.{e,f}nv', '{a..c}.txt', '$0', '$_', '$?', '$$', '$#', '$@', '"$@"', '$*', '$-', '$PATH', '$RANDOM', '$"a.txt"',
  'a.t\\\nxt', '.e\\\nnv', '../../c/o*/secret.txt', '[.]env', '.en[v]', '*env*', '**/.env', 'conf/.*', 'out-*', '*-link', '*/../.env',
  '${PWD}/../../c/out/secret.txt', '"${PWD%/*}"', '${x-a.txt}', '${x+.env}', '${HOME}/notes.txt', '~root', '${x@P}', '"${PWD@Q}"',
]; // biome-ignore format: a table

export const optionValues = [
  '1', '2', '0', '-1', '3', '5', '10', '1,2', '1-2', '2-', '+2', 'a', 'b', ',', ':', ' ', '', 'auto', 'always', 'never', 'none', 'all', 'name', 'time',
  'x', 'a.txt', 'b.txt', 'new.txt', './x.sh', '.env', 'out-link', '../../c/out/secret.txt', 'names.txt', 'reach.txt', '-', '*.ts', '*', '.*',
  'src', 'docs', 'd', '%s', '%n', 'c', 'x1', 'o', '1K', '1M', 'utf8', 'latin1', 'hex', 'recurse', 'skip', 'iso', 'long-iso', '-n', '--', 'HEAD',
  'sha256', 'cat', 'sh', '5s', 'touch pwned', 'none=1', 'a=b', 'old', 'existing', '^', '.', '/dev/null', '/dev/stdout', '@names.txt', '1~2',
]; // biome-ignore format: a table

/** A word for an operand. `far`: also such as lead where they must not. */
export function operand(random: Random, { clean }: { readonly clean: boolean }): string {
  if (clean) return quote(random, random.pick(near.filter((name) => !/pair|docs$|conf|^\.$/.test(name))));
  const kind = random.below(20);
  if (kind < 11) return quote(random, random.pick(near));
  if (kind < 13) return quote(random, random.pick(odd));
  if (kind < 15) return quote(random, random.pick(far));
  return random.pick(raw);
}

/** The text written in one of the ways bash reads as the same. */
export function quote(random: Random, text: string): string {
  const plain = /^[\w./:=,@%^+-]+$/.test(text) && !text.startsWith('~');
  const kind = random.below(plain ? 16 : 4);
  if (kind === 0 && !text.includes("'")) return `'${text}'`;
  if (kind === 1 && !/["$`\\!]/.test(text)) return `"${text}"`;
  if (kind === 2 && text !== '' && !text.includes('\n')) return text.replaceAll(/[^\w./-]/g, '\\$&');
  if (kind === 3 && text !== '') return `$'${[...text].map(hex).join('')}'`;
  if (kind === 4) return `${text.slice(0, 1)}''${text.slice(1)}`;
  if (kind === 5) return `"${text.slice(0, 2)}"${text.slice(2)}`;
  return plain ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const hex = (char: string): string =>
  /[\w.]/.test(char) ? char : [...Buffer.from(char)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
