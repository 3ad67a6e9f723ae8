import { posix } from 'node:path';
import { wordSet } from '../../../../base/words.js';
import { asksOnly } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, type Word } from '../../word.js';
import { noted } from './note.js';

interface Disk {
  /** What destroys, in the words of the program; without it every use does. */
  readonly destroys?: RegExp;
  /** What only shows. */
  readonly shows?: RegExp;
  /** Destroys also what is named otherwise than by a device file: `lvremove vg/data`. */
  readonly anything?: boolean;
  /** What neither shows nor destroys changes something nevertheless. */
  readonly changes?: boolean;
}

/** Tools that work on whole disks: what destroys one is refused. */
const disk =
  ({ destroys, shows, anything = false, changes = destroys === undefined }: Disk = {}): Program =>
  (args, doing) => {
    if (asksOnly(args, '--version -V --help -h')) return;
    const texts = args.map(likely);
    const operands = args.filter((word) => !likely(word).startsWith('-'));
    const devices = operands.filter((word) => isDevice(word, doing));
    const files = operands.filter(
      (word) => !devices.includes(word) && (word.text === undefined || /[/.]/.test(word.text)),
    );
    const showing = shows !== undefined && texts.some((text) => shows.test(text));
    const harm =
      destroys === undefined ? !showing : texts.some((text) => shows?.test(text) !== true && destroys.test(text));
    for (const word of [...devices, ...files]) {
      if (harm || (changes && !showing)) doing.write(word);
      else doing.read(word);
    }
    if (harm && (devices.length > 0 || anything)) doing.forbid('destroys what is on a disk');
    doing.unknown('it works on whole disks, outside the workspace');
  };

const harmless = /^(null|zero|full|random|urandom|tty.*|pts|ptmx|shm|fd|std(in|out|err)|mqueue)(\/|$)/;

/** A device file, however its path is spelled. */
function isDevice(word: Word, { cwd }: EffectSink): boolean {
  const text = likely(word);
  const path = posix.resolve(cwd ?? '/', text.replace(/^[a-z]+=/i, ''));
  return path.startsWith('/dev/') && !harmless.test(path.slice('/dev/'.length));
}

const fileSystems = `mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs
  mkfs.exfat mkfs.f2fs mkfs.minix mkfs.cramfs mkfs.bfs mkfs.udf mkfs.reiserfs mkfs.jfs mkfs.nilfs2 mkfs.erofs mkfs.bcachefs
  mkfs.ocfs2 mkfs.gfs2 mke2fs mkdosfs mkntfs mkexfatfs mkreiserfs mkudffs mkswap newfs newfs_apfs newfs_hfs newfs_msdos
  newfs_exfat blkdiscard sg_format sg_sanitize scrub nwipe pvcreate zerofree`;

const mount: Program = (args, doing) => {
  if (args.length === 0 || asksOnly(args, '-l --version -V --help -h')) return;
  doing.unknown('mount changes which files are seen where');
  for (const word of args) if (likely(word).startsWith('/')) doing.read(word);
};

const losetup: Program = (args, doing) => {
  const shows = wordSet('-a -l --all --list -n --noheadings --version -V');
  if (args.every(({ text }) => text !== undefined && shows.has(text))) return;
  doing.unknown('losetup makes a device of a file');
  for (const word of args) if (!likely(word).startsWith('-')) doing.write(word);
};

export const diskPrograms: ProgramTable = {
  [fileSystems]: disk(),
  wipefs: disk({ destroys: /^(-[a-z]*[ao]|--all|--offset|--force|-f)/ }),
  fdisk: disk({ shows: /^(-[a-z]*[lsx]|--list.*|--getsz)$/ }),
  cfdisk: disk(),
  sfdisk: disk({ shows: /^(-[a-z]*[dlTVJsgF]|--dump|--json|--list.*|--verify|--show.*)$/ }),
  gdisk: disk({ shows: /^-l$/ }),
  cgdisk: disk(),
  sgdisk: disk({ shows: /^(-p|--print|-i|--info.*|-v|--verify|-E|-F|-D)$/, destroys: /^(-[a-zA-Z]|--)/ }),
  parted: disk({
    shows: /^(print|-l|--list|unit|help)$/,
    destroys: /^(mklabel|mktable|rm|mkpart|resizepart|rescue|set|name|disk_set|toggle|mkfs|cp|move)\b/,
    changes: true,
  }),
  partprobe: noted('partprobe tells the kernel of changed partitions'),
  cryptsetup: disk({
    destroys:
      /^(luksFormat|luksErase|erase|luksKillSlot|luksRemoveKey|luksChangeKey|luksHeaderRestore|reencrypt|format|create)$/i,
  }),
  'lvremove vgremove pvremove lvreduce': disk({ anything: true }),
  mdadm: disk({
    shows: /^(--detail.*|-D|--examine.*|-E|--query|-Q)$/,
    changes: true,
    destroys: /^(--zero-superblock|--create|-C|--stop|-S|--fail|-f|--remove|-r)$/,
  }),
  hdparm: disk({
    destroys:
      /^--(security-(erase|set|disable|freeze|unlock|mode).*|dco-.*|trim-sector.*|write-sector|repair-sector|make-bad-sector|fwdownload.*|please-destroy.*|yes-i-know.*|sanitize.*)/,
  }),
  nvme: disk({
    destroys: /^(format|sanitize|write.*|delete-ns|fw-.*|reset|subsystem-reset|dsm|admin-passthru|io-passthru)$/,
  }),
  dmsetup: disk({ destroys: /^(remove_all|wipe_table|remove|clear|create|load|reload)$/, anything: true }),
  zpool: disk({ destroys: /^(destroy|labelclear|create|remove|split)$/, anything: true }),
  zfs: disk({ destroys: /^(destroy|rollback)$/, anything: true }),
  btrfs: disk({ destroys: /^(delete|wipe|rescue|restore|replace)$/ }),
  badblocks: disk({ destroys: /^-[a-z]*[wn]/ }),
  diskutil: disk({
    destroys:
      /^(erase.*|partitionDisk|zeroDisk|randomDisk|secureErase|reformat|deleteContainer|deleteVolume|eraseVolume)$/i,
    anything: true,
  }),
  'tune2fs resize2fs e2fsck fsck fsck.ext4 xfs_repair debugfs partclone ddrescue': disk({
    destroys: /(?!)/,
    shows: /^-[ln]$/,
    changes: true,
  }),
  mount,
  'umount swapon swapoff': noted('it changes which disks are in use'),
  losetup,
  blkid: noted('blkid looks at raw disks'),
};
