import { asksOnly } from '../../options.js';
import { type Program, type ProgramTable, programsOf } from '../../program.js';
import { likely, unknownWord } from '../../word.js';
import { noted } from './note.js';

interface Service {
  readonly note: string;
  /** Where it connects to, in words. */
  readonly host?: string;
  readonly versions?: string;
  /** The words, joined by blanks, that bring a secret to light. */
  readonly secret?: RegExp;
  readonly what?: string;
}

/** A program that works on what is kept elsewhere, signed in as the person. */
const service =
  ({ note, host = 'the service that its settings name', versions, secret, what = 'a token' }: Service): Program =>
  (args, doing) => {
    if (asksOnly(args, versions)) return;
    doing.net(unknownWord(host));
    if (secret?.test(args.map(likely).join(' ')) === true) doing.secret(what);
    doing.unknown(note);
  };

const sqlite: Program = (args, doing) => {
  if (asksOnly(args, '--version -version -help')) return;
  const file = args.find((word) => !likely(word).startsWith('-'));
  if (file !== undefined) doing.write(file);
  doing.unknown('what is asked of the database may change it, and may run commands');
};

const mail: Program = (args, doing) => {
  if (asksOnly(args, '--version -V')) return;
  doing.unknown('sends a message to other people');
  const addresses = args.filter((word) => likely(word).includes('@'));
  for (const word of addresses.length > 0 ? addresses : [unknownWord('the mail server')]) doing.net(word);
  args.forEach(({ text }, at) => {
    const next = args[at + 1];
    if ((text === '-a' || text === '-A' || text === '-q') && next !== undefined) doing.read(next);
  });
};

const cloud = 'works on an account in the cloud, as the person';
const cluster = 'works on a cluster, as the person';
const database = 'works on a database; what it is told may change it';
const ownToken = 'the token the person is signed in with';

const services: Readonly<Record<string, Service>> = {
  aws: {
    note: cloud,
    secret:
      /get-session-token|assume-role|get-login-password|get-authorization-token|export-credentials|configure (get|list|export)|get-secret-value|with-decryption|create-access-key|get-token|decrypt|generate-data-key/,
  },
  'gcloud gsutil bq': {
    note: cloud,
    secret: /print-(access|identity)-token|secrets versions access|keys create|get-credentials/,
  },
  az: { note: cloud, secret: /get-access-token|keyvault secret|list-keys|show-connection-string|keys list|credential/ },
  'doctl heroku fly flyctl vercel netlify wrangler firebase linode-cli hcloud oci ibmcloud s3cmd': {
    note: 'works on an account elsewhere, as the person',
    secret: /token|config|secret|credential|env/,
  },
  'kubectl oc k9s': {
    note: cluster,
    secret: /(^| )secrets?([ /]|$)|--raw|view|create token|get-token/,
    what: 'the secrets of the cluster',
    versions: '',
  },
  'helm kustomize istioctl argocd flux': { note: cluster, versions: 'version --version' },
  'terraform tofu terragrunt': {
    note: 'what is made or destroyed is written in the .tf files',
    secret: /output|state (pull|show)|show/,
    what: 'the state',
    versions: '--version -version version -v',
  },
  'pulumi cdk sam serverless': {
    note: 'what is made or destroyed is written in the program of the project',
    secret: /show-secrets|export/,
  },
  'ansible ansible-playbook ansible-vault': {
    note: 'what runs on other machines is written in playbooks',
    secret: /view|decrypt/,
  },
  'psql pg_dump pg_restore createdb dropdb createuser dropuser mysql mariadb mysqldump mysqladmin': {
    note: `${database}, and may run commands`,
    versions: '--version -V',
  },
  'mongosh mongo mongodump mongorestore cqlsh clickhouse-client influx': { note: database, versions: '--version -V' },
  'redis-cli': { note: database, versions: '--version -v' },
  gh: {
    note: 'acts on GitHub as the person, and runs extensions and aliases',
    host: 'the host gh is signed in to',
    versions: '--version version',
    secret: /auth (token|status|git-credential)|--show-token|secret/,
    what: ownToken,
  },
  glab: {
    note: 'acts on GitLab as the person',
    host: 'the host glab is signed in to',
    versions: '--version version',
    secret: /auth status|variable|token/,
    what: ownToken,
  },
  'tea jira': { note: 'acts on a service as the person', host: 'the host it is signed in to' },
  'ngrok cloudflared localtunnel lt bore frpc': {
    note: 'opens a way into this machine from outside',
    host: 'the service it opens the way through',
    versions: '--version version',
  },
  'tailscale wg wg-quick openvpn': {
    note: 'changes which networks this machine is part of',
    host: 'the other end',
    versions: '--version version',
  },
};

export const servicePrograms: ProgramTable = {
  ...programsOf(services, service),
  'sqlite3 sqlite duckdb': sqlite,
  'mail mailx mutt sendmail msmtp swaks': mail,
  'logger wall write mesg': noted('writes to logs or to the terminals of others'),
  notify: noted('shows a message on the desktop'),
  'notify-send': noted('acts on the desktop'),
};
