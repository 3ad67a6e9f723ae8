import { expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { checkRows } from './program-rows.js';

it('signals processes and stops the machine', () => {
  const { given, wanted } = checkRows(
    `
    kill 123 => process 123
    kill -9 123 => process 123
    kill -9 -1 => forbid; process -1
    kill -- -1 => forbid; process -1
    kill -s KILL -1 => forbid; process -1
    kill -1 => unknown
    kill -TERM -- -4 => process -4
    kill -l =>
    kill -l 9 =>
    kill $PID => process $PID
    pkill -9 node => process node
    killall node => process node
    killall => process processes
    xkill -id 5 => process 5
    renice 5 12 => process 5 12
    reboot => process the machine; forbid
    reboot --help => unknown
    shutdown -h now => process the machine; forbid
    shutdown -c => unknown
    poweroff -f => process the machine; forbid
    halt => process the machine; forbid
    init 0 => unknown; process the machine; forbid
    telinit 6 => unknown; process the machine; forbid
    init q => unknown
    systemctl status x => unknown
    systemctl --user enable ./x.service => unknown
    systemctl poweroff => unknown; process the machine; forbid
    systemctl -f reboot => unknown; process the machine; forbid
    systemctl --version =>
    service x restart => unknown
    launchctl load x.plist => unknown
    `,
  );
  expect(given).toBe(wanted);
});

it('runs later or beside the session', () => {
  const { given, wanted } = checkRows(
    `
    crontab -l => unknown
    crontab - => unknown
    crontab tab.txt => read tab.txt; unknown
    crontab -r => unknown
    at now + 1 minute => unknown
    at -f job.sh now => unknown; read job.sh
    batch => unknown
    atq => unknown
    screen -dm rm -rf / => unknown; run rm -rf /
    screen -S x -d -m sh => unknown; run sh
    tmux new -d 'rm -rf /' => unknown; script rm -rf /
    tmux -V =>
    `,
  );
  expect(given).toBe(wanted);
});

it('works on disks', () => {
  const { given, wanted } = checkRows(
    `
    mkfs.ext4 /dev/sda1 => write /dev/sda1; forbid; unknown
    mkfs -t ext4 /dev/sda => write /dev/sda; forbid; unknown
    mkfs.ext4 disk.img => write disk.img; unknown
    mkfs.ext4 /dev/../dev/sda => write /dev/../dev/sda; forbid; unknown
    mkfs.ext4 $DISK => write <$DISK is not known>; unknown
    mke2fs -F /dev/nvme0n1 => write /dev/nvme0n1; forbid; unknown
    mkswap /dev/sda2 => write /dev/sda2; forbid; unknown
    wipefs -a /dev/sda => write /dev/sda; forbid; unknown
    wipefs /dev/sda => read /dev/sda; unknown
    fdisk -l => unknown
    fdisk -l /dev/sda => read /dev/sda; unknown
    fdisk /dev/sda => write /dev/sda; forbid; unknown
    sfdisk -d /dev/sda => read /dev/sda; unknown
    sfdisk /dev/sda => write /dev/sda; forbid; unknown
    sgdisk --zap-all /dev/sda => write /dev/sda; forbid; unknown
    sgdisk -Z /dev/sda => write /dev/sda; forbid; unknown
    sgdisk -p /dev/sda => read /dev/sda; unknown
    sgdisk -p -Z /dev/sda => write /dev/sda; forbid; unknown
    parted /dev/sda print => read /dev/sda; unknown
    parted -s /dev/sda mklabel gpt => write /dev/sda; forbid; unknown
    parted -s /dev/sda 'mklabel gpt' => write /dev/sda; forbid; unknown
    parted -l => unknown
    cryptsetup luksErase /dev/sda2 => write /dev/sda2; forbid; unknown
    cryptsetup luksFormat /dev/sda2 => write /dev/sda2; forbid; unknown
    cryptsetup status x => unknown
    cryptsetup open /dev/sda2 x => read /dev/sda2; unknown
    lvremove -f vg/data => write vg/data; forbid; unknown
    vgremove vg => forbid; unknown
    pvremove /dev/sda => write /dev/sda; forbid; unknown
    mdadm --zero-superblock /dev/sda => write /dev/sda; forbid; unknown
    mdadm --detail /dev/md0 => read /dev/md0; unknown
    hdparm --user-master u --security-erase x /dev/sda => write /dev/sda; forbid; unknown
    hdparm -I /dev/sda => read /dev/sda; unknown
    blkdiscard /dev/sda => write /dev/sda; forbid; unknown
    nvme format /dev/nvme0n1 => write /dev/nvme0n1; forbid; unknown
    nvme list => unknown
    dmsetup wipe_table x => forbid; unknown
    dmsetup ls => unknown
    zpool destroy tank => forbid; unknown
    zfs list => unknown
    badblocks -w /dev/sda => write /dev/sda; forbid; unknown
    diskutil eraseDisk JHFS+ x /dev/disk2 => write /dev/disk2; forbid; unknown
    losetup -a =>
    losetup /dev/loop0 a.img => unknown; write /dev/loop0; write a.img
    mount =>
    mount -l =>
    mount --bind / x => unknown; read /
    mount /dev/sda1 /mnt => unknown; read /dev/sda1; read /mnt
    umount /mnt => unknown
    swapoff -a => unknown
    blkid => unknown
    `,
  );
  expect(given).toBe(wanted);
});

it('works on accounts', () => {
  const { given, wanted } = checkRows(
    `
    useradd bob => unknown
    useradd -o -u 0 bob => unknown; forbid
    useradd -ou 0 bob => unknown; forbid
    useradd --uid=0 bob => unknown; forbid
    useradd -m -G users bob => unknown
    usermod -aG sudo bob => unknown; forbid
    usermod -aG wheel,users bob => unknown; forbid
    usermod -s /bin/sh bob => unknown
    usermod -aG users bob => unknown
    gpasswd -a bob sudo => unknown; forbid
    adduser bob sudo => unknown; forbid
    userdel bob => unknown
    groupadd x => unknown
    passwd => unknown
    passwd -d root => unknown; forbid
    passwd -d bob => unknown; forbid
    passwd bob => unknown
    chpasswd => forbid
    chpasswd --help =>
    visudo => unknown; write /etc/sudoers
    visudo -c => unknown
    chsh -s /bin/sh bob => unknown
    dscl . -append /Groups/admin GroupMembership bob => unknown; forbid
    `,
  );
  expect(given).toBe(wanted);
});

it('works on the kernel and the network of the machine', () => {
  const { given, wanted } = checkRows(
    `
    iptables -F => unknown
    iptables --version =>
    nft list ruleset => unknown
    ufw disable => unknown
    sysctl -w a=1 => unknown
    insmod ./x.ko => unknown; read ./x.ko
    modprobe x => unknown
    rmmod x => unknown
    journalctl -xe => unknown
    dmesg => unknown
    ifconfig =>
    ifconfig -a =>
    ifconfig eth0 =>
    ifconfig eth0 down => unknown
    ip addr =>
    ip a =>
    ip -4 addr show =>
    ip -br link =>
    ip route get 192.0.2.1 =>
    ip addr show dev eth0 =>
    ip route =>
    ip link set eth0 down => unknown
    ip addr add 192.0.2.1/24 dev eth0 => unknown
    ip netns exec x sh => unknown
    ip -b file => unknown
    ss -tlnp =>
    ss -K dst 192.0.2.1 => unknown
    ss -F file => read file
    ss -D file => unknown
    netstat -tulpn =>
    netstat -c => unknown
    lsof -i =>
    lsof -i :8080 =>
    lsof -nP -iTCP -sTCP:LISTEN =>
    lsof -p 12 =>
    lsof +D /etc => unknown; read /etc
    lsof a.txt => read a.txt
    `,
  );
  expect(given).toBe(wanted);
});

it('judges what is handed to at', () => {
  expect(recordDoing(['at', 'now'], { input: { kind: 'piped', text: 'rm -rf /' } })).toEqual([
    'unknown it is run later, outside this session',
    'script rm -rf /',
  ]);
});

it('says in words what it refuses', () => {
  expect([
    recordDoing(['mkfs.ext4', '/dev/sda']),
    recordDoing(['kill', '-9', '-1']),
    recordDoing(['reboot']),
    recordDoing(['usermod', '-aG', 'sudo', 'bob']),
    recordDoing(['chpasswd']),
  ]).toEqual([
    ['write /dev/sda', 'forbid destroys what is on a disk', 'unknown it works on whole disks, outside the workspace'],
    ['forbid ends every process of this user, this session too', 'process -1'],
    ['process the machine', 'forbid stops or restarts the machine'],
    [
      'unknown changes who may log in to this machine, and as what',
      'forbid opens a way in, or to the rights of root, that stays',
    ],
    ['forbid sets passwords of accounts'],
  ]);
});

it('stays quick on words made to slow it down', () => {
  const started = performance.now();
  for (const bait of [`-${'o'.repeat(60_000)}1`, ' -'.repeat(30_000), '/dev/'.repeat(12_000)]) {
    for (const name of ['useradd', 'passwd', 'mkfs', 'docker', 'gpg', 'aws', 'kill', 'ip'])
      recordDoing([name, bait, bait]);
  }
  expect(performance.now() - started).toBeLessThan(1000);
});
