import { describe, expect, it } from 'vitest';
import { judgeProtected } from '../../../src/policy/protected.js';
import { pathFact, places } from '../places.js';

const listed = (names: string): readonly string[] => names.split(/\s+/).filter((name) => name !== '');

const isAsked = (path: string): boolean =>
  judgeProtected([pathFact('read', path)], places).some(({ reason }) =>
    reason.endsWith(', which is named as credentials are'),
  );

describe('files named as credentials are', () => {
  it.each(
    listed(`
  .npmrc .pypirc .netrc _netrc .git-credentials .dockercfg .dockerconfigjson .htpasswd .pgpass .my.cnf
  .mylogin.cnf .s3cfg .boto .vault-token .vault_pass .databrickscfg .secret .secrets .credentials .password
  .passwords .passwd .token id_rsa id_dsa id_ecdsa id_ecdsa_sk id_ed25519 id_ed25519_sk id_xmss credentials
  kubeconfig wallet.dat local.settings.json ssh_host_rsa_key ssh_host_ecdsa_key ssh_host_ed25519_key
`),
  )('%s', (name) => {
    for (const path of [name, `a/b/${name}`, name.toUpperCase(), `${name}.bak`, `${name}~`])
      expect(isAsked(path), path).toBe(true);
  });
});

describe('kinds of files that hold credentials', () => {
  it.each(
    listed(`
  key p8 p12 pfx pkcs12 jks bks keystore kdb kdbx ppk ovpn agekey keytab kubeconfig mobileprovision tfstate tfvars
`),
  )('x.%s', (extension) => {
    expect(isAsked(`deploy/x.${extension}`)).toBe(true);
    expect(isAsked(`deploy/x.${extension}y`)).toBe(false);
  });
});

describe('files that hold values, named for secrets', () => {
  it.each(
    listed(`
  yml yaml json json5 toml ini cfg conf properties xml txt csv enc db
`),
  )('*.%s', (extension) => {
    for (const stem of listed('secret secrets db-credentials app_password passwords my.passwd kubeconfig prod.tfvars'))
      expect(isAsked(`${stem}.${extension}`), stem).toBe(true);
    for (const stem of listed(
      'service-account service_account_x serviceaccount client-secret client_secret_1 gha-creds-7',
    ))
      expect(isAsked(`${stem}.${extension}`), stem).toBe(true);
    for (const stem of listed('config passwordless secretary notes'))
      expect(isAsked(`${stem}.${extension}`), stem).toBe(false);
  });
  it.each(listed('ts md py html'))('not *.%s, which only speaks of them', (extension) => {
    expect(isAsked(`src/secrets.${extension}`)).toBe(false);
  });
});

describe('files of the folders of programs', () => {
  it.each(
    listed(`
  gcloud/credentials.db gcloud/access_tokens.db gcloud/legacy_credentials .aws/credentials .aws/config
  .kube/config .docker/config.json .git/config .git/config.worktree .git/credentials git~1/config
  git~1/config.worktree git~1/credentials .hg/hgrc .svn/auth .cargo/credentials .cargo/credentials.toml
  .gem/credentials .bundle/config .m2/settings.xml .m2/settings-security.xml gh/hosts.yml .codex/auth.json
  .claude/.credentials.json .gemini/oauth_creds.json .composer/auth.json .terraform.d/credentials.tfrc.json
`),
  )('%s', (path) => {
    expect(isAsked(`a/${path}`)).toBe(true);
  });
  it.each(listed('.ssh .gnupg .password-store .secrets .azure'))('%s: all but what is public', (folder) => {
    for (const name of ['x', 'deep/x']) expect(isAsked(`a/${folder}/${name}`), name).toBe(true);
    for (const name of listed('x.pub known_hosts README README.md .gitignore .gitkeep'))
      expect(isAsked(`a/${folder}/${name}`), name).toBe(false);
  });
});

describe('examples', () => {
  it.each(
    listed(`
  example examples sample template tmpl tpl dist default defaults schema md
`),
  )('.env.%s is one to be copied', (end) => {
    for (const path of [`.env.${end}`, `.env.local.${end}`, `.env-${end}`]) expect(isAsked(path), path).toBe(false);
    expect(isAsked(`.env.${end}x`)).toBe(true);
  });
  it.each(listed('.env .envrc .env.local .env-prod .env_x prod.env'))('%s is none', (path) => {
    expect(isAsked(path)).toBe(true);
  });
  it.each(listed('ca cacert x-ca x.ca-cert ca-bundle chain fullchain public my_pub x-pubkey public-key public_key'))(
    '%s.pem is public',
    (stem) => {
      expect(isAsked(`${stem}.pem`)).toBe(false);
      expect(isAsked(`${stem}x.pem`)).toBe(true);
    },
  );
});
