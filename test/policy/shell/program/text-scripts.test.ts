import { expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { judgeTable } from './judge-table.js';

judgeTable(
  'sed reads only',
  `
sed -n '10,40p' file                        => read file
sed -n 5p a                                 => read a
sed -n '$p' a                               => read a
sed 's/a/b/' a                              => read a
sed s/a/b/g                                 => -
sed -E 's/(a|b)+/[\\1]/gI' a                => read a
sed -e 's/a/b/' -e 's/c/d/' a b             => read a ; read b
sed --expression='s/a/b/' a                 => read a
sed -ne '/foo/,/bar/p' a                    => read a
sed '/^#/d;/^$/d' a                         => read a
sed 's|/usr|/opt|' a                        => read a
sed 's,a\\,b,c,' a                          => read a
sed 's/[^/]*$//' a                          => read a
sed 's/[[:space:]/]*$//' a                  => read a
sed 's/[]/]//' a                            => read a
sed 's/[[:]/:]]/x/' a                       => read a
sed 's/[[.]/.][=]/=]]/x/' a                 => read a
sed '/[/]/d' a                              => read a
sed '\\,/usr,d' a                           => read a
sed '$!N;s/⏎/ /' a                          => inline ; read a
sed ':a;N;$!ba;s/\\n/ /g' a                 => read a
sed ':a⏎N⏎$!b a⏎s/x/y/' a                   => read a
sed '1!G;h;$!d' a                           => read a
sed '1~2d;2,+3p;5,~4d;0,/x/d' a             => read a
sed -n '/a/{=;p;q}' a                       => read a
sed -n '/a/{p;q5}' a                        => read a
sed '1i header' a                           => read a
sed '1i\\⏎header' a                         => read a
sed '$a\\  text ; w x' a                    => read a
sed '/x/c\\⏎one\\⏎two⏎p' a                  => read a
sed 'y/abc/xyz/' a                          => read a
sed 's/a/b/2;s/c/d/3g;s/e/f/p' a            => read a
sed 's/a/b/ ; s/c/d/ # note w x' a          => read a
sed -z 's/a/b/' a                           => read a
sed -s -n '$=' a b                          => read a ; read b
sed --quiet --regexp-extended 's/a+/b/' a   => read a
sed -n l a                                  => read a
sed 's/e/w/;s/w/e/g' a                      => read a
sed -n '/system(/p' a                       => read a
sed 's/a/b/w /dev/stdout' a                 => read a
sed '/a/!s/b/c/' a                          => read a
sed '/a/I,/b/Md' a                          => read a
sed '{p;p}' a                               => read a
sed 'n;d' a                                 => read a
sed 10q a                                   => read a
sed --debug 5p a                            => read a
sed '#n' a                                  => read a
sed --version                               => -
`,
);

judgeTable(
  'sed writes, reads elsewhere or runs',
  `
sed -i 's/a/b/' src/a.ts                    => write src/a.ts
sed -i.bak 's/a/b/' src/a.ts                => write src/a.ts ; write src/a.ts.bak
sed --in-place=.bak 's/a/b/' a              => write a ; write a.bak
sed -i'old/*' p src/a                       => write src/a ; write old/a
sed -n -i p a b                             => write a ; write b
sed -Ei 's/a/b/' a                          => write a
sed 'w out' a                               => write out ; read a
sed -n '/x/w out' a                         => write out ; read a
sed 's/a/b/w out' a                         => write out ; read a
sed 's/a/b/gw out' a                        => write out ; read a
sed 's/a/b/ w out' a                        => write out ; read a
sed 's a b w out' a                         => write out ; read a
sed 's/[/]/x/w out' a                       => write out ; read a
sed 's/[/x/w out;]/x/' a                     => write out;]/x/ ; read a
sed -e p -e 'w .git/hooks/x' a              => write .git/hooks/x ; read a
sed '1{p;w out' a                           => write out ; read a
sed 'p;W out' a                             => write out ; read a
sed '1i x⏎w out' a                          => write out ; read a
sed '1i x\\⏎w out' a                        => read a
sed 'a\\⏎text⏎w out' a                      => write out ; read a
sed 'a foo\\\\⏎w out' a                     => write out ; read a
sed 'a\\\\⏎w out' a                         => inline ; write out ; read a
sed 'a\\\\tfoo' a                           => read a
sed ':a;w out' a                            => write out ; read a
sed '#c⏎w out' a                            => write out ; read a
sed 'b;w out' a                             => write out ; read a
sed 'y/a/b/;w out' a                        => write out ; read a
sed '\\,a,w out' a                          => write out ; read a
sed 'r /etc/passwd' a                       => read /etc/passwd ; read a
sed 'R /etc/passwd' a                       => read /etc/passwd ; read a
sed '$r b' a                                => read b ; read a
sed '1e id' a                               => script id ; unknown ; read a
sed e a                                     => unread ; read a
sed 's/a/b/e' a                             => unread ; read a
sed 's/a/b/ge' a                            => unread ; read a
sed '1e rm -rf ~' a.txt                     => script rm -rf ~ ; unknown ; read a.txt
sed -e 'a\\' -e 'w out' a                   => inline ; write out ; read a
sed -f script.sed a                         => read script.sed ; unknown ; read a
sed --file=script.sed a                     => read script.sed ; unknown ; read a
sed -n -f script.sed -e p a                 => read script.sed ; unknown ; read a
sed 's/a/b' a                               => inline ; read a
sed 's/a/b/k' a                             => inline ; read a
sed k a                                     => inline ; read a
sed --exp=p a                               => unknown ; read a
sed -e '$a\\' a                             => read a
sed '1i\\⏎⏎w out' a                         => write out ; read a
`,
);

judgeTable(
  'awk reads only',
  `
awk '{print $2}' data.txt                   => read data.txt
awk -F: '{print $1}' /etc/passwd            => read /etc/passwd
awk -F , -v n=3 'NR==n' a                   => read a
awk '/a|b/' a                               => read a
awk '/foo/ || /bar/ {print}' a              => read a
awk '$1 > 5' a                              => read a
awk '$1 > 5 {print $2}' a                   => read a
awk '{if ($1 > 5) print $2}' a              => read a
awk '{print ($1 > 5)}' a                    => read a
awk '{print ($1 > 5) ? "a" : "b"}' a        => read a
awk '{print a[$1 > 2]}' a                   => read a
awk '{s+=$1} END {print s/NR}' a            => read a
awk '{print $1/$2, ($3+1)/2, a[1]/3}' a     => read a
awk 'BEGIN{FS="|"} {print $1}' a            => read a
awk 'NR==FNR{a[$1];next} $1 in a' x y       => read x ; read y
awk '!seen[$0]++' a                         => read a
awk 'length > 80' a                         => read a
awk 'length($0) > 80 {print FILENAME": "$0}' a => read a
awk '{gsub(/"/, "\\""); print}' a           => read a
awk '{gsub(/\\//, "-"); print}' a           => read a
awk '{sub(/ *#.*/, ""); print} # done' a    => read a
awk '{printf "%s %d⏎", $1, $2}' a           => inline ; read a
awk '{printf("%s%d", $1, $2)}' a            => read a
awk '{print "system(x) | y > z"}' a         => read a
awk '$0 ~ /system\\(/' a                    => read a
awk '/start/,/end/' a                       => read a
awk 'END{print NR}' a b                     => read a ; read b
awk '{print > "/dev/stderr"}' a             => read a
awk '{print}' FS=: a                        => read a
awk 'BEGIN{while((getline line) > 0) n++; print n}' a => read a
awk '{print $1,⏎$2}' a                      => read a
awk '{ x = $1 ~ /a/ ? 1 : 0; print x }' a   => read a
awk 'FILENAME == ARGV[1] {n++}' a           => read a
awk '{n=split($0,p,/,/); print p[n]}' a     => read a
gawk 'BEGIN{PROCINFO["sorted_in"]="@ind_str_asc"} {print}' a => read a
gawk --posix '{print}' a                    => read a
mawk -W version                             => -
awk 'BEGIN { printf "%.2f", 10 / 3 }'       => -
awk --version                               => -
`,
);

judgeTable(
  'awk writes, reads elsewhere or runs',
  `
awk '{print > "out"}' a                     => write out ; read a
awk '{print > "-"}' a                       => write - ; read a
awk '{print $1, $2 > "out"}' a              => write out ; read a
awk '{print($1)>"out"}' a                   => write out ; read a
awk '{printf("%s", $1) >> "out"}' a         => write out ; read a
awk '{print $1,⏎$2 > "out"}' a              => write out ; read a
awk '{print > $1}' a                        => write <the awk program names the file it writes at run time> ; read a
awk '{print > "a" $1}' a                    => write <the awk program names the file it writes at run time> ; read a
awk '{print > ("out")}' a                   => write <the awk program names the file it writes at run time> ; read a
awk 'BEGIN{system("id")}'                   => script id ; unknown
awk 'BEGIN{system("rm -rf " x)}'            => unread
awk 'BEGIN { system ( "id" ) }'             => script id ; unknown
awk '{print | "sort"}' a                    => script sort ; unknown ; read a
awk '{print | cmd}' a                       => unread ; read a
awk '{print |& "cat"}' a                    => script cat ; unknown ; read a
awk 'BEGIN{"date" | getline d; print d}'    => script date ; unknown
awk 'BEGIN{c="date"; c | getline d}'        => unread
awk 'BEGIN{while ((getline l < "/etc/passwd") > 0) print l}' => read /etc/passwd
awk 'BEGIN{getline < "/etc/passwd"; print}' => read /etc/passwd
awk 'BEGIN{getline a[1] < "/etc/passwd"}'    => read /etc/passwd
awk 'BEGIN{getline x < f}'                  => read <the awk program names the file it reads at run time>
awk 'BEGIN{print ENVIRON["HOME"]}'          => secret the environment
awk '{print 1?2:ENVIRON["A"]}' a            => secret the environment ; read a
awk 'BEGIN{ARGV[1]="/etc/passwd";ARGC=2} {print}' => inline
awk 'BEGIN{0==ARGV["1" ""]="/etc/passwd"} {print}' => inline
awk 'BEGIN{getline ARGV[1] < "x"} 1'        => inline ; read x
gawk '@load "filefuncs"; BEGIN{}'           => inline
gawk '@include "x"; {print}' a              => inline ; read a
gawk 'BEGIN{f="system"; @f("id")}'          => inline
gawk 'BEGIN{SYMTAB["ARGC"]=2}'              => inline
gawk 'BEGIN{awk::system("id")}'             => script id ; unknown
gawk 'BEGIN{"/inet/tcp/0/example.test/80" |& getline x}' => net example.test:80 ; script /inet/tcp/0/example.test/80 ; unknown
gawk '{print > "/inet/tcp/0/example.test/80"}' a => net example.test:80 ; write /inet/tcp/0/example.test/80 ; read a
awk -f prog.awk a                           => read prog.awk ; unknown ; read a
awk --file=prog.awk a                       => read prog.awk ; unknown ; read a
gawk -i inplace '{print}' a                 => unknown ; read a ; write a
gawk -l filefuncs '{print}' a               => unknown ; read a
gawk -e 'BEGIN{system("id")}' a             => script id ; unknown ; read a
gawk -E prog a                              => read prog ; unknown ; read a
gawk -oout '{print}' a                      => write out ; read a
gawk -p '{print}' a                         => write awkprof.out ; read a
gawk -d '{print}' a                         => write awkvars.out ; read a
gawk -D '{print}' a                         => unknown ; read a
mawk -W exec prog a                         => unknown ; read a
gawk --dump-vari '{print}' a                => unknown ; read a
awk '{print /a[/]b/}' a                     => inline ; read a
awk '{if (1) /"/; system("id") /"/}' a      => inline ; read a
awk '{x++ /"/; system("id"); y=1/"/}' a     => inline ; read a
awk '{print length /"/; system("id"); y=1/"/}' a => inline ; read a
awk '{print "open}' a                       => inline ; read a
awk '/a/; BEGIN{system("id")} /b/' a        => script id ; unknown ; read a
awk '{a=1/2; system("id"); b=3/4}' a        => script id ; unknown ; read a
`,
);

it('searches a script that is only known at run time for harm, and proves nothing from it', () => {
  const script = { text: undefined, source: '"$n e id"', guess: 'e id' };
  expect(recordDoing(['sed', script, 'a'])).toEqual([
    'inline the sed script "$n e id" is only known at run time',
    'script id',
    'unknown sed runs the command id',
    'read a',
  ]);
  const program = { text: undefined, source: '"$p"', guess: '{print > "out"}' };
  expect(recordDoing(['awk', program, 'a'])).toContain('write out');
});

it('takes each name that a pattern matches for a word', () => {
  const pattern = { text: '*', source: '*', matches: ['a', 'b'] };
  expect(recordDoing(['uniq', pattern])).toEqual(['read a', 'write b']);
  expect(recordDoing(['xxd', pattern])).toEqual(['read a', 'write b']);
  expect(recordDoing(['sort', { text: '*', source: '*', matches: ['-oout', 'b'] }])).toContain(
    'unknown * may be an option',
  );
});

it('ends in time on long scripts', () => {
  const start = performance.now();
  recordDoing(['sed', `s/${'['.repeat(60_000)}`, 'a']);
  recordDoing(['sed', `s/${'[a'.repeat(4000)}`, 'a']);
  recordDoing(['awk', `{${'a['.repeat(30_000)}`, 'a']);
  recordDoing(['awk', '#'.repeat(60_000), 'a']);
  recordDoing(['awk', ' '.repeat(60_000), 'a']);
  recordDoing(['jq', `${'"\\('.repeat(20_000)}`, 'a']);
  recordDoing(['jq', `${'{a:'.repeat(20_000)}`, 'a']);
  expect(performance.now() - start).toBeLessThan(3000);
});
