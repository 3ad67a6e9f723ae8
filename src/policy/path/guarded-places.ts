import { wordSet, wordsOf } from '../../base/words.js';
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

/** Paths parted by blanks, below a folder. */
const below = (folder: string, names: string): readonly string[] => wordsOf(names).map((name) => `${folder}/${name}`);

const macOs = 'library/application support';

/** Where credentials lie in a home folder. */
const homeCredentials = [
  ...wordsOf(`
    _netrc .netrc .env .pgpass .my.cnf .mylogin.cnf .npmrc .pypirc .vault-token .git-credentials
    .git-credential-cache/** .cache/git/credential/** .config/git/credentials .gnupg/** .password-store/** .putty/**
    .age/** .config/age/** .config/sops/age/** .xauthority .iceauthority
  `),
  // Clouds, clusters and registries
  ...wordsOf(`
    .aws/** .azure/** .config/gcloud/** .config/doctl/** .oci/** .aliyun/config.json .kube/** .docker/config.json
    .config/containers/auth.json .s3cfg .boto .rclone.conf .config/rclone/rclone.conf .terraformrc
    .terraform.d/credentials* .databrickscfg .snowsql/config .dbt/profiles.yml .fly/config.yml
    .config/netlify/config.json .local/share/com.vercel.cli/auth.json .config/.wrangler/** .wrangler/config/**
  `),
  // Packages
  ...wordsOf(`
    .cargo/credentials* .gem/credentials .bundle/config .gradle/gradle.properties .m2/settings.xml
    .m2/settings-security.xml .composer/auth.json .config/composer/auth.json .config/pypoetry/auth.toml
    .nuget/nuget/nuget.config
  `),
  // Services
  ...wordsOf(`
    .config/gh/** .config/glab-cli/** .config/hub .config/op/** .op/** .config/github-copilot/** .huggingface/**
    .cache/huggingface/token .kaggle/kaggle.json .claude/.credentials.json .claude.json .codex/auth.json
    .gemini/oauth_creds.json .config/filezilla/** .msmtprc .fetchmailrc
  `),
  // Keyrings and wallets
  ...wordsOf(`
    .local/share/keyrings/** .local/share/kwalletd/** .gnome2/keyrings/** .config/keepassxc/** library/keychains/**
    .bitcoin/** .litecoin/** .dogecoin/** .monero/** .bitmonero/** .ethereum/** .electrum/** .config/solana/**
    .config/exodus/**
  `),
  ...below(macOs, 'bitcoin/** exodus/**'),
  'library/ethereum/**',
  // Browsers and messengers: cookies and logins
  ...wordsOf('.mozilla/** .thunderbird/** snap/firefox/** snap/chromium/** library/safari/** library/cookies/**'),
  ...below('.config', 'google-chrome*/** chromium*/** bravesoftware/** microsoft-edge*/** opera*/** vivaldi*/**'),
  ...below('.config', 'discord/** slack/** signal/**'),
  ...below('.var/app', 'org.mozilla.firefox/** org.chromium.chromium/** com.google.chrome/**'),
  ...below(macOs, 'google/chrome*/** chromium/** firefox/** bravesoftware/** arc/** slack/** signal/**'),
  `${macOs}/microsoft edge*/**`,
  ...below('appdata/local', 'google/chrome/** microsoft/edge/** microsoft/credentials/** bravesoftware/**'),
  ...below('appdata/roaming', 'microsoft/credentials/** microsoft/protect/** mozilla/** gnupg/**'),
];

/** Credentials of the machine. */
const systemCredentials = [
  ...below(
    'etc',
    `shadow* gshadow* master.passwd sudoers* sudoers.d/** ssh/ssh_host_*_key ssl/private/** pki/tls/private/**
    letsencrypt/live/** letsencrypt/archive/** letsencrypt/keys/** krb5.keytab kubernetes/** rancher/** wireguard/**
    networkmanager/system-connections/**`,
  ),
  ...wordsOf(`
    var/lib/kubelet/** var/db/shadow/** var/db/dslocal/** library/keychains/** run/secrets/** var/run/secrets/**
    run/user/*/keyring/** run/user/*/gnupg/** tmp/ssh-*/** windows/system32/config/** c:/windows/system32/config/**
  `),
];

/** Who reaches one of these is root, or as good as. */
const sockets = `docker.sock containerd/containerd.sock k3s/containerd/containerd.sock crio/crio.sock podman/podman.sock
  user/*/docker.sock user/*/podman/podman.sock libvirt/libvirt-sock* snapd.socket`;
const rootSockets = [...below('run', sockets), ...below('var/run', sockets)];

/** Memory, descriptors and variables of processes. `/proc/self/fd` is left to commands: see `device.ts`. */
const processInsides = below('proc', '*/environ */mem */fd/** kcore kmem kmsg');

/** Who may log in and what runs as root. */
const logins = [
  ...below(
    'etc',
    `passwd* group* subuid subgid login.defs nsswitch.conf securetty hosts.equiv pam.conf pam.d/** security/** doas.conf
    sudo.conf polkit-1/** ssh/** ld.so.preload ld.so.conf* ld.so.conf.d/** crontab anacrontab cron*/** systemd/** init/**
    init.d/** inittab rc* rc*/** profile profile.d/** bash.bashrc bashrc zsh* zsh/** environment environment.d/**
    xdg/autostart/** udev/** modprobe.d/** modules* modules-load.d/** sysctl.conf sysctl.d/** fstab`,
  ),
  ...wordsOf(`
    var/spool/cron/** var/spool/at/** run/systemd/** lib/systemd/** usr/lib/systemd/** usr/local/lib/systemd/**
    lib/udev/** usr/lib/udev/** lib/modules/** usr/lib/modules/** library/launchdaemons/** library/launchagents/**
    system/**
  `),
];

/** What the machine starts from, and the inside of its kernel. */
const machine = wordsOf(`
  boot/** efi/** etc/default/grub etc/grub.d/** etc/grub*.cfg etc/kernel/** etc/initramfs-tools/** etc/dracut.conf*
  proc/sys/** proc/sysrq-trigger sys/**
`);

const ownOfHome = [
  ...wordsOf(`
    .toolwright/** .config/toolwright/** .local/share/toolwright/** .local/state/toolwright/** .cache/toolwright/**
    appdata/roaming/toolwright/** appdata/local/toolwright/**
  `),
  `${macOs}/toolwright/**`,
];

const ownOfMachine = [
  ...wordsOf('etc/toolwright/** var/lib/toolwright/** var/log/toolwright/** programdata/toolwright/**'),
  `${macOs}/toolwright/**`,
  'c:/programdata/toolwright/**',
];

/** What was typed at prompts, often with passwords in it. */
const typed = wordsOf(`
  .bash_history .zsh_history .zhistory .sh_history .histfile .local/share/fish/fish_history .config/fish/fish_history
  .psql_history .mysql_history .sqlite_history .rediscli_history .mongorc.js .dbshell .python_history .node_repl_history
`);

const credential: Guard = { what: 'holds credentials', read: true, change: true };
/** What is Toolwright's own: only its settings may be read. */
export const ownGuard: Guard = {
  what: "is Toolwright's own: its settings, its rules or what it recorded",
  read: true,
  change: true,
  readable: wordSet('config.json policy.json rules.json'),
};
const sshGuard: Guard = {
  what: 'holds private keys and says who may log in',
  read: true,
  change: true,
  readable: wordSet('config known_hosts known_hosts.old authorized_keys allowed_signers'),
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
