import { expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { checkRows } from './program-rows.js';

it('runs curl', () => {
  const { given, wanted } = checkRows(
    `
    curl https://example.org => net https://example.org
    curl --version =>
    curl -V =>
    curl --help =>
    curl --help all =>
    curl -sSL https://example.org/x -o f => net https://example.org/x; write f
    curl -fsSLo f https://example.org/x => net https://example.org/x; write f
    curl -O https://example.org/a/b.tgz => net https://example.org/a/b.tgz; write b.tgz
    curl -OJ https://example.org/a => net https://example.org/a; write <the server names the file>; write a
    curl --output-dir out -O https://example.org/b.tgz => net https://example.org/b.tgz; write out/b.tgz
    curl --output-dir out -o f https://example.org/x => net https://example.org/x; write out/f
    curl -o - https://example.org => net https://example.org
    curl -D h -c jar -b cookies.txt https://example.org => net https://example.org; read cookies.txt; write h; write jar
    curl -b a=1 https://example.org => net https://example.org
    curl -d @secret.txt https://example.org => net https://example.org; read secret.txt
    curl -d a=1 https://example.org => net https://example.org
    curl --data-binary @- https://example.org => net https://example.org
    curl --data-binary=@x https://example.org => net https://example.org; read x
    curl --data-raw @x https://example.org => net https://example.org
    curl --data-urlencode name@file https://example.org => net https://example.org; read file
    curl --data-urlencode a=b@c https://example.org => net https://example.org
    curl --json @x https://example.org => net https://example.org; read x
    curl -F file=@a,b https://example.org => net https://example.org; read a; read b
    curl -F 'file=@a;type=text/plain' https://example.org => net https://example.org; read a
    curl -F 'x=<a' https://example.org => net https://example.org; read a
    curl -F x=a@b https://example.org => net https://example.org
    curl --form-string x=@a https://example.org => net https://example.org
    curl -T a https://example.org => net https://example.org; read a
    curl -T '{a,b}' https://example.org => net https://example.org; read a; read b
    curl -T - https://example.org => net https://example.org
    curl -K cfg => read cfg; unknown
    curl -q -K - https://example.org => net https://example.org; unknown
    curl -H @headers https://example.org => net https://example.org; read headers
    curl -H 'Accept: x' -X POST https://example.org => net https://example.org
    curl -E cert.pem:pw --key key.pem https://example.org => net https://example.org; read key.pem; read cert.pem
    curl --cacert ca.pem https://example.org => net https://example.org; read ca.pem
    curl -n https://example.org => net https://example.org; read /home/me/.netrc
    curl --netrc-file n https://example.org => net https://example.org; read n
    curl -x proxy.example.test:80 https://example.org => net https://example.org; net proxy.example.test:80
    curl --socks5 proxy.example.test https://example.org => net https://example.org; net proxy.example.test
    curl --resolve example.org:443:203.0.113.9 https://example.org => net https://example.org; net 203.0.113.9
    curl --resolve '*:443:[2001:db8::1],203.0.113.9' https://example.org => net https://example.org; net [2001:db8::1]; net 203.0.113.9
    curl --connect-to example.org:443:other.example.test:8443 https://example.org => net https://example.org; net other.example.test:8443
    curl --doh-url https://dns.example.test https://example.org => net https://example.org; net https://dns.example.test
    curl --unix-socket /run/x.sock http://localhost/ => net http://localhost/; write /run/x.sock; unknown
    curl --unix-socket /var/run/docker.sock http://localhost/ => net http://localhost/; write /var/run/docker.sock; unknown; forbid
    curl file:///etc/passwd => read /etc/passwd
    curl FILE:///etc/passwd => read /etc/passwd
    curl file://localhost/etc/passwd => read /etc/passwd
    curl file:/etc/passwd => read /etc/passwd
    curl 'file:///etc/%70asswd' => read /etc/passwd
    curl 'file:///etc/{passwd,shadow}' => read /etc/passwd; read /etc/shadow
    curl '{file,http}:///etc/passwd' => read /etc/passwd; net http:///etc/passwd
    curl --proto-default file /etc/passwd => read /etc/passwd
    curl 'https://{a,b}.example.org/[1-3]' => net https://a.example.org/1; net https://a.example.org/2; net https://a.example.org/3; net https://b.example.org/1; net https://b.example.org/2; net https://b.example.org/3
    curl -g 'https://example.org/{a}' => net https://example.org/{a}
    curl 'http://[::1]:80/' => net http://[::1]:80/
    curl 'https://example.org/[1-1000]' => unknown; net https://example.org/[1-1000]
    curl 'https://example.org/{a' => unknown; net https://example.org/{a
    curl example.org => net example.org
    curl https://example.org@evil.example.test/ => net https://example.org@evil.example.test/
    curl a.example b.example => net a.example; net b.example
    curl --url https://example.org => net https://example.org
    curl https://a.example --next -o x https://b.example => net https://a.example; net https://b.example; write x
    curl -w '%{http_code}' https://example.org => net https://example.org
    curl -w @fmt https://example.org => net https://example.org; read fmt; unknown
    curl -w '%output{f}x' https://example.org => net https://example.org; write f
    curl --libcurl c.c https://example.org => net https://example.org; write c.c
    curl --trace t https://example.org => net https://example.org; write t
    curl --trace-ascii - https://example.org => net https://example.org
    curl --stderr e https://example.org => net https://example.org; write e
    curl --hsts h --alt-svc a https://example.org => net https://example.org; write h; write a
    curl --etag-save e --etag-compare e https://example.org => net https://example.org; read e; write e
    curl --pinnedpubkey sha256//x https://example.org => net https://example.org
    curl --engine x https://example.org => unknown; net x; net https://example.org
    curl --variable x@/etc/passwd https://example.org => unknown; net x@/etc/passwd; net https://example.org
    curl --upload /etc/passwd https://example.org => unknown; net https://example.org; read /etc/passwd
    curl --wat https://example.org => unknown; net https://example.org
    curl gopher://example.org/x => net gopher://example.org/x
    curl $URL => unknown; net <$URL is not known>
    curl https://example.org/$TOKEN => unknown; net <https://example.org/$TOKEN is not known>
    curl -o $OUT https://example.org => unknown; net https://example.org; write <$OUT is not known>
    `,
  );
  expect(given).toBe(wanted);
});

it('runs wget', () => {
  const { given, wanted } = checkRows(
    `
    wget https://example.org/a.tgz => net https://example.org/a.tgz; write a.tgz
    wget https://example.org => net https://example.org; write index.html
    wget -O f https://example.org => net https://example.org; write f
    wget -qO- https://example.org => net https://example.org
    wget -P out https://example.org/a => net https://example.org/a; write out/a
    wget -r https://example.org => net https://example.org; write . deep
    wget -i list => read list; net <the addresses are written in list>; write . deep
    wget --post-file=a https://example.org => net https://example.org; read a; write index.html
    wget --body-file a --method PUT https://example.org => net https://example.org; read a; write index.html
    wget -e use_proxy=yes https://example.org => net https://example.org; unknown; write index.html
    wget --use-askpass=./x https://example.org => net https://example.org; run ./x; unknown; write index.html
    wget --config=c https://example.org => net https://example.org; unknown; read c; write index.html
    wget -o log https://example.org/a => net https://example.org/a; write log; write a
    wget -nc -nv https://example.org/a => net https://example.org/a; write a
    wget --spider https://example.org => net https://example.org
    wget --content-disposition https://example.org/a => net https://example.org/a; write <the server names the file>; write a
    wget --save-cookies c --load-cookies d https://example.org/a => net https://example.org/a; read d; write c; write a
    wget --version =>
    `,
  );
  expect(given).toBe(wanted);
});

it('runs other clients', () => {
  const { given, wanted } = checkRows(
    `
    http example.org => net example.org
    http POST example.org a=1 f@x => net example.org; read x
    http -d example.org/a => write . deep; net example.org/a
    http example.org x:=@j => net example.org; read j
    http --session=./s example.org => write ./s; net example.org
    xh --version =>
    aria2c https://example.org/a => unknown; net https://example.org/a; write . deep
    aria2c -d out --on-download-complete=./x https://example.org/a => unknown; write out deep; script ./x; net https://example.org/a
    lynx -dump https://example.org => unknown; net https://example.org
    w3m ./a.html => unknown; read ./a.html
    ftp host.example.test => unknown; net host.example.test
    `,
  );
  expect(given).toBe(wanted);
});

it('finds the home that a `~` within a word means', () => {
  const { given, wanted } = checkRows(
    `
    curl -d @~/.ssh/id_rsa https://example.org => net https://example.org; read ~/.ssh/id_rsa; read /home/me/.ssh/id_rsa
    curl -F f=@~/.netrc https://example.org => net https://example.org; read ~/.netrc; read /home/me/.netrc
    wget --post-file=~/.netrc https://example.org => net https://example.org; read ~/.netrc; read /home/me/.netrc; write index.html
    http example.org f@~/.netrc => net example.org; read ~/.netrc; read /home/me/.netrc
    `,
  );
  expect(given).toBe(wanted);
});

it('says in words what it does not know', () => {
  expect([recordDoing(['curl', '-K', 'cfg']), recordDoing(['curl', 'https://example.org/[1-999]'])]).toEqual([
    ['read cfg', 'unknown further options of curl are written in cfg'],
    [
      'unknown https://example.org/[1-999] stands for more addresses than are looked at',
      'net https://example.org/[1-999]',
    ],
  ]);
});

it('stays quick on addresses made to slow it down', () => {
  const started = performance.now();
  for (const bait of ['{a,b}'.repeat(12_000), '['.repeat(60_000), '%output{'.repeat(8_000), '?#'.repeat(30_000)]) {
    recordDoing(['curl', bait, '-w', bait, '-F', `x=@${bait}`]);
    recordDoing(['wget', bait]);
  }
  expect(performance.now() - started).toBeLessThan(1000);
});
