import { posix } from 'node:path';
import { asksOnly, type OptionSpec, type ReadOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { literal, unknownWord, type Word } from '../../word.js';
import { readGnuOptions } from '../files/gnu-options.js';
import { inFolder, isDash, mapWord, withHome } from '../files/path-word.js';

const wgetSpec: OptionSpec = {
  flags: `-4 -6 -b -c -d -E -F -H -k -K -L -m -N -p -q -r -S -v -x --background --continue --debug --adjust-extension
    --force-html --span-hosts --convert-links --backup-converted --relative --mirror --timestamping --page-requisites
    --quiet --recursive --server-response --verbose --no-verbose --force-directories --no-clobber --show-progress
    --no-show-progress --spider --no-directories --no-host-directories --protocol-directories --no-cache --no-cookies
    --keep-session-cookies --save-headers --content-disposition --content-on-error --auth-no-challenge --https-only
    --no-check-certificate --no-hsts --no-remove-listing --no-glob --no-passive-ftp --preserve-permissions
    --retr-symlinks --delete-after --strict-comments --follow-ftp --trust-server-names --no-parent --no-proxy
    --no-dns-cache --retry-connrefused --random-wait --inet4-only --inet6-only --no-use-server-timestamps --unlink
    --no-netrc --no-config --ignore-length --no-http-keep-alive --version --help --no-if-modified-since --convert-file-only`,
  values: `-a -A -B -D -e -i -I -l -o -O -P -Q -R -t -T -U -w -X -n --append-output --accept --base --domains --execute
    --input-file --include-directories --level --output-file --output-document --directory-prefix --quota --reject --tries
    --timeout --user-agent --wait --exclude-directories --cut-dirs --default-page --header --max-redirect --referer
    --load-cookies --save-cookies --post-data --post-file --method --body-data --body-file --secure-protocol --certificate
    --certificate-type --private-key --private-key-type --ca-certificate --ca-directory --crl-file --pinnedpubkey
    --ciphers --hsts-file --ftp-user --ftp-password --user --password --http-user --http-password --proxy-user
    --proxy-password --bind-address --limit-rate --waitretry --read-timeout --connect-timeout --dns-timeout
    --restrict-file-names --local-encoding --remote-encoding --accept-regex --reject-regex --regex-type --exclude-domains
    --follow-tags --ignore-tags --progress --start-pos --compression --rejected-log --warc-file --config --use-askpass
    --prefer-family --retry-on-http-error --report-speed --backups`,
};

const wget: Program = (args, doing) => {
  if (asksOnly(args, '--version -V --help -h')) return;
  const options = readGnuOptions(args, wgetSpec, doing);
  for (const url of options.operands) doing.net(url);
  reportFiles(options, doing);
  reportOutput(options, doing);
};

function reportFiles(options: ReadOptions, doing: EffectSink): void {
  const read = `--post-file --body-file --load-cookies --certificate --private-key --ca-certificate --ca-directory --crl-file`;
  for (const file of options.valuesOf(read)) {
    for (const meant of withHome(file, doing)) doing.read(meant);
  }
  const write = '-o --output-file -a --append-output --save-cookies --hsts-file --rejected-log --warc-file';
  for (const file of options.valuesOf(write)) if (!isDash(file)) doing.write(file);
  for (const list of options.valuesOf('-i --input-file')) {
    if (!isDash(list)) doing.read(list);
    doing.net(unknownWord(`the addresses are written in ${list.text ?? list.source}`));
  }
  for (const command of options.valuesOf('--use-askpass')) doing.run([command]);
  if (options.has('-e --execute --config --use-askpass'))
    doing.unknown('further settings of wget may name programs and files');
  for (const file of options.valuesOf('--config')) doing.read(file);
}

function reportOutput(options: ReadOptions, doing: EffectSink): void {
  const outputs = options.valuesOf('-O --output-document');
  const folder = options.valuesOf('-P --directory-prefix').at(-1) ?? literal('.');
  for (const file of outputs) if (!isDash(file)) doing.write(file);
  if (outputs.length > 0 || options.has('--spider')) return;
  const many = '-r --recursive -m --mirror -p --page-requisites -x --force-directories -i --input-file';
  if (options.has(many)) {
    doing.write(folder, { deep: true });
    return;
  }
  if (options.has('--content-disposition --trust-server-names')) {
    doing.write(inFolder(folder, unknownWord('the server names the file')));
  }
  for (const url of options.operands) doing.write(inFolder(folder, nameOf(url)));
}

const nameOf = (url: Word): Word =>
  mapWord(
    url,
    (text) =>
      posix.basename(
        text
          .replace(/#.*$/s, '')
          .replace(/^[a-z]+:\/\//i, '')
          .replace(/^[^/]*\/?/, ''),
      ) || 'index.html',
  );

export const wgetPrograms: ProgramTable = { 'wget wget2': wget };
