import { wordsOf } from '../../../../base/words.js';
import { asksOnly, type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { wordFrom } from '../files/path-word.js';

const digests =
  'md5 sha1 sha224 sha256 sha384 sha512 sha512-256 sha3-224 sha3-256 sha3-384 sha3-512 blake2b512 blake2s256 ripemd160 sm3';
const digestFlags = digests.replaceAll(/(\S+)/g, '-$1');
const ciphers =
  'aes-128-cbc aes-192-cbc aes-256-cbc aes-256-ctr aes-128-ctr aes-256-ecb aes256 aes128 des3 chacha20 base64';
const cipherFlags = ciphers.replaceAll(/(\S+)/g, '-$1');

/** Options that read and write the same in every command. `-engine`, `-provider` and `-config` load code: left out. */
const common = {
  read: '-in -inkey -CA -CAkey -CAfile -CApath -key -cert -certfile -CSP -untrusted -trusted -kfile -rand -extfile -passfile -chainfile',
  write: '-out -keyout -writerand',
  secret: '-pass -passin -passout -k -K -iv -S -hmac -mac -macopt -password',
};

const spec = (flags: string, values = ''): OptionSpec => ({
  flags: `${flags} -help`,
  values: `${common.read} ${common.write} ${common.secret} -inform -outform -keyform -certform ${values}`,
  noClusters: true,
});

const specs: Readonly<Record<string, OptionSpec>> = {
  rand: spec('-base64 -hex'),
  dgst: spec(`${digestFlags} -c -r -d -hex -binary -list`, '-sigopt -xoflen -signature -verify -prverify -sign'),
  enc: spec(
    `${cipherFlags} -e -d -a -A -base64 -salt -nosalt -p -P -z -none -pbkdf2 -v -debug -nopad -list -ciphers`,
    '-md -iter -bufsize',
  ),
  x509: spec(
    `${digestFlags} -noout -text -serial -subject -issuer -dates -startdate -enddate -fingerprint -pubkey -modulus -purpose
     -email -hash -subject_hash -issuer_hash -ocsp_uri -req -new -CAcreateserial -alias -ocspid`,
    '-nameopt -certopt -ext -days -checkend -checkhost -checkip -checkemail -set_serial -subj -extensions -dateopt',
  ),
  req: spec(
    `${digestFlags} -new -x509 -nodes -noenc -noout -text -verify -pubkey -subject -modulus -batch -verbose`,
    '-newkey -days -subj -addext -set_serial -pkeyopt -nameopt -reqopt',
  ),
  genrsa: spec(`${cipherFlags} -3 -F4 -traditional -verbose`),
  genpkey: spec(`${cipherFlags} -text -quiet`, '-algorithm -pkeyopt -paramfile'),
  rsa: spec(`${cipherFlags} -pubin -pubout -text -noout -modulus -check -traditional`),
  pkey: spec(`${cipherFlags} -pubin -pubout -text -text_pub -noout -check -pubcheck -traditional`),
  ec: spec(`${cipherFlags} -pubin -pubout -text -noout -check -param_out`, '-conv_form -param_enc'),
  ecparam: spec('-list_curves -text -noout -genkey -check -no_seed', '-name -conv_form -param_enc'),
  verify: spec('-verbose -show_chain -partial_chain -crl_check -x509_strict', '-purpose -verify_name -verify_depth'),
  asn1parse: spec('-i -dump -noout -strictpem', '-offset -length -strparse -dlimit -oid -genstr'),
  pkcs12: spec(
    `${cipherFlags} -export -nokeys -nocerts -clcerts -cacerts -info -noout -nodes -noenc -legacy -chain`,
    '-name -caname',
  ),
  pkcs8: spec(`${cipherFlags} -topk8 -nocrypt -traditional`, '-v1 -v2 -iter'),
  crl: spec(`${digestFlags} -text -noout -hash -issuer -lastupdate -nextupdate -fingerprint -crlnumber`, '-nameopt'),
  passwd: spec('-1 -5 -6 -apr1 -aixmd5 -stdin -noverify -quiet -table -reverse', '-salt'),
  prime: spec('-hex -generate -safe', '-bits -checks'),
};

const openssl: Program = (args, doing) => {
  if (asksOnly(args, 'version --version -version help --help list')) return;
  const [command, ...rest] = args;
  const name = command?.text ?? '';
  if (name === 'version') return;
  if (name === 's_client') return connect(rest, doing);
  const known = wordsOf(digests).includes(name) ? 'dgst' : wordsOf(ciphers).includes(name) ? 'enc' : name;
  const found = Object.hasOwn(specs, known) ? specs[known] : undefined;
  if (found === undefined) return doing.unknown(`what openssl ${name} does is not known`);
  const options = readOptions(rest, found, doing);
  reportFiles(options, doing);
  if (/^(dgst|verify)$/.test(known)) for (const file of options.operands) doing.read(file);
  else if (options.operands.some(({ text }) => !/^[0-9]+$/.test(text ?? '')) && known !== 'passwd') {
    doing.unknown('openssl is given words whose meaning is not known');
  }
};

function reportFiles(options: ReadOptions, doing: EffectSink): void {
  for (const file of options.valuesOf(`${common.read} -signature -verify -prverify -sign`)) doing.read(file);
  for (const file of options.valuesOf(common.write)) doing.write(file);
  for (const source of options.valuesOf('-pass -passin -passout -password')) reportPassword(source, doing);
}

/** `pass:…`, `env:NAME`, `file:PATH`, `fd:N`, `stdin`. */
function reportPassword(source: Word, doing: EffectSink): void {
  const text = likely(source);
  if (text.startsWith('file:')) doing.read(wordFrom(source, 5));
  else if (text.startsWith('env:')) doing.secret(text.slice(4));
}

const clientSpec: OptionSpec = {
  ...spec(
    `-showcerts -quiet -brief -tls1 -tls1_1 -tls1_2 -tls1_3 -no_tls1_3 -no_tls1_2 -prexit -crlf -state -debug -msg -status
     -ign_eof -no_ign_eof -4 -6 -servername_ok -noservername -verify_return_error -verify_quiet -reconnect -ct -nbio -trace`,
    `-connect -host -port -servername -verify_hostname -proxy -unix -starttls -alpn -cipher -ciphersuites -sess_out -sess_in
     -keylogfile -msgfile -name -CRL -bind -groups -curves -sigalgs -psk -verify_depth -xmpphost -nameopt`,
  ),
};

const connect: Program = (args, doing) => {
  const options = readOptions(args, clientSpec, doing);
  for (const host of [...options.valuesOf('-connect -host -proxy'), ...options.operands]) doing.net(host);
  if (!options.has('-connect -host -unix') && options.operands.length === 0) doing.net(literal('localhost:4433'));
  for (const path of options.valuesOf('-unix -sess_out -keylogfile -msgfile')) doing.write(path);
  for (const path of options.valuesOf('-cert -key -CAfile -CApath -CRL -sess_in')) doing.read(path);
  reportPassword(options.valuesOf('-pass').at(-1) ?? literal(''), doing);
};

export const opensslPrograms: ProgramTable = { openssl };
