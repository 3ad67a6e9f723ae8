// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for bash
import fc from 'fast-check';

/** Texts that look like scripts, most of them valid, and made of harmless words only. */

const words = [
  'a', 'b', "'q r'", '"d $x"', '$x', '${x}', '${x:-y}', '$(a)', '`a`', '\\ ', 'a\\\nb', '~', '~/x', '*', '[a-z]', 'a=b',
  '{a,b}', '{1..3}', '1', '-p', 'if', 'fi', 'done', '}', '{', '!', '#c', 'a#b', '$', '$1', '$@', '"$@"', 'é', '\r', '<(a)',
  '$((1))', "$'a\\'b'", '""', "''", 'in', 'esac', 'time', 'a[1]=2', 'x=(1)', '@(a)', 'a<b', '2>x', '>&-', '(a|b)', '^a',
  '${#x}', '${!x}', '${x[1]}', '${x/a/b}', '${x//\\//b}', '${x%%.*}', '"${x:-"a b"}"', '"${x:-\'a\'}"', 'a;b', 'a|b', 'a&',
  'EOF', '\\', '"', "'", '${x:-{a,b}}', '{a,"b c"}', '"`a`"', '$[1]', '\u00a0', '\u2028', '\u200b', '{a', 'a}', '[', ']]',
]; // biome-ignore format: a table
const statements = ['a', 'b c', 'ls -l', 'x=1', '>f', 'a b >c'];
const shapes = [
  'if X; then X; fi', 'while X; do X; done', 'for x in W W; do X; done', 'case W in W) X;; W|W) X;; esac', '{ X; }',
  '( X )', 'f() { X; }', 'X && X', 'X || X', 'X | X', 'X; X', 'X & X', 'X\nX', '! X', 'time X', 'echo W W', 'echo W > W',
  'echo $(X)', 'echo "W $(X) W"', 'echo `X`', 'echo ${x:-W}', 'echo "${x:-W}"', '[[ W == W ]]', '[[ -f W && W < W ]]',
  '((W+1))', 'echo $((W+1))', 'a=W b=W c W', 'a=(W W)', 'cat <<EOF\nW\nEOF\n', 'cat <<EOF; X\nW\nEOF',
  'echo $(cat <<EOF\nW\nEOF\n)', 'for ((W;W;W)); do X; done', 'coproc X', 'declare a=(W W)', 'function f { X; }',
  'W W W', 'echo "W"', "echo 'W'", 'X # W', 'echo {W,W}', 'diff <(X) >(X)', '[[ W =~ W ]]', 'until X\ndo X\ndone',
  'select x in W; do X; done', '((X) ; X)', 'echo $((X) )', 'echo "`X`"', 'cat <<-EOF\n\tW\n\tEOF\n', 'X >W 2>&1',
  '{ X; } >W', 'if X; then X; elif X; then X; else X; fi', 'X |& X', 'for x; do X; done',
]; // biome-ignore format: a table
const tokens = [
  ...words, ' ', '\n', '\t', '\\\n', ';', ';;', '&', '&&', '|', '||', '(', ')', '((', '))', '$(', '${', '$((', '`', '<', '>',
  '<<EOF', '\nEOF\n', '<<<', '>&', '&>', '<(', "$'", '$"', 'then', 'do', 'case', 'for', 'function', 'coproc', '[[', ',', '..',
]; // biome-ignore format: a table

const { script } = fc.letrec<{ script: string }>((tie) => ({
  script: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...statements),
    fc
      .tuple(
        fc.constantFrom(...shapes),
        fc.array(tie('script'), { minLength: 6, maxLength: 6 }),
        fc.array(fc.constantFrom(...words), { minLength: 4, maxLength: 4 }),
      )
      .map(([shape, scripts, fills]) => {
        const next = { X: [...scripts], W: [...fills] };
        return shape.replaceAll(/[XW]/g, (mark) => next[mark as 'X' | 'W'].pop() ?? 'a');
      }),
  ),
}));

/** As it was made, or with a token put in or a piece taken out. */
export const shellText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: script, weight: 2 },
  { arbitrary: fc.array(fc.constantFrom(...tokens), { maxLength: 12 }).map((all) => all.join('')), weight: 1 },
  {
    arbitrary: fc
      .tuple(script, fc.nat(), fc.constantFrom(...tokens), fc.nat(2))
      .map(([text, at, token, cut]) => splice(text, at % (text.length + 1), token, cut)),
    weight: 1,
  },
);

const splice = (text: string, at: number, token: string, cut: number): string =>
  text.slice(0, at) + (cut === 0 ? token : '') + text.slice(at + cut);

/** The pieces of literal words, with all kinds of quotes. Nothing in them runs or expands, but braces and tildes. */
const piece: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcd12{},.~=:#%@+-/é\r\u00a0'), minLength: 1, maxLength: 6 }),
  fc.string({ unit: fc.constantFrom(...'ab "$x;|*{},\\\n'), maxLength: 5 }).map((text) => `'${text}'`),
  fc
    .array(fc.constantFrom('a', ' ', "'", ';', '{', ',', '}', '\\"', '\\\\', '\\$', '\\`', '\\a', '\\\n', '\n'), {
      maxLength: 5,
    })
    .map((parts) => `"${parts.join('')}"`),
  fc
    .array(fc.constantFrom('a', ' ', '"', '{', ',', '\\n', '\\t', "\\'", '\\\\', '\\x41', '\\101', '\\u00e9', '\\z'), {
      maxLength: 4,
    })
    .map((parts) => `$'${parts.join('')}'`),
  fc.constantFrom(...'ab "\';|&<>(){}$`*\\#~é'.split('')).map((character) => `\\${character}`),
  fc.constantFrom('\\\n', '{a,b}', '{1..3}', '{a,', '}', '{', ',b}', '{01..03}', '{c..a}', '{1..2..}'),
);

export const literalWords: fc.Arbitrary<string> = fc
  .array(
    fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.join(' '));
