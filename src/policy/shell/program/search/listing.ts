import type { ProgramTable } from '../../program.js';
import { reader } from '../text/reader.js';

const ls = reader({
  namesOnly: true,
  flags:
    '-a --all -A --almost-all --author -b --escape -B --ignore-backups -c -C -d --directory -D --dired -f -F --file-type --full-time -g --group-directories-first -G --no-group -h --human-readable --si -H --dereference-command-line --dereference-command-line-symlink-to-dir -i --inode -k --kibibytes -l -L --dereference -m -n --numeric-uid-gid -N --literal -o -p -q --hide-control-chars --show-control-chars -Q --quote-name -r --reverse -R --recursive -s --size -S -t -u -U -v -x -X -Z --context --zero -1 -@ -O -e',
  values:
    '--block-size --format --hide --indicator-style -I --ignore --quoting-style --sort --time --time-style -T --tabsize -w --width',
  optional: '--color --classify --hyperlink',
  deep: '-R --recursive',
  follows: '-L --dereference',
  otherwise: '.',
});

const eza = reader({
  namesOnly: true,
  flags:
    '-1 --oneline -l --long -G --grid -x --across -R --recurse -T --tree -X --dereference -F --classify -a --all -A --almost-all -d --list-dirs --only-dirs -D -f --only-files -r --reverse --group-directories-first --group-directories-last --git-ignore -b --binary -B --bytes -g --group --smart-group -h --header -H --links -i --inode -m --modified -M --mounts -n --numeric -O --flags -S --blocksize -u --accessed -U --created --changed --no-permissions -o --octal-permissions --no-filesize --no-user --no-time --stdin --no-git --git --git-repos --git-repos-no-status -@ --extended -Z --context --no-quotes --hyperlink --total-size --icons --no-icons --color-scale --colour-scale --show-symlinks --no-symlinks -v --follow-symlinks',
  values:
    '-L --level -s --sort -I --ignore-glob -t --time --time-style --color --colour --color-scale-mode -w --width --absolute',
  deep: '-R --recurse -T --tree',
  follows: '-X --dereference --follow-symlinks',
  otherwise: '.',
  odd: { '--stdin': 'what it lists comes from the standard input' },
});

/** Programs that list folders, and how much room they take. */
export const listingPrograms: ProgramTable = {
  'ls dir vdir gls': ls,
  'exa eza': eza,
  lsd: reader({
    namesOnly: true,
    flags:
      '-a --all -A --almost-all -F --classify -l --long --ignore-config -1 --oneline -R --recursive -h --human-readable --tree -d --directory-only --total-size -t --timesort -S --sizesort -X --extensionsort -G --gitsort -v --versionsort -r --reverse --group-dirs-first --classic --no-symlink -i --inode -g --git -L --dereference -Z --context --hyperlink-auto -N --literal --header -U --no-sort -V',
    values:
      '--color --icon --icon-theme --depth --permission --size --date --sort --group-dirs --blocks -I --ignore-glob --hyperlink --truncate-owner-after',
    deep: '-R --recursive --tree',
    follows: '-L --dereference',
    otherwise: '.',
  }),
  tree: reader({
    namesOnly: true,
    flags:
      '-a -d -l -f -x --gitignore --ignore-case --matchdirs --metafirst --prune --info --noreport --filesfirst --dirsfirst -q -N -Q -p -u -g -s -h --si --du -D -F --inodes --device -t -c -r -v -U -X -J --nolinks -C -n -A -S -i --fromfile --fromtabfile --fflinks -R --opt-toggle',
    values: '-L -P -I --charset --filelimit --timefmt --sort -H -T',
    reads: '--gitfile --infofile --hintro --houtro',
    writes: '-o --output',
    deep: true,
    follows: '-l',
    otherwise: '.',
    odd: {
      '-R': 'it starts itself again in each folder and may write files there',
    },
  }),
  du: reader({
    namesOnly: true,
    flags:
      '-0 --null -a --all --apparent-size -b --bytes -c --total -D --dereference-args -H -h --human-readable --inodes -k -L --dereference -l --count-links -m -g -P --no-dereference -S --separate-dirs --si -s --summarize -x --one-file-system -A -n -r',
    values: '-B --block-size -d --max-depth -t --threshold --time-style --exclude -I',
    optional: '--time',
    reads: '--files0-from -X --exclude-from',
    deep: true,
    follows: '-L --dereference',
    otherwise: '.',
    odd: { '--files0-from': 'the files it measures are named in another file' },
  }),
  df: reader({
    namesOnly: true,
    flags:
      '-a --all -h --human-readable -H --si -i --inodes -k -l --local --no-sync -P --portability --total -T --print-type -v -m -g -b -c -I -Y',
    values: '-B --block-size -t --type -x --exclude-type',
    optional: '--output',
  }),
  realpath: reader({
    namesOnly: true,
    flags:
      '-e --canonicalize-existing -m --canonicalize-missing -L --logical -P --physical -q --quiet -s --strip --no-symlinks -z --zero',
    reads: '--relative-to --relative-base',
  }),
  readlink: reader({
    namesOnly: true,
    flags:
      '-f --canonicalize -e --canonicalize-existing -m --canonicalize-missing -n --no-newline -q --quiet -s --silent -v --verbose -z --zero',
  }),
  pathchk: reader({ namesOnly: true, flags: '-p -P --portability' }),
  namei: reader({
    namesOnly: true,
    flags: '-x --mountpoints -m --modes -o --owners -l --long -n --nosymlinks -v --vertical -Z --context -h -V',
  }),
};
