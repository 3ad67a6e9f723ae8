import { expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { judgeTable } from './judge-table.js';

judgeTable(
  'lists',
  `
ls                                          => read .
ls -la                                      => read .
ls -la src                                  => read src
ls -lah --color=auto src test               => read src ; read test
ls -1                                       => read .
ls -R src                                   => read src deep
ls -RL src                                  => read src deep links
ls -L src                                   => read src
du -L src                                   => read src deep links
tree -l src                                 => read src deep links
ls -lt --time-style=long-iso                => read .
ls -d src/a                                 => read src/a
ls -I '*.o' -p                              => read .
ls --sort=size -r                           => read .
ls ~                                        => read ~
ls --help                                   => -
dir -l                                      => read .
vdir src                                    => read src
exa -la --git                               => read .
eza --tree --level=2 src                    => read src deep
eza -T -L 2                                 => read . deep
lsd --tree src                              => read src deep
tree                                        => read . deep
tree -L 2 src                               => read src deep
tree -a -I 'node_modules|.git' --dirsfirst  => read . deep
tree -J --noreport src                      => read src deep
du -sh a b                                  => read a deep ; read b deep
du -h --max-depth=1                         => read . deep
du -d 1 -k src                              => read src deep
du -a --exclude=node_modules .              => read . deep
df -h                                       => -
df -h .                                     => read .
realpath src                                => read src
realpath --relative-to=. src                => read . ; read src
readlink -f a                               => read a
pathchk -p a                                => read a
namei -l a                                  => read a
`,
);

judgeTable(
  'searches text',
  `
grep foo a                                  => read a
grep -n foo a b                             => read a ; read b
grep foo                                    => -
grep -i -- -x a                             => read a
grep -rn 'useState' src                     => read src deep
grep -rnE --include='*.py' 'def (foo|bar)' src => read src deep
grep -r foo                                 => read . deep
grep -R foo .                               => read . deep links
grep -rl foo . --exclude-dir=node_modules   => read . deep
grep -A3 -B 2 foo a                         => read a
grep -C5 foo a                              => read a
grep -5 foo a                               => read a
grep -e foo -e bar a                        => read a
grep --regexp=foo a                         => read a
grep -oP '(?<=a)b' a                        => read a
grep -c '' a                                => read a
grep -d recurse foo src                     => read src deep
grep -vE '^#|^$' a                          => read a
grep -q foo a                               => read a
grep -m1 --color=never foo a                => read a
grep -F '$(rm -rf ~)' a                     => read a
grep -f patterns a                          => read patterns ; read a
grep --exclude-from=skip -r foo .           => read skip ; read . deep
egrep 'a|b' a                               => read a
fgrep a.b a                                 => read a
rgrep foo                                   => read . deep
grep --version                              => -
rg foo                                      => read . deep
rg -n --glob '!dist' foo                    => read . deep
rg -n foo src test                          => read src deep ; read test deep
rg -F '$(rm -rf ~)' .                       => read . deep
rg -tts -l foo                              => read . deep
rg --files                                  => read . deep
rg --files src                              => read src deep
rg --files -g '*.ts'                        => read . deep
rg -uuu foo                                 => read . deep
rg --hidden --no-ignore -i foo              => read . deep
rg -e foo -e bar src                        => read src deep
rg -A 3 -B3 --context=2 foo                 => read . deep
rg -U 'a.*b' --json -m 1                    => read . deep
rg --sort path -c foo                       => read . deep
rg -o -r '$1' '(a)' src                     => read src deep
rg -f patterns src                          => read patterns ; read src deep
rg --ignore-file .x foo                     => read .x ; read . deep
rg --type-list                              => -
rg --version                                => -
rg --debug foo                              => read . deep
ag foo                                      => read . deep
ag -l foo src                               => read src deep
ag -g '.ts$' src                            => read src deep
`,
);

judgeTable(
  'searches text otherwise',
  `
rg --pre ./x.sh foo                         => unknown ; run ./x.sh ; read . deep
rg --pre=./x.sh foo                         => unknown ; run ./x.sh ; read . deep
rg --pre-glob '*.pdf' foo                   => unknown ; read . deep
rg --hostname-bin ./x.sh --hyperlink-format default foo => unknown ; run ./x.sh ; read . deep
rg -z foo                                   => unknown ; read . deep
rg --search-zip foo                         => unknown ; read . deep
rg -nz foo                                  => unknown ; read . deep
rg --frob foo                               => unknown ; read . deep
rg foo /etc                                 => read /etc deep
ag --pager ./x foo                          => unknown ; script ./x ; read . deep
ag -p ignore foo                            => read ignore ; read . deep
ack foo                                     => unknown ; read . deep
ack --pager=x foo                           => unknown ; read . deep
zgrep foo a.gz                              => unknown ; read foo ; read a.gz
grep --fil=/etc/passwd x                    => unknown
grep -rn foo ~/.ssh                         => read ~/.ssh deep
`,
);

judgeTable('rg searches what is piped to it', 'rg foo => -', { input: { kind: 'piped' } });
judgeTable('rg is steered by a variable', 'rg foo => unknown ; read . deep', {
  scene: { env: { RIPGREP_CONFIG_PATH: '.ripgreprc' } },
});
judgeTable('rg is steered by a variable', 'rg --no-config foo => read . deep', {
  scene: { env: { RIPGREP_CONFIG_PATH: '.ripgreprc' } },
});

judgeTable(
  'finds files',
  `
find                                        => read . deep
find .                                      => read . deep
find . -type f -name '*.ts' -not -path './node_modules/*' => read . deep
find src test -name '*.ts'                  => read src deep ; read test deep
find -name a                                => read . deep
find . -maxdepth 2 -type d                  => read . deep
find . -newer x -printf '%p⏎'               => read . deep ; read x
find . -newermt 2024-01-01                  => read . deep
find . -newerXX a                           => read . deep ; unknown
find . -neweram a                           => read . deep ; read a
find . \\( -name a -o -name b \\) -print0   => read . deep
find . ! -name a -size +1M -mtime -7 -ls    => read . deep
find . -path ./x -prune -o -type f -print   => read . deep
find . -regextype posix-extended -regex 'a' => read . deep
find -L . -samefile a                       => read . deep links ; read a
find -O3 -D tree . -empty                   => read . deep
find . -perm -u+x -user me -quit            => read . deep
find . -iname '*.md' -mmin -5 , -true       => read . deep
find / -name passwd                         => read / deep
find . -type f -exec grep -l foo {} +       => read . deep ; run grep -l foo .
find src -type f -name a -exec wc -l {} \\; => read src deep ; run wc -l src
find src -type f \\( -name a -o -name b \\) -exec cat {} + => read src deep ; run cat src
find --help                                 => read . deep
`,
);

const below = (start: string): string => `<which files are found below ${start} is only known at run time>`;

judgeTable(
  'finds files and does more',
  `
find . -name '*.ts' -fprintf out.txt '%p⏎'  => read . deep ; write out.txt
find . -fprint out                          => read . deep ; write out
find . -fprint0 out                         => read . deep ; write out
find . -fls out                             => read . deep ; write out
find . -files0-from list                    => read . deep ; unknown ; read list
find . -delete                              => read . deep ; delete . deep
find / -name '*.log' -delete                => read / deep ; delete / deep
find a b -delete                            => read a deep ; read b deep ; delete a deep ; delete b deep
find . -exec rm -rf / \\;                   => read . deep ; run rm -rf /
find / -type f -exec rm -f {} +             => read / deep ; run rm -f ${below('/')}
find . -exec cat {} +                       => read . deep ; read . deep links ; run cat .
find . -type l -exec cat {} +               => read . deep ; read . deep links ; run cat .
find . ! -type f -exec cat {} +             => read . deep ; read . deep links ; run cat .
find . -type f -o -type l -exec cat {} +    => read . deep ; read . deep links ; run cat .
find . -type f -print -o -exec cat {} +     => read . deep ; read . deep links ; run cat .
find . -type f -exec cat {} + -o -exec cat {} + => read . deep ; read . deep links ; run cat .
find . -name -o -type f -exec cat {} +      => read . deep ; run cat .
find . -name .env -type f -exec cat {} +    => read . deep ; read .env ; run cat .
find . -iname 'ID_*' -type f -exec cat {} + => read . deep ; read ID_* ; run cat .
find . -name .env                           => read . deep
find . \\( -type f \\) -exec cat {} +       => read . deep ; read . deep links ; run cat .
find -L . -type f -exec cat {} +            => read . deep links ; run cat .
find . -follow -type f -exec cat {} +       => read . deep links ; run cat .
find . -type f -exec sed -i s/a/b/ {} +     => read . deep ; run sed -i s/a/b/ ${below('.')}
find . -exec sh -c 'x {}' \\;               => read . deep ; run sh -c ${below('.')}
find . -execdir ./x.sh {} \\;               => read . deep ; run ./x.sh ${below('.')} in ?
find . -ok rm {} \\;                        => read . deep ; run rm ${below('.')}
find . -okdir rm {} \\;                     => read . deep ; run rm ${below('.')} in ?
find . -exec a \\; -exec b {} +             => read . deep ; run a ; run b ${below('.')}
find a b -exec rm {} +                      => read a deep ; read b deep ; run rm ${below('a')} ; run rm ${below('b')}
find . -exec rm                             => read . deep ; run rm ; unknown
find . -exec rm +                           => read . deep ; run rm + ; unknown
find . -frobnicate                          => read . deep ; unknown
find . -name                                => read . deep ; unknown
find . -name a b                            => read . deep ; unknown
find . -name -delete                        => read . deep
find . -name a -delete                      => read . deep ; delete . deep
`,
);

judgeTable(
  'finds files with fd',
  `
fd                                          => read . deep
fd foo                                      => read . deep
fd -e ts -E node_modules foo src            => read src deep
fd -t f -H -I . src                         => read src deep
fdfind --max-depth 2 foo                    => read . deep
fd --search-path src foo                    => read src deep
fd --base-directory /etc                    => read /etc deep
fd --ignore-file x foo                      => read x ; read . deep
fd -x rm                                    => read . deep ; run rm ${below('.')}
fd -e ts -x sed -i s/a/b/ {} \\; src        => read . deep ; run sed -i s/a/b/ ${below('.')}
fd \\; src -x rm \\; a                         => read src deep ; read a deep ; run rm ${below('src')} ; run rm ${below('a')}
fd foo / -X rm -rf                          => read / deep ; run rm -rf ${below('/')}
fd -tx foo                                  => read . deep
fd -Hx rm -rf /                             => read . deep ; run rm -rf / ${below('.')}
fd -xrm                                     => read . deep ; run rm ${below('.')}
fd --exec rm {}                             => read . deep ; run rm ${below('.')}
fd --exec=rm                                => read . deep ; run rm ${below('.')}
fd --frob                                   => unknown ; read . deep
tree -o out                                 => write out ; read . deep
tree -R -H . -L 1                           => unknown ; read . deep
tree --gitfile x                            => read x ; read . deep
du --files0-from=list                       => read list ; unknown ; read . deep
ls --frob                                   => unknown ; read .
`,
);

judgeTable(
  'tells of programs and the machine',
  `
which node                                  => -
which -a python3 node                       => -
whereis ls                                  => -
whatis ls                                   => -
apropos copy                                => -
man -k copy                                 => -
man -w ls                                   => -
man --version                               => -
date                                        => -
date +%F                                    => -
date -u '+%Y-%m-%dT%H:%M:%SZ'               => -
date -d '2 days ago' +%s                    => -
date --date=@0 -Iseconds                    => -
date --iso-8601=seconds                     => -
date -R                                     => -
date -r a +%s                               => read a
cal 2024                                    => -
hostname                                    => -
hostname -f                                 => -
uname -a                                    => -
nproc --all                                 => -
arch                                        => -
whoami                                      => -
id -u                                       => -
id root                                     => -
groups                                      => -
users                                       => -
who -b                                      => -
w                                           => -
uptime -p                                   => -
free -h                                     => -
vmstat                                      => -
vmstat 1 5                                  => -
lscpu                                       => -
lsblk -f                                    => -
lsusb                                       => -
lspci -nn                                   => -
lsmod                                       => -
locale -a                                   => -
getconf PAGE_SIZE                           => -
getconf -a                                  => -
sw_vers -productVersion                     => -
tput cols                                   => -
tput setaf 1                                => -
clear                                       => -
tty                                         => -
ps                                          => -
ps aux                                      => -
ps -ef                                      => -
ps -eo pid,ppid,cmd --sort=-%cpu            => -
ps -p 123 -o comm=                          => -
ps auxww                                    => -
ps -u root                                  => -
ps axo pid,command                          => -
ps --ppid 1 --no-headers                    => -
pgrep -fl node                              => -
pidof node                                  => -
`,
);

judgeTable(
  'tells of programs and the machine, and does more',
  `
man ls                                      => unknown
man -P ./x ls                               => unknown
man --html=./x ls                           => unknown
man -k -P ./x copy                          => unknown
man -C conf ls                              => unknown
info ls                                     => unknown
tldr tar                                    => net tldr.sh ; unknown
locate passwd                               => read /var/lib/mlocate/mlocate.db
date -s 2020-01-01                          => env the clock
date --set=2020-01-01                       => env the clock
date 010100002020                           => env the clock
date -f dates                               => read dates
hostname evil                               => env the name of the host
hostname -F f                               => read f ; env the name of the host
hostname -b                                 => env the name of the host
free -s 1                                   => unknown
vmstat 1                                    => unknown
vmstat 1 9999                               => unknown
tput init                                   => unknown
tput reset                                  => unknown
tput -S                                     => unknown
getconf -v ../../x PATH                     => unknown
ps e                                        => secret the environment of other processes
ps auxe                                     => secret the environment of other processes
ps -auxe                                    => secret the environment of other processes
ps eww -p 1                                 => secret the environment of other processes
ps -E                                       => secret the environment of other processes
ps -o pid,environ                           => secret the environment of other processes
ps axo pid,env                              => secret the environment of other processes
ps --frob                                   => unknown
pgrep -F f                                  => read f
pgrep --signal 9 x                          => unknown
whatis -C conf ls                           => unknown
`,
);

it('replaces {} by a word that may be the start point, and never proves from it', () => {
  const start = { text: undefined, source: '"$D"', guess: '/', note: 'the path "$D" is only known at run time' };
  expect(recordDoing(['find', start, '-delete'])).toEqual([
    'read <the path "$D" is only known at run time> deep',
    'delete <the path "$D" is only known at run time> deep',
  ]);
  const empty = { text: undefined, source: '$D', guess: '', splits: true };
  expect(recordDoing(['find', empty, '-name', 'a'])).toEqual([
    'unknown $D may become several words of the search',
    'unknown $D may be a part of the search',
    'read <unknown> deep',
  ]);
});

it('takes each name that a pattern matches for a word of the search', () => {
  const pattern = { text: '*.ts', source: '*.ts', matches: ['a.ts', 'b.ts'] };
  expect(recordDoing(['find', '.', '-name', pattern])).toEqual([
    'read . deep',
    'unknown b.ts is no part of a search that is known',
  ]);
  const unmatched = { text: '--include=*.py', source: '--include=*.py', matches: ['--include=*.py'] };
  expect(recordDoing(['grep', '-rn', unmatched, 'foo', 'src'])).toEqual(['read src deep']);
});
