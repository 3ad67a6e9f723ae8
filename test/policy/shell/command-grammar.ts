// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for bash
import { gitCommand, type Making, plainCommand } from './fuzz-programs.js';
import { scriptCommand } from './fuzz-scripts.js';
import { operand } from './fuzz-words.js';

/** A command out of programs that read, harm that has a mark, and all that a shell can put around them. */
export function makeCommand(making: Making): string {
  const { random, clean } = making;
  if (clean) return random.chance(0.7) ? simple(making) : `${simple(making)} | ${simple(making)}`;
  return script(making, 0);
}

function script(making: Making, depth: number): string {
  const { random } = making;
  if (depth > 2 || random.chance(0.55)) return decorated(making);
  return random.pick(shapes).replaceAll(/[CWR]/g, (mark) => {
    if (mark === 'C') return script(making, depth + 1);
    return mark === 'W' ? operand(random, making) : random.pick(redirects);
  });
}

/** `C`: a command, `W`: a word, `R`: a redirection. */
const shapes = [
  'C | C', 'C | C', 'C | C | C', 'C; C', 'C && C', 'C || C', 'C & C', 'C\nC', '{ C; }', '( C )', '! C', 'time C', 'if C; then C; fi', 'for x in W W; do C; done', 'for x in W; do cat "$x"; done', 'while C; do C; break; done', 'f() { C; }; f', 'cat() { C; }; cat W', 'case W in W) C;; esac',
  'cat <<< W', 'cat <<< "$(C)"', 'cat <<EOF\n$(C)\nW\nEOF', "cat <<'EOF'\n$(C)\nEOF", 'cat <<EOF | C\nW\nEOF', 'cat <<-EOF\n\tW\n\tEOF\nC', 'echo $(C)', 'echo "$(C)"', 'echo `C`', 'x=$(C)', 'x=W; cat $x', 'x=W cat W', 'x=W; C', 'echo ${x:-$(C)}', 'echo $((1 + $(C)))', 'diff <(C) <(C)', 'cat <(C)', 'C > >(C)', 'C R', 'C R R', '{ C; } R', '( C ) R', 'R C', 'C R | C',
  'C |& C', 'env C', 'env -i C', 'env x=W C', 'timeout 5 C', 'nice C', 'nice -n 5 C', 'command C', 'builtin C', 'exec C', 'stdbuf -oL C', 'nohup C', 'setsid C', 'xargs C', 'cat W | xargs C', 'echo W | xargs C', 'ls | xargs -n1 C', 'printf "%s\\n" W W | xargs -I{} cat {}', 'find . -name W | xargs cat', 'echo W | xargs -d "\\n" cat', 'xargs -a W C', 'bash -c "C"', "sh -c 'C'", 'eval "C"', 'eval C', 'bash -c \'cat "$1"\' _ W',
  'cd W && C', 'cd W; C', '(cd W; C); C', 'pushd W && C', 'cd src && C', 'cd src; cat ../W', 'cd dir-link && cat ../W', 'cd docs && C', 'C && cd src && C', 'cd out-dir/.. ; C', '[[ C ]]', '(( W ))', 'coproc C', 'select x in W; do C; break; done', 'until C; do C; break; done', 'for ((i=0;i<2;i++)); do C; done', 'while read -r x; do cat "$x"; done < W', 'C | while read -r x; do cat "$x"; done', 'set -- W; cat "$@"',
  'C | tee W', 'C # W', 'C \\\n W', 'C; # W\nC', 'shopt -s dotglob; cat *', 'shopt -s extglob\ncat W', 'alias cat=./x.sh\ncat W', 'x=(W W); cat "${x[@]}"', 'declare x=W; cat $x', 'export x=W; C', 'local x=W', 'C < W', 'C <W >/dev/null', 'C 2>/dev/null | C', 'C >/dev/null 2>&1', 'C 2>&1 | C', 'trap "C" EXIT', 'LC_ALL=C C', 'TZ=UTC C', 'PATH=bin C', 'PATH=bin:$PATH; C', 'GIT_DIR=evil/.git C', 'GIT_PAGER=cat C', 'HOME=W C', 'LESS=-oW C', 'C || true', 'true || C', 'false && C',
  '{ C; C; } | C', '(C; C) | C', 'C | { C; }', 'C | (C)', 'C | sort | uniq -c', 'C | head -n 2', 'C | wc -l', 'C | grep -v a', 'C | sed -n 1p', 'C | cut -d: -f1', 'C | tr a b', 'C | awk "{print \\$1}"', 'time -p C', '! ! C', 'if [ -f W ]; then C; else C; fi', 'function f { C; }; f', 'f() C; f', 'test -f W && C', '[ -e W ] || C', 'busybox C', 'time (C)', 'C;', '\nC\n', 'C &', 'C & wait', 'echo a > /dev/null; C', 'nice nice timeout 3 C', 'env -u x C', 'env -C src C', 'env -S "C"', 'timeout -s KILL 3 C', 'ionice C', 'chrt -o 0 C', 'taskset 1 C', 'unshare C', 'script -c "C" W', 'watch C', 'strace C', 'flock W C', 'sudo C', 'xargs -r C < W', 'xargs < W', 'xargs cat < W', 'parallel C ::: W', 'find src -exec C {} +', 'cat W W', 'cat -- W', 'grep -rn a W', 'grep -R a W', 'ls -la W', 'diff W W', 'head W W', 'wc -l W W', 'ls -LR W', 'du -aL W', 'diff -r W W', 'tail -n+1 W W', 'cat W | C', 'grep a -- W', 'sort W W',
]; // biome-ignore format: a table

const redirects = [
  '>/dev/null', '2>/dev/null', '2>&1', '&>/dev/null', '>&2', '>new.txt', '>>new.txt', '2>new.txt', '&>new.txt', '>|new.txt', '<>new.txt', '<a.txt', '<.env', '<out-link', '< ../../c/out/secret.txt', '<>a.txt', '>&new.txt', '>& /dev/null', '>&-', '<&-', '3<a.txt', '3>new.txt', '{fd}>new.txt', '{fd}<a.txt', '<&3', '>/dev/stdout', '>/dev/fd/1', '>/dev/stderr',
  '<<<a', '<<<"$(cat .env)"', '<<<$x', '>/dev/null/../new.txt', '>./new.txt', '>"new.txt"', '>new\\.txt', '>{new,}.txt', '>n*w.txt', '>$x', '>"$(echo new.txt)"', '1>&2', '2>&1 >/dev/null', '&>>new.txt', '0<a.txt', '<<EOF\na\nEOF\n', '<(cat a.txt)', '>(cat)', '>/dev/tcp/127.0.0.1/1', '<&0', '>&1-', '10>&1', '>/dev/fd/../../new.txt', '>/proc/self/fd/1', '>/proc/self/cwd/new.txt', '</proc/self/cwd/.env', '</dev/fd/0', '</dev/stdin', '<""', '>""', '>a.txt',
]; // biome-ignore format: a table

function decorated(making: Making): string {
  const { random } = making;
  const command = simple(making);
  if (random.chance(0.1)) return `${command} ${random.pick(redirects)}`;
  return random.chance(0.03) ? `${random.pick(redirects)} ${command}` : command;
}

function simple(making: Making): string {
  const kind = making.random.below(10);
  if (kind < 5) return plainCommand(making);
  return kind < 7 ? gitCommand(making) : scriptCommand(making);
}
