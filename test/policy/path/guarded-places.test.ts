import { describe, expect, it } from 'vitest';
import { judgeFloor } from '../../../src/policy/floor.js';
import type { Fact } from '../../../src/tool/fact.js';
import { commandFact, pathFact, places } from '../places.js';

const listed = (paths: string): readonly string[] => paths.split(/\s+/).filter((path) => path !== '');

/** What the floor says of each way to touch a path; undefined where it leaves the path to others. */
function saidOf(path: string): Readonly<Record<'read' | 'write' | 'delete', string | undefined>> {
  const said = (fact: Fact) => judgeFloor([fact], places)[0]?.reason.replace(/^[^,]*, which /, '');
  return {
    read: said(pathFact('read', path)),
    write: said(pathFact('write', path)),
    delete: said(commandFact('delete', path)),
  };
}

const nothing = (what: string) => ({ read: what, write: what, delete: what });
const noChange = (what: string) => ({ read: undefined, write: what, delete: what });

describe('places in a home folder that hold credentials', () => {
  it.each([
    ...listed(`
  _netrc .netrc .env .pgpass .my.cnf .mylogin.cnf .npmrc .pypirc .vault-token .git-credentials
  .git-credential-cache/x .cache/git/credential/x .config/git/credentials .gnupg/x .password-store/x .putty/x
  .age/x .config/age/x .config/sops/age/x .xauthority .iceauthority .aws/x .azure/x .config/gcloud/x
  .config/doctl/x .oci/x .aliyun/config.json .kube/x .docker/config.json .config/containers/auth.json .s3cfg .boto
  .rclone.conf .config/rclone/rclone.conf .terraformrc .terraform.d/credentialsx .databrickscfg .snowsql/config
  .dbt/profiles.yml .fly/config.yml .config/netlify/config.json .local/share/com.vercel.cli/auth.json
  .config/.wrangler/x .wrangler/config/x .cargo/credentialsx .gem/credentials .bundle/config
  .gradle/gradle.properties .m2/settings.xml .m2/settings-security.xml .composer/auth.json
  .config/composer/auth.json .config/pypoetry/auth.toml .nuget/nuget/nuget.config .config/gh/x .config/glab-cli/x
  .config/hub .config/op/x .op/x .config/github-copilot/x .huggingface/x .cache/huggingface/token
  .kaggle/kaggle.json .claude/.credentials.json .claude.json .codex/auth.json .gemini/oauth_creds.json
  .config/filezilla/x .msmtprc .fetchmailrc .local/share/keyrings/x .local/share/kwalletd/x .gnome2/keyrings/x
  .config/keepassxc/x library/keychains/x .bitcoin/x .litecoin/x .dogecoin/x .monero/x .bitmonero/x .ethereum/x
  .electrum/x .config/solana/x .config/exodus/x library/ethereum/x .mozilla/x .thunderbird/x
  .config/google-chromex/x .config/chromiumx/x .config/bravesoftware/x .config/microsoft-edgex/x .config/operax/x
  .config/vivaldix/x .config/discord/x .config/slack/x .config/signal/x snap/firefox/x snap/chromium/x
  .var/app/org.mozilla.firefox/x .var/app/org.chromium.chromium/x .var/app/com.google.chrome/x library/safari/x
  library/cookies/x appdata/local/google/chrome/x appdata/local/microsoft/edge/x
  appdata/local/microsoft/credentials/x appdata/local/bravesoftware/x appdata/roaming/microsoft/credentials/x
  appdata/roaming/microsoft/protect/x appdata/roaming/mozilla/x appdata/roaming/gnupg/x
`),
    'library/application support/bitcoin/x',
    'library/application support/exodus/x',
    'library/application support/google/chromex/x',
    'library/application support/chromium/x',
    'library/application support/firefox/x',
    'library/application support/bravesoftware/x',
    'library/application support/microsoft edgex/x',
    'library/application support/arc/x',
    'library/application support/slack/x',
    'library/application support/signal/x',
  ])('%s', (path) => {
    expect(saidOf(`~/${path}`)).toEqual(nothing('holds credentials'));
    expect(saidOf(`/root/${path}`)).toEqual(nothing('holds credentials'));
  });
});

describe('places that hold what was typed', () => {
  it.each(
    listed(`
  .bash_history .zsh_history .zhistory .sh_history .histfile .local/share/fish/fish_history
  .config/fish/fish_history .psql_history .mysql_history .sqlite_history .rediscli_history .mongorc.js .dbshell
  .python_history .node_repl_history
`),
  )('%s', (path) => {
    expect(saidOf(`~/${path}`)).toEqual(nothing('holds what was typed, with the secrets in it'));
  });
});

describe('keys of SSH', () => {
  it.each(listed('.ssh/id_x .ssh2/x .ssh/deep/x'))('%s', (path) => {
    expect(saidOf(`~/${path}`)).toEqual(nothing('holds private keys and says who may log in'));
  });
  it.each(listed('config known_hosts known_hosts.old authorized_keys allowed_signers id_x.pub'))(
    '~/.ssh/%s may be read',
    (name) => {
      expect(saidOf(`~/.ssh/${name}`)).toEqual(noChange('holds private keys and says who may log in'));
    },
  );
  it.each(listed('.rhosts .shosts'))('%s may be read', (path) => {
    expect(saidOf(`~/${path}`)).toEqual(noChange('says who may log in'));
  });
});

describe("Toolwright's own", () => {
  const own = "is Toolwright's own: its settings, its rules or what it recorded";
  const folders = [
    ...listed(`
  .toolwright/x .config/toolwright/x .local/share/toolwright/x .local/state/toolwright/x .cache/toolwright/x
  appdata/roaming/toolwright/x appdata/local/toolwright/x
`).map((path) => `~/${path}`),
    ...listed(`
  etc/toolwright/x var/lib/toolwright/x var/log/toolwright/x programdata/toolwright/x c:/programdata/toolwright/x
`).map((path) => `/${path}`),
    '~/library/application support/toolwright/x',
    '/library/application support/toolwright/x',
  ];
  it.each(folders)('%s', (path) => {
    expect(saidOf(path)).toEqual(nothing(own));
    for (const name of ['config.json', 'policy.json', 'rules.json'])
      expect(saidOf(path.replace(/x$/, name)), name).toEqual(noChange(own));
  });
});

describe('credentials of the machine', () => {
  it.each(
    listed(`
  etc/shadowx etc/gshadowx etc/master.passwd etc/sudoersx etc/sudoers.d/x etc/ssh/ssh_host_x_key etc/ssl/private/x
  etc/pki/tls/private/x etc/letsencrypt/live/x etc/letsencrypt/archive/x etc/letsencrypt/keys/x etc/krb5.keytab
  etc/kubernetes/x etc/rancher/x etc/wireguard/x etc/networkmanager/system-connections/x var/lib/kubelet/x
  var/db/shadow/x var/db/dslocal/x library/keychains/x run/secrets/x var/run/secrets/x run/user/x/keyring/x
  run/user/x/gnupg/x tmp/ssh-x/x windows/system32/config/x c:/windows/system32/config/x
`),
  )('/%s', (path) => {
    expect(saidOf(`/${path}`)).toEqual(nothing('holds credentials'));
  });
});

describe('sockets that give the rights of root', () => {
  it.each(
    listed(`
  docker.sock containerd/containerd.sock k3s/containerd/containerd.sock crio/crio.sock podman/podman.sock
  user/x/docker.sock user/x/podman/podman.sock libvirt/libvirt-sockx snapd.socket
`),
  )('%s', (path) => {
    for (const folder of ['/run', '/var/run'])
      expect(saidOf(`${folder}/${path}`)).toEqual(nothing('gives the rights of root'));
  });
});

describe('the inside of processes', () => {
  it.each(
    listed(`
  proc/x/environ proc/x/mem proc/x/fd/x proc/kcore proc/kmem proc/kmsg
`),
  )('/%s', (path) => {
    expect(saidOf(`/${path}`)).toEqual(nothing('is the inside of a process, with its keys'));
  });
});

describe('what decides who may log in or what runs as root may be read only', () => {
  it.each(
    listed(`
  etc/passwdx etc/groupx etc/subuid etc/subgid etc/login.defs etc/nsswitch.conf etc/securetty etc/hosts.equiv
  etc/pam.conf etc/pam.d/x etc/security/x etc/doas.conf etc/sudo.conf etc/polkit-1/x etc/ssh/x etc/ld.so.preload
  etc/ld.so.confx etc/ld.so.conf.d/x etc/crontab etc/anacrontab etc/cronx/x var/spool/cron/x var/spool/at/x
  etc/systemd/x run/systemd/x lib/systemd/x usr/lib/systemd/x usr/local/lib/systemd/x etc/init/x etc/init.d/x
  etc/inittab etc/rcx etc/rcx/x etc/profile etc/profile.d/x etc/bash.bashrc etc/bashrc etc/zshx etc/zsh/x
  etc/environment etc/environment.d/x etc/xdg/autostart/x etc/udev/x lib/udev/x usr/lib/udev/x etc/modprobe.d/x
  etc/modulesx etc/modules-load.d/x lib/modules/x usr/lib/modules/x etc/sysctl.conf etc/sysctl.d/x etc/fstab
  library/launchdaemons/x library/launchagents/x system/x
`),
  )('/%s', (path) => {
    expect(saidOf(`/${path}`)).toEqual(noChange('decides who may log in or what runs as root'));
  });
});

describe('what the machine starts and runs by may be read only', () => {
  it.each(
    listed(`
  boot/x efi/x etc/default/grub etc/grub.d/x etc/grubx.cfg etc/kernel/x etc/initramfs-tools/x etc/dracut.confx
  proc/sys/x proc/sysrq-trigger sys/x
`),
  )('/%s', (path) => {
    expect(saidOf(`/${path}`)).toEqual(noChange('is what the machine starts and runs by'));
  });
});
