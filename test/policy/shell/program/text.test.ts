import { judgeTable } from './judge-table.js';

judgeTable(
  'prints files',
  `
cat a.txt                                   => read a.txt
cat -n a b                                  => read a ; read b
cat -A a                                    => read a
cat                                         => -
cat -                                       => -
cat a - b                                   => read a ; read b
cat --number a                              => read a
cat -- -n                                   => read -n
cat --help                                  => -
cat /etc/passwd                             => read /etc/passwd
tac a                                       => read a
tac -s , a                                  => read a
nl -ba src/index.ts                         => read src/index.ts
nl -w 3 -s ': ' a                           => read a
head -n 20 package.json                     => read package.json
head -20 a                                  => read a
head -c 100 a                               => read a
head                                        => -
tail -n +5 f                                => read f
tail -5 f                                   => read f
tail -c 100 f g                             => read f ; read g
wc -l src/a.ts src/b.ts                     => read src/a.ts ; read src/b.ts
wc -lwc a                                   => read a
wc                                          => -
sort a                                      => read a
sort -u                                     => -
sort -rn                                    => -
sort -t, -k2,2n -k1 a                       => read a
sort -t : -k 3 -h --reverse a               => read a
sort -V --parallel=2 a                      => read a
sort --check a                              => read a
sort --check=quiet a                        => read a
uniq                                        => -
uniq -c                                     => -
uniq -d a                                   => read a
uniq -f 2 -w5 a                             => read a
uniq --all-repeated=separate a              => read a
cut -d: -f1 a                               => read a
cut -c1-5 a                                 => read a
cut -d ' ' -f 2-                            => -
cut --delimiter=, --fields=1,3 a            => read a
paste -sd,                                  => -
paste -d '|' a b                            => read a ; read b
join -t, -1 2 -2 1 a b                      => read a ; read b
comm -12 a.txt b.txt                        => read a.txt ; read b.txt
tr a-z A-Z                                  => -
tr -d '⏎'                                   => -
tr -cs a-zA-Z x                             => -
fold -w 80 -s a                             => read a
fmt -72 a                                   => read a
pr -2 -t a                                  => read a
expand -t 4 a                               => read a
unexpand -a a                               => read a
rev a                                       => read a
column -t data.txt                          => read data.txt
column -t -s,                               => -
col -b                                      => -
tsort a                                     => read a
shuf -n 3 a                                 => read a
shuf -e a b c                               => -
shuf -i 1-10                                => -
look foo words                              => read words
look foo                                    => -
ptx a                                       => read a
iconv -f latin1 -t utf-8 a                  => read a
iconv -l                                    => -
`,
);

judgeTable(
  'shows bytes',
  `
od -c a                                     => read a
od -An -tx1 -N 16 a                         => read a
xxd a                                       => read a
xxd -l 16 a                                 => read a
xxd -l16 -g1 a                              => read a
xxd -r -p                                   => -
xxd -ps a                                   => read a
xxd -s +5 -c 8 a                            => read a
hexdump -C a                                => read a
hexdump -C -n 64 a                          => read a
hd a                                        => read a
strings a.out                               => read a.out
strings -n 8 a.out                          => read a.out
strings -8 a.out                            => read a.out
nm -D --demangle a.o                        => read a.o
objdump -d a.o                              => read a.o
readelf -h a.out                            => read a.out
size                                        => read a.out
base64 a                                    => read a
base64 -d                                   => -
base64 -w0 a                                => read a
base32 a                                    => read a
basenc --base64url a                        => read a
cksum a                                     => read a
md5sum a b                                  => read a ; read b
sha1sum a                                   => read a
sha224sum a                                 => read a
sha256sum package-lock.json                 => read package-lock.json
sha256sum -c sums.txt                       => unknown ; read sums.txt
sha384sum a                                 => read a
sha512sum a                                 => read a
b2sum a                                     => read a
sum a                                       => read a
shasum -a 256 a                             => read a
file src/a.ts                               => read src/a.ts
file -b --mime-type a                       => read a
file -i a                                   => read a
stat a                                      => read a
stat -c %s f                                => read f
stat -c '%a %n' f g                         => read f ; read g
stat --printf='%s' f                        => read f
stat -f /                                   => read /
numfmt --to=iec 1024                        => -
numfmt --from=si 1K                         => -
`,
);

judgeTable(
  'compares and pages',
  `
cmp a b                                     => read a ; read b
cmp -s a b                                  => read a ; read b
cmp a b 10 20                               => read a ; read b
diff a b                                    => read a links ; read b links
diff -u a b                                 => read a links ; read b links
diff -ruN a b                               => read a deep links ; read b deep links
diff -U3 --color=always a b                 => read a links ; read b links
diff -y -W 200 a b                          => read a links ; read b links
diff -u a -                                 => read a links
diff -q --exclude=node_modules -r a b       => read a deep links ; read b deep links
diff --from-file=x a b                      => read x links ; read a links ; read b links
diff -X skip a b                            => read skip ; read a links ; read b links
colordiff -u a b                            => read a links ; read b links
diff3 a b c                                 => read a ; read b ; read c
sdiff -s a b                                => read a links ; read b links
less a                                      => read a
less -R a                                   => read a
less -N +10 a                               => read a
less +/foo a                                => read a
less                                        => -
more a                                      => read a
more -5 a                                   => read a
most a                                      => read a
bat a                                       => read a
bat -p --color=always a                     => read a
bat --paging=never -n a                     => read a
batcat -l ts -r 1:10 a                      => read a
`,
);

judgeTable(
  'reads data formats',
  `
jq . a.json                                 => read a.json
jq '.scripts' package.json                  => read package.json
jq -r '.dependencies | keys[]' package.json => read package.json
jq -c '.[] | {name, env: .env}' a           => read a
jq '.env' a                                 => read a
jq '.services[].environment.env' a          => read a
jq '{env}' a                                => read a
jq '."env"' a                               => read a
jq '.["env"]' a                             => read a
jq '"env"' a                                => read a
jq '"\\(.a) env"' a                         => read a
jq --arg v 1 '.x == $v' a                   => read a
jq --argjson v '{"a":1}' '.x == $v' a       => read a
jq -n '1 + 1'                               => -
jq -sR 'split("⏎")'                         => -
jq -e '.version' a                          => read a
jq --tab . a                                => read a
jq --indent 4 . a                           => read a
jq -n --args '$ARGS.positional' x y         => -
jq '. as $x | [paths] | length' a           => read a
jq 'map(select(.a > 1)) | group_by(.b)' a   => read a
jq 'to_entries[] | "\\(.key)=\\(.value)"' a => read a
jq 'input_filename' a                       => read a
jq --slurpfile x b.json '.a + $x' a         => read b.json ; read a
jq --rawfile x b.txt '$x' a                 => read b.txt ; read a
jq '# the names⏎.name' a                    => read a
jq --version                                => -
yq '.a.b' f.yaml                            => read .a.b ; read f.yaml
yq eval '.a' f.yaml                         => read .a ; read f.yaml
yq e '.jobs.build.env' f.yaml               => read .jobs.build.env ; read f.yaml
yq -r '.a' f.yaml                           => read .a ; read f.yaml
yq -o json f.yaml                           => read f.yaml
yq /etc/passwd                              => read /etc/passwd
yq -o=json '.' f.yaml                       => read f.yaml
yq -P '.' f.json                            => read f.json
yq --version                                => -
gron a.json                                 => read a.json
gron -sm --no-sort a.json                   => read a.json
xmllint --format a.xml                      => read a.xml
xmllint --noout a.xml                       => read a.xml
xmllint --xpath //a a.xml                   => read a.xml
`,
);

judgeTable(
  'prints, waits, answers',
  `
echo hi                                     => -
echo -e 'a⏎b' --output=x                    => -
echo 'rm -rf /'                             => -
printf '%s' a b                             => -
printf '100%% now'                          => -
printf 'a'                                  => -
printf -- '-v'                              => -
true                                        => -
false x                                     => -
: anything                                  => -
sleep 1                                     => -
sleep 0.5                                   => -
sleep 1m                                    => -
sleep --help                                => -
seq 10                                      => -
seq 1 2 9                                   => -
seq 10 -1 1                                 => -
seq -w 1 100                                => -
seq -s , 5                                  => -
seq -f %03g 1 3                             => -
factor 12                                   => -
expr 1 + 2                                  => -
basename /a/b.ts .ts                        => -
basename -s .ts a.ts                        => -
dirname /a/b                                => -
bc -l                                       => -
bc a.bc                                     => read a.bc
dc -e '1 2 + p'                             => -
dc -e '2 1 !=x'                             => -
test -f package.json                        => read package.json
test -d src -a -r src/a                     => read src ; read src/a
test ! -e x                                 => read x
test a -nt b                                => read a ; read b
test 1 -eq 2                                => -
test -n x                                   => -
test -z ''                                  => -
test a = b                                  => -
test -v HOME                                => -
test -v 1                                   => -
[ -f a ]                                    => read a
[ -n x -a y != z ]                          => -
[ x ]                                       => -
[ n -gt 3 ]                                 => -
[ '(' -d a ')' -o -d b ]                    => read a ; read b
`,
);

judgeTable(
  'readers that write',
  `
sort -o out a                               => write out ; read a
sort -oout a                                => write out ; read a
sort a --output=out                         => write out ; read a
sort -uo out a                              => write out ; read a
sort -T /tmp/x a                            => write /tmp/x ; read a
uniq a.txt b.txt                            => read a.txt ; write b.txt
uniq -c a b                                 => read a ; write b
uniq - b                                    => write b
shuf a -o b                                 => write b ; read a
ptx -G a b                                  => read a ; write b
xxd a b                                     => read a ; write b
xxd a -ps                                   => read a ; write -ps
xxd a -c8                                   => read a ; write -c8
less a -p b                                 => read a ; unknown ; read -p ; read b
xxd -r -p a b                               => read a ; write b
split -b 10 a.txt part-                     => read a.txt ; write part-aa ; unknown
split a                                     => read a ; write xaa ; unknown
split -n 1 --additional-suffix=.sh a x      => read a ; write xaa.sh ; unknown
csplit a /x/                                => read a ; write xx00 ; unknown
csplit -f .git/hooks/p a 3                  => read a ; write .git/hooks/p00 ; unknown
iconv -o out a                              => write out ; read a
iconv --output=out a                        => write out ; read a
dos2unix a                                  => write a
dos2unix -n a b                             => read a ; write b
dos2unix -i a                               => read a
unix2dos a b                                => write a ; write b
less -o log a                               => write log ; read a
less -Olog a                                => write log ; read a
sdiff -o out a b                            => write out ; unknown ; read a links ; read b links
yq -i '.a = 1' f.yaml                       => write f.yaml
xmllint --output out a.xml                  => write out ; read a.xml
xmllint --format -o out a.xml               => write out ; read a.xml
printf -v x %s a                            => env x
printf 'abc%n' PATH                         => env a variable that %n names
`,
);

judgeTable(
  'readers that run, or tell what is secret, or never end',
  `
sort --compress-program=./x.sh a            => unknown ; run ./x.sh ; read a
sort --compress-program ./x.sh a            => unknown ; run ./x.sh ; read a
sort --compress-prog=./x.sh a               => unknown ; read a
sort --files0-from=list                     => read list ; unknown
sort --random-source=r -R a                 => read r ; read a
wc --files0-from=-                          => unknown
split --filter='sh' a.txt                   => read a.txt ; script sh ; unknown
tail -f log                                 => unknown ; read log
tail -F log                                 => unknown ; read log
tail --follow=name log                      => unknown ; read log
tail -n 5 -f log                            => unknown ; read log
tail -5f log                                => unknown ; read log
tail --retry log                            => unknown ; read log
shuf -r a                                   => unknown ; read a
shuf -r -n 5 a                              => read a
shuf -i 1-99999999999                       => unknown
yes                                         => unknown
yes n                                       => unknown
sleep 99999                                 => unknown
sleep infinity                              => unknown
sleep 1d                                    => unknown
sleep 59 2                                  => unknown
sleep x                                     => unknown
seq 1 1e12                                  => unknown
seq 1 0 5                                   => unknown
seq inf                                     => unknown
seq a                                       => unknown
file -m magic a                             => unknown ; read a
file -C -m magic                            => unknown
file -f names                               => read names ; unknown
file -z a.gz                                => unknown ; read a.gz
strings @opts                               => unknown ; read @opts
nm --plugin=x.so a.o                        => unknown ; read a.o
objdump -S a.o                              => unknown ; read a.o
bat --paging=always a                       => unknown ; read a
base64 -o out a                             => unknown ; read out ; read a
diff -l a b                                 => unknown ; read a links ; read b links
diff --unified=3 --outpu=x a b              => unknown ; read a links ; read b links
diff3 --diff-program=./x a b c              => unknown ; read a ; read b ; read c
sdiff --diff-program ./x a b                => unknown ; read a links ; read b links
less -k keys a                              => unknown ; read a
less -t tag                                 => unknown
less +!id a                                 => unknown ; read a
less +F a                                   => unknown ; read a
bat --pager ./x a                           => unknown ; script ./x ; read a
bat cache --build                           => unknown ; read cache
jq env                                      => secret the environment
jq -n '$ENV.HOME'                           => secret the environment
jq -n 'env.HOME'                            => secret the environment
jq '{$ENV}' a                               => secret the environment ; read a
jq '"\\(env)"' a                            => secret the environment ; read a
jq '.[env:2]' a                             => secret the environment ; read a
jq '.. | env' a                             => secret the environment ; read a
jq '[.a, env]' a                            => secret the environment ; read a
jq '{a: env}' a                             => secret the environment ; read a
jq 'import "m" as m; m::f' a                => unknown ; read a
jq 'include "m"; f' a                       => unknown ; read a
jq -f prog.jq a                             => unknown ; read prog.jq ; read a
jq -L lib . a                               => unknown ; read a
jq '"open' a                                => unknown ; read a
jq '. # \\' a                               => unknown ; read a
jq --run-tests a                            => unknown
jq -- . --arg x /etc/passwd                 => read --arg ; read x ; read /etc/passwd
yq 'load("x.yaml")' f                       => unknown ; read f
yq '.a = strenv(TOKEN)' f                   => unknown ; read f
yq '.a = env(TOKEN)' f                      => secret the environment ; unknown ; read f
yq 'system("id")' f                         => unknown ; read f
yq -s '.a' f                                => unknown ; read .a ; read f
yq x.yq f                                   => read x.yq ; unknown ; read f
yq '.a # load("x")' f                       => unknown ; read f
gron https://example.test/a.json            => net https://example.test/a.json
xmllint --shell a                           => unknown ; read a
xmllint --noent a                           => unknown ; read a
xmllint --schema s.xsd a                    => unknown ; read a
printf -v 'a[$(id)]' x                      => unread
printf '-va[$(id)]' x                       => unread
test -v 'a[$(id)]'                          => unread
test x -a -v 'a[$(id)]'                     => unread
[ -v 'a[$(id)]' ]                           => unread
[ -R 'a[$(id)]' ]                           => unread
[ 'a[$(id)]' -eq 0 ]                        => unread
dc -e '!id'                                 => inline
dc -e '?'                                   => inline
dc prog                                     => unknown
cat --frobnicate a                          => unknown ; read a
`,
);

judgeTable('is steered by variables', 'less a => unknown ; read a', { scene: { env: { LESSOPEN: '|./x %s' } } });
judgeTable('is steered by variables', 'less -L a => read a', { scene: { env: { LESSOPEN: '|./x %s', LESS: '-FRX' } } });
judgeTable('is steered by variables', 'less a => unknown ; read a', { scene: { env: { LESS: '-Rolog' } } });
judgeTable('is steered by variables', 'bat a => unknown ; read a', { scene: { env: { BAT_OPTS: '--pager=x' } } });
judgeTable('runs what is piped to it', 'dc => unknown', { input: { kind: 'piped' } });
judgeTable('runs what is piped to it', 'dc => -', { input: { kind: 'piped', text: '1 2 + p' } });
judgeTable(
  'reads what a list of sums names',
  `
sha256sum -c sums                           => read a b ; read ../x ; read c ; read sums
sha256sum -c -                              => unknown
md5sum sums                                 => read sums
`,
  { scene: { readText: () => '0123abcd  a b\n\\0123abcd *../x\nSHA256 (c) = 0123abcd\n' } },
);
