// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for bash
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../../../src/policy/shell/syntax/parse-script.js';
import { renderTree } from './render-tree.js';

/** What bash does not accept, grouped by what is wrong. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'not closed': [
    ...[
      "echo 'a",
      'echo "a',
      "echo $'a",
      'echo `a',
      'echo $(a',
      'echo $((a',
      'echo ${x',
      'echo ${',
      'echo <(a',
      'a=(1',
    ],
    ...[
      '(a',
      '{ a',
      '{ a;',
      '((a',
      '[[ a',
      'if a; then b',
      'while a; do b',
      'case x in',
      'case x in a) b',
      'a[1',
      'f() {',
    ],
    ...['echo \\', 'ls \\', 'echo "\\', 'cat <<EOF', 'cat <<EOF\nx', 'cat <<EOF\nEOF ', "cat <<'E'\nx", '$[1', 'a=([x'],
  ],
  'commands that are missing': [
    ...[
      'a &&',
      'a ||',
      'a |',
      '&& a',
      '| a',
      '; a',
      '& a',
      ';',
      'a ; ; b',
      'a && ; b',
      'a;;',
      'a;&',
      'a & ;',
      '( )',
      '{ }',
      '()',
    ],
    ...[
      'if;',
      'if a; then; fi',
      'if then a; fi',
      'while do a; done',
      'for x in a; do done',
      'time',
      '!',
      '! ;',
      'coproc',
      'a |& |',
    ],
  ],
  'keywords where bash does not expect them': [
    ...[
      'fi',
      'then a',
      'else',
      'elif',
      'do',
      'done',
      'esac',
      'in',
      '}',
      ']]',
      'a; }',
      '{ls;}',
      '{ a }',
      'a | ! b',
      'function',
      'for',
    ],
    ...[
      '(a) b',
      '{ a; } b',
      '{ a; } >x fi',
      'if a; then { b; } >x fi',
      'case a in b) c esac',
      'for x { a; }',
      'for 1x in a; do b; done',
    ],
    ...[
      'a )',
      'a ( b',
      'echo (a)',
      'if() { a; }',
      'f() a',
      '"f"() { a; }',
      '$f() { a; }',
      'select x',
      'case',
      'for x in esac; do a; done',
    ],
  ],
  'words and redirections': [
    ...[
      'echo @(a)',
      'echo a=(1)',
      'command declare a=(1)',
      'eval a=(1)',
      'a=(1;2)',
      'a=(1)(2)',
      'a=(1)b',
      'a[1]=(2)',
      '>a b=(1)',
    ],
    ...[
      'echo <',
      'echo >\n',
      'a <<',
      'a <<\nb',
      'a 2>',
      'a >>;',
      'echo >2>x',
      'a <<<1>x',
      'echo {a[1]}>x',
      'a > #b',
      '99999999999>x',
    ],
    ...['foo[ bar ]', 'a[$(b)] c', '<x if', '>x ! a', 'cat <<$x\na\n$x', 'cat <<""\na\n'],
  ],
  parameters: [
    ...[
      'echo ${}',
      'echo ${ a; }',
      'echo ${|a;}',
      'echo ${x!}',
      'echo ${x y}',
      'echo ${-x',
      'echo ${x@}',
      'echo ${x@ZZ}',
      'echo ${#x:-a}',
    ],
    ...['echo "${x:-<(a)}"', 'echo "${x:-$\'a\'}"', "echo ${x:-'a}", 'echo "${x:-it\'s}"', 'echo ${x[]}', 'echo ${1a}'],
  ],
  'tests and arithmetic': [
    ...[
      '[[ ]]',
      '[[ a b ]]',
      '[[ -f ]]',
      '[[ a == ]]',
      '[[ 1<2 ]]',
      '[[ a && ]]',
      '[[ ( a ]]',
      '[[ a ]',
      '[[ a; ]]',
      '[[ a =~ ]]',
      '[[ -n\na ]]',
    ],
    ...['for ((;)); do a; done', 'for ((a;b;c;d)); do e; done', '(( (a ))', '((a)\\\n)', '$((a)+(b))'],
  ],
  'what bash reads in more than one way': [
    ...[
      '$x{a,b}',
      '{$x,b}c',
      'echo {$,a}HOME',
      'echo "${x:-"{a,b}"}"',
      'echo {Z..a}',
      'echo {1..100000}',
      'echo {1..99999999999}',
    ],
    ...[
      'echo $(cat <<EOF\nx\nEOF)',
      'cat <<A $(b\nc)\nx\nA',
      'echo $(time { a; })',
      'echo $(( 1 #2\n))',
      'echo $(( ${x:-)} ))',
    ],
    ...[
      'a |\n\n time b',
      'case a in a) for x\nin b; do c; done;; esac',
      'case a in esac) b;; esac',
      '((cat <<A\nx\nA\n); b)',
    ],
  ],
  'what bash expands once more than it shows': [
    'a=([$x]=1)',
    'echo $((a[\\$(x)]))',
    '((a["\\$(x)"]))',
    'v[\\`x\\`]=1',
    'echo "$(echo ${u:-$\'$(x)\'})"',
    "[[ a =~ ($'$(x)') ]]",
  ],
  'characters that do not reach bash as they are': [
    'a\0b',
    'a\x01b',
    'a\x7fb',
    'a\ud800b',
    "echo $'\\x80'",
    "echo $'\\ca'",
  ],
};

describe.each(Object.entries(refused))('%s', (_, texts) => {
  it.each(texts)('%j', (text) => {
    const result = parseScript(text);
    expect(result).toEqual({
      ok: false,
      message: expect.stringMatching(/^.{5,120}$/su),
      at: expect.any(Number),
      script: expect.objectContaining({ type: 'list', start: 0, end: text.length }),
    });
    expect(result.ok ? -1 : result.at).toSatisfy((at: number) => at >= 0 && at <= text.length);
  });
});

it.each([
  ['rm -rf /; echo "', "[rm -rf /] ; [echo '']"],
  ['if rm a; then b', 'if {[rm a]} {[b]}'],
  ['echo $(rm -rf / ; (', '[echo $([rm -rf /] ; ())]'],
  ['{ rm a; ls b', '{[rm a] ; [ls b]}'],
  ['a; b <<X\nc', '[a] ; [b <<]'],
  ['a "b $(c', "[a 'b '$q([c])]"],
  ['a\0; rm b', '[a\0] ; [rm b]'],
])('keeps what was read of %j', (text, tree) => {
  const result = parseScript(text);
  expect({ ok: result.ok, tree: renderTree(result.script) }).toEqual({ ok: false, tree });
});

it('tells what is wrong and where', () => {
  expect(parseScript('ls; echo "a')).toMatchObject({ message: 'a double quote is not closed', at: 11 });
  expect(parseScript('ls; fi')).toMatchObject({ message: 'bash does not expect `fi` here', at: 4 });
  expect(parseScript('ls; echo `a; (b`')).toMatchObject({ message: expect.stringContaining('not closed'), at: 9 });
});
