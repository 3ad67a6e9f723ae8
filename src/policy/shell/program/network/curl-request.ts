import type { ReadOptions } from '../../options.js';
import type { EffectSink } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { isDash, mapWord, withHome, wordFrom } from '../files/path-word.js';
import { expandGlobs } from './url-glob.js';

/** Reports the files that curl reads for its request and writes beside its output. */
export function reportRequest(options: ReadOptions, doing: EffectSink): void {
  const read = (path: Word): void => {
    if (isDash(path) || likely(path) === '') return;
    for (const meant of withHome(path, doing)) doing.read(meant);
  };
  for (const body of options.valuesOf('-d --data --data-ascii --data-binary --json')) atFile(body, read);
  for (const header of options.valuesOf('-H --header --proxy-header')) atFile(header, read);
  for (const body of options.valuesOf('--data-urlencode --url-query')) {
    const at = /^[^=@]*@/.exec(likely(body))?.[0];
    if (at !== undefined) read(wordFrom(body, at.length));
  }
  for (const field of options.valuesOf('-F --form')) formFiles(field).forEach(read);
  for (const cookie of options.valuesOf('-b --cookie')) if (!likely(cookie).includes('=')) read(cookie);
  for (const file of options.valuesOf('-T --upload-file')) uploads(file).forEach(read);
  for (const file of options.valuesOf(readNames)) read(file);
  for (const cert of options.valuesOf('-E --cert --proxy-cert'))
    read(mapWord(cert, (text) => text.replace(/:.*$/s, '')));
  for (const key of options.valuesOf('--pinnedpubkey --proxy-pinnedpubkey')) {
    if (!likely(key).startsWith('sha256//')) read(key);
  }
  if (options.has('-n --netrc --netrc-optional') && !options.has('--netrc-file')) {
    doing.read(literal(`${doing.context.home}/.netrc`));
  }
  for (const file of options.valuesOf('-K --config')) {
    read(file);
    doing.unknown(`further options of curl are written in ${file.text ?? file.source}`);
  }
  for (const file of options.valuesOf(writeNames)) {
    if (!isDash(file) && file.text !== '%' && file.text !== '') doing.write(file);
  }
  for (const format of options.valuesOf('-w --write-out')) reportFormat(format, read, doing);
}

const readNames = `--cacert --capath --crlfile --key --pubkey --netrc-file --proxy-cacert --proxy-capath --proxy-crlfile
  --proxy-key --egd-file --random-file --etag-compare`;

const writeNames =
  '-c --cookie-jar -D --dump-header --etag-save --libcurl --stderr --trace --trace-ascii --hsts --alt-svc';

/** `@file`: the text is in the file. */
function atFile(value: Word, read: (path: Word) => void): void {
  if (likely(value).startsWith('@')) read(wordFrom(value, 1));
}

/** `name=@file,other;type=…` and `name=<file`. */
function formFiles(field: Word): readonly Word[] {
  const text = likely(field);
  const start = text.indexOf('=') + 1;
  if (start === 0 || !/[@<]/.test(text[start] ?? '')) return [];
  const bare = (path: string): string => path.replace(/;.*$/s, '').replace(/^"(.*)"$/s, '$1');
  if (field.text === undefined) return [mapWord(wordFrom(field, start + 1), bare)];
  const files = text[start] === '@' ? text.slice(start + 1).split(',') : [text.slice(start + 1)];
  return files.map((file) => literal(bare(file)));
}

/** `-T {a,b}` sends several. `.` is the standard input too. */
function uploads(file: Word): readonly Word[] {
  if (file.text === '.' || file.text === undefined) return file.text === '.' ? [] : [file];
  return (expandGlobs(file.text) ?? [file.text]).map(literal);
}

/** `-w @file` reads the format; `%output{file}` in it writes. */
function reportFormat(format: Word, read: (path: Word) => void, doing: EffectSink): void {
  atFile(format, read);
  if (format.text === undefined || format.text.startsWith('@'))
    doing.unknown('what curl prints at the end is written elsewhere');
  for (const piece of likely(format).split('%output{').slice(1)) {
    const end = piece.indexOf('}');
    if (end !== -1) doing.write(literal(piece.slice(0, end).replace(/^>>/, '')));
  }
}
