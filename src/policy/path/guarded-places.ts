import { createPathTable, type PathTable } from './path-table.js';

/** A place that no call may touch in some way. */
export interface Guard {
  /** What is there, for a person: "holds private keys". */
  readonly what: string;
  readonly read: boolean;
  readonly change: boolean;
  /** Names below it that may be read. */
  readonly readable?: ReadonlySet<string>;
  readonly readableEnd?: string;
}

/** Where credentials lie in a home folder. */
const homeCredentials = [
  '_netrc',
  '.netrc',
  '.env',
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  '.npmrc',
  '.pypirc',
  '.vault-token',
  '.git-credentials',
  '.git-credential-cache/**',
  '.cache/git/credential/**',
  '.config/git/credentials',
  '.gnupg/**',
  '.password-store/**',
  '.putty/**',
  '.age/**',
  '.config/age/**',
  '.config/sops/age/**',
  '.xauthority',
  '.iceauthority',
  // Clouds, clusters and registries
  '.aws/**',
  '.azure/**',
  '.config/gcloud/**',
  '.config/doctl/**',
  '.oci/**',
  '.aliyun/config.json',
  '.kube/**',
  '.docker/config.json',
  '.config/containers/auth.json',
  '.s3cfg',
  '.boto',
  '.rclone.conf',
  '.config/rclone/rclone.conf',
  '.terraformrc',
  '.terraform.d/credentials*',
  '.databrickscfg',
  '.snowsql/config',
  '.dbt/profiles.yml',
  '.fly/config.yml',
  '.config/netlify/config.json',
  '.local/share/com.vercel.cli/auth.json',
  '.config/.wrangler/**',
  '.wrangler/config/**',
  // Packages
  '.cargo/credentials*',
  '.gem/credentials',
  '.bundle/config',
  '.gradle/gradle.properties',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.composer/auth.json',
  '.config/composer/auth.json',
  '.config/pypoetry/auth.toml',
  '.nuget/nuget/nuget.config',
  // Services
  '.config/gh/**',
  '.config/glab-cli/**',
  '.config/hub',
  '.config/op/**',
  '.op/**',
  '.config/github-copilot/**',
  '.huggingface/**',
  '.cache/huggingface/token',
  '.kaggle/kaggle.json',
  '.claude/.credentials.json',
  '.claude.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.config/filezilla/**',
  '.msmtprc',
  '.fetchmailrc',
  // Keyrings and wallets
  '.local/share/keyrings/**',
  '.local/share/kwalletd/**',
  '.gnome2/keyrings/**',
  '.config/keepassxc/**',
  'library/keychains/**',
  '.bitcoin/**',
  '.litecoin/**',
  '.dogecoin/**',
  '.monero/**',
  '.bitmonero/**',
  '.ethereum/**',
  '.electrum/**',
  '.config/solana/**',
  '.config/exodus/**',
  'library/application support/bitcoin/**',
  'library/application support/exodus/**',
  'library/ethereum/**',
  // Browsers and messengers: cookies and logins
  '.mozilla/**',
  '.thunderbird/**',
  '.config/google-chrome*/**',
  '.config/chromium*/**',
  '.config/bravesoftware/**',
  '.config/microsoft-edge*/**',
  '.config/opera*/**',
  '.config/vivaldi*/**',
  '.config/discord/**',
  '.config/slack/**',
  '.config/signal/**',
  'snap/firefox/**',
  'snap/chromium/**',
  '.var/app/org.mozilla.firefox/**',
  '.var/app/org.chromium.chromium/**',
  '.var/app/com.google.chrome/**',
  'library/application support/google/chrome*/**',
  'library/application support/chromium/**',
  'library/application support/firefox/**',
  'library/application support/bravesoftware/**',
  'library/application support/microsoft edge*/**',
  'library/application support/arc/**',
  'library/application support/slack/**',
  'library/application support/signal/**',
  'library/safari/**',
  'library/cookies/**',
  'appdata/local/google/chrome/**',
  'appdata/local/microsoft/edge/**',
  'appdata/local/microsoft/credentials/**',
  'appdata/local/bravesoftware/**',
  'appdata/roaming/microsoft/credentials/**',
  'appdata/roaming/microsoft/protect/**',
  'appdata/roaming/mozilla/**',
  'appdata/roaming/gnupg/**',
];

/** Credentials of the machine. */
const systemCredentials = [
  'etc/shadow*',
  'etc/gshadow*',
  'etc/master.passwd',
  'etc/sudoers*',
  'etc/sudoers.d/**',
  'etc/ssh/ssh_host_*_key',
  'etc/ssl/private/**',
  'etc/pki/tls/private/**',
  'etc/letsencrypt/live/**',
  'etc/letsencrypt/archive/**',
  'etc/letsencrypt/keys/**',
  'etc/krb5.keytab',
  'etc/kubernetes/**',
  'etc/rancher/**',
  'etc/wireguard/**',
  'etc/networkmanager/system-connections/**',
  'var/lib/kubelet/**',
  'var/db/shadow/**',
  'var/db/dslocal/**',
  'library/keychains/**',
  'run/secrets/**',
  'var/run/secrets/**',
  'run/user/*/keyring/**',
  'run/user/*/gnupg/**',
  'tmp/ssh-*/**',
  'windows/system32/config/**',
  'c:/windows/system32/config/**',
];

/** Who reaches one of these is root, or as good as. */
const rootSockets = [
  'docker.sock',
  'containerd/containerd.sock',
  'k3s/containerd/containerd.sock',
  'crio/crio.sock',
  'podman/podman.sock',
  'user/*/docker.sock',
  'user/*/podman/podman.sock',
  'libvirt/libvirt-sock*',
  'snapd.socket',
].flatMap((path) => [`run/${path}`, `var/run/${path}`]);

/** Memory, descriptors and variables of processes. `/proc/self/fd` is left to commands: see `device.ts`. */
const processInsides = ['proc/*/environ', 'proc/*/mem', 'proc/*/fd/**', 'proc/kcore', 'proc/kmem', 'proc/kmsg'];

/** Who may log in and what runs as root. */
const logins = [
  'etc/passwd*',
  'etc/group*',
  'etc/subuid',
  'etc/subgid',
  'etc/login.defs',
  'etc/nsswitch.conf',
  'etc/securetty',
  'etc/hosts.equiv',
  'etc/pam.conf',
  'etc/pam.d/**',
  'etc/security/**',
  'etc/doas.conf',
  'etc/sudo.conf',
  'etc/polkit-1/**',
  'etc/ssh/**',
  'etc/ld.so.preload',
  'etc/ld.so.conf*',
  'etc/ld.so.conf.d/**',
  'etc/crontab',
  'etc/anacrontab',
  'etc/cron*/**',
  'var/spool/cron/**',
  'var/spool/at/**',
  'etc/systemd/**',
  'run/systemd/**',
  'lib/systemd/**',
  'usr/lib/systemd/**',
  'usr/local/lib/systemd/**',
  'etc/init/**',
  'etc/init.d/**',
  'etc/inittab',
  'etc/rc*',
  'etc/rc*/**',
  'etc/profile',
  'etc/profile.d/**',
  'etc/bash.bashrc',
  'etc/bashrc',
  'etc/zsh*',
  'etc/zsh/**',
  'etc/environment',
  'etc/environment.d/**',
  'etc/xdg/autostart/**',
  'etc/udev/**',
  'lib/udev/**',
  'usr/lib/udev/**',
  'etc/modprobe.d/**',
  'etc/modules*',
  'etc/modules-load.d/**',
  'lib/modules/**',
  'usr/lib/modules/**',
  'etc/sysctl.conf',
  'etc/sysctl.d/**',
  'etc/fstab',
  'library/launchdaemons/**',
  'library/launchagents/**',
  'system/**',
];

/** What the machine starts from, and the inside of its kernel. */
const machine = [
  'boot/**',
  'efi/**',
  'etc/default/grub',
  'etc/grub.d/**',
  'etc/grub*.cfg',
  'etc/kernel/**',
  'etc/initramfs-tools/**',
  'etc/dracut.conf*',
  'proc/sys/**',
  'proc/sysrq-trigger',
  'sys/**',
];

const ownOfHome = [
  '.toolwright/**',
  '.config/toolwright/**',
  '.local/share/toolwright/**',
  '.local/state/toolwright/**',
  '.cache/toolwright/**',
  'library/application support/toolwright/**',
  'appdata/roaming/toolwright/**',
  'appdata/local/toolwright/**',
];

const ownOfMachine = [
  'etc/toolwright/**',
  'var/lib/toolwright/**',
  'var/log/toolwright/**',
  'library/application support/toolwright/**',
  'programdata/toolwright/**',
  'c:/programdata/toolwright/**',
];

/** What was typed at prompts, often with passwords in it. */
const typed = [
  '.bash_history',
  '.zsh_history',
  '.zhistory',
  '.sh_history',
  '.histfile',
  '.local/share/fish/fish_history',
  '.config/fish/fish_history',
  '.psql_history',
  '.mysql_history',
  '.sqlite_history',
  '.rediscli_history',
  '.mongorc.js',
  '.dbshell',
  '.python_history',
  '.node_repl_history',
];

const credential: Guard = { what: 'holds credentials', read: true, change: true };
/** What is Toolwright's own: only its settings may be read. */
export const ownGuard: Guard = {
  what: "is Toolwright's own: its settings, its rules or what it recorded",
  read: true,
  change: true,
  readable: new Set(['config.json', 'policy.json', 'rules.json']),
};
const sshGuard: Guard = {
  what: 'holds private keys and says who may log in',
  read: true,
  change: true,
  readable: new Set(['config', 'known_hosts', 'known_hosts.old', 'authorized_keys', 'allowed_signers']),
  readableEnd: '.pub',
};

const marked = (paths: readonly string[], guard: Guard) => paths.map((path) => [path, guard] as const);

/** From a home folder on. */
export const homeGuards: PathTable<Guard> = createPathTable([
  ...marked(homeCredentials, credential),
  ...marked(typed, { what: 'holds what was typed, with the secrets in it', read: true, change: true }),
  ...marked(['.ssh/**', '.ssh2/**'], sshGuard),
  ...marked(['.rhosts', '.shosts'], { what: 'says who may log in', read: false, change: true }),
  ...marked(ownOfHome, ownGuard),
]);

const system = [
  ...marked(logins, { what: 'decides who may log in or what runs as root', read: false, change: true }),
  ...marked(machine, { what: 'is what the machine starts and runs by', read: false, change: true }),
  ...marked(systemCredentials, credential),
  ...marked(rootSockets, { what: 'gives the rights of root', read: true, change: true }),
  ...marked(processInsides, { what: 'is the inside of a process, with its keys', read: true, change: true }),
  ...marked(ownOfMachine, ownGuard),
];

/** From the root of the file system on. Where two stand for one path, the closer one counts. */
export const systemGuards: PathTable<Guard> = createPathTable(system);

/** Those of them that may not even be read. */
export const systemSecrets: PathTable<Guard> = createPathTable(system.filter(([, { read }]) => read));
