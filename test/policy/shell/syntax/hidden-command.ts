// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for bash
import fc from 'fast-check';

/**
 * Texts with the command `m` somewhere within quotes and expansions, so that it depends on how bash reads them whether
 * it runs. They hold nothing else but builtins that only print.
 */

/** Each stands around the next one, at its `X`. */
// biome-ignore format: a table
const wraps = [
  "'X'", '"X"', "$'X'", '$"X"', '\\X', '"\\X"', "\"'X'\"", "'\"X\"'", 'aXb', 'X}', '{X', '#X', 'X#', '~X', '[X]', '(X)', '\\\nX', '"a\nX"',
  '${u:-X}', '"${u:-X}"', '${u-X}', '${u:=X}', '${u?X}', '${s:-X}', '${s:+X}', '"${s:+X}"', '${s#X}', '"${s#X}"', '${s/X/b}', '"${s/a/X}"',
  '${s//X}', '${s^X}', '${s:X}', '"${s:X}"', '${!s:-X}', '${s@Q}X', '${a[X]}', '"${a[X]}"', '${#a[X]}', '$((X))', '"$((X))"', '$[X]',
  '"${u:-"X"}"', '"${u:-\'X\'}"', "${u:-'X'}", '"${s%\'X\'}"', '${u:-${u:-X}}', '"${u:-${s#X}}"', '"${u:-\\X}"', '${u:-\\X}',
  "${u:-$'X'}", "${s#$'X'}", "${s/$'X'/$'X'}", "$'a\\'X'", "$'\\x24X'", '"$(echo $\'X\')"', '{X,b}', '{a..X}',
  '`echo X`', '"`echo X`"', '$(echo X)', '$(echo "X")', '"$(echo \'X\')"',
];

/** Each holds words, at its `W`. */
// biome-ignore format: a table
const statements = [
  'echo W', ': W W', 'v=W', 'v=W echo W', 'v[W]=1', 'a=(W)', 'a=([W]=1)', 'declare v=W', 'declare a=(W)', 'let v=W', 'echo # W', 'echo a#W',
  'case W in W) ;; esac', '[[ W ]]', '[[ a == W ]]', '[[ a =~ W ]]', '[[ a =~ (W) ]]', '[[ a == @(W) ]]', '[[ 1 -eq 1 && W ]]', '((W))',
  'for i in W; do :; done', 'for ((W;0;W)); do :; done', 'if echo W; then :; fi', '{ echo W; }', '(echo W)', '! echo W', 'f() { echo W; }; f',
  ': <<<W', ': <<E\nW\nE\n', ": <<'E'\nW\nE\n", ': <<-E\n\tW\n\tE\n', ': <<"E" W\nW\nE\n', ': <<E\n"W"\nE\n', ': <<E\n$(echo W) ${u:-W}\nE\n',
  ': $(: <<E\nW\nE\n)', 'echo $(echo W # W\n)', 'echo "$(echo W)"', 'echo `echo W`', 'echo "`echo W`"', 'echo "$(: <<E\nW\nE\n)"',
  'echo "$([[ a =~ (W) ]])"', 'echo "$([[ a == @(W) ]])"', 'echo "$(v[W]=1)"', 'echo "$(echo ${u:-W})"', 'echo "${u:-$(echo W)}"', ': {W,W}',
];

const word = fc
  .array(fc.constantFrom(...wraps), { maxLength: 4 })
  .map((all) => all.reduce((inner, wrap) => wrap.replaceAll('X', () => inner), '$(m)'));

export const hiddenCommand: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...statements), word, word)
  .map(([statement, first, second]) => {
    const next = [first, second];
    return statement.replaceAll('W', () => next.shift() ?? 'a');
  });
