import type { Program, ProgramTable } from '../../program.js';
import { likely, unknownWord } from '../../word.js';
import { asksVersion } from '../packages/version.js';
import { named, noted } from './note.js';

interface Service {
  readonly note: string;
  readonly versions?: string;
  /** The words, joined by blanks, that bring a secret to light. */
  readonly secret?: RegExp;
  readonly what?: string;
}

/** A program that works on what is kept elsewhere, signed in as the person. */
const service =
  ({ note, versions = '--version', secret, what = 'a token' }: Service): Program =>
  (args, doing) => {
    if (asksVersion(args, versions)) return;
    doing.net(unknownWord('the service that its settings name'));
    if (secret?.test(args.map(likely).join(' ')) === true) doing.secret(what);
    doing.unknown(note);
  };

const database = (note: string, versions = '--version -V'): Program => service({ note, versions });

const sqlite: Program = (args, doing) => {
  if (asksVersion(args, '--version -version -help')) return;
  const file = args.find((word) => !likely(word).startsWith('-'));
  if (file !== undefined) doing.write(file);
  doing.unknown('what is asked of the database may change it, and may run commands');
};

const mail: Program = (args, doing) => {
  if (asksVersion(args, '--version -V')) return;
  doing.unknown('sends a message to other people');
  const addresses = args.filter((word) => likely(word).includes('@'));
  for (const word of addresses.length > 0 ? addresses : [unknownWord('the mail server')]) doing.net(word);
  args.forEach(({ text }, at) => {
    const next = args[at + 1];
    if ((text === '-a' || text === '-A' || text === '-q') && next !== undefined) doing.read(next);
  });
};

const terraformNote = 'what is made or destroyed is written in the .tf files';

export const servicePrograms: ProgramTable = {
  aws: service({
    note: 'works on an account in the cloud, as the person',
    secret:
      /get-session-token|assume-role|get-login-password|get-authorization-token|export-credentials|configure (get|list|export)|get-secret-value|with-decryption|create-access-key|get-token|decrypt|generate-data-key/,
  }),
  ...named(
    'gcloud gsutil bq',
    service({
      note: 'works on an account in the cloud, as the person',
      secret: /print-(access|identity)-token|secrets versions access|keys create|get-credentials/,
    }),
  ),
  az: service({
    note: 'works on an account in the cloud, as the person',
    secret: /get-access-token|keyvault secret|list-keys|show-connection-string|keys list|credential/,
  }),
  ...named(
    'doctl heroku fly flyctl vercel netlify wrangler firebase linode-cli hcloud oci ibmcloud s3cmd',
    service({
      note: 'works on an account elsewhere, as the person',
      secret: /token|config|secret|credential|env/,
    }),
  ),
  ...named(
    'kubectl oc k9s',
    service({
      note: 'works on a cluster, as the person',
      secret: /(^| )secrets?([ /]|$)|--raw|view|create token|get-token/,
      what: 'the secrets of the cluster',
      versions: '',
    }),
  ),
  ...named(
    'helm kustomize istioctl argocd flux',
    service({ note: 'works on a cluster, as the person', versions: 'version --version' }),
  ),
  ...named(
    'terraform tofu terragrunt',
    service({
      note: terraformNote,
      secret: /output|state (pull|show)|show/,
      what: 'the state',
      versions: '--version -version version -v',
    }),
  ),
  ...named(
    'pulumi cdk sam serverless',
    service({
      note: 'what is made or destroyed is written in the program of the project',
      secret: /show-secrets|export/,
    }),
  ),
  ...named(
    'ansible ansible-playbook ansible-vault',
    service({ note: 'what runs on other machines is written in playbooks', secret: /view|decrypt/ }),
  ),
  ...named(
    'psql pg_dump pg_restore createdb dropdb createuser dropuser',
    database('works on a database; what it is told may change it, and may run commands'),
  ),
  ...named(
    'mysql mariadb mysqldump mysqladmin',
    database('works on a database; what it is told may change it, and may run commands'),
  ),
  ...named(
    'mongosh mongo mongodump mongorestore cqlsh clickhouse-client influx',
    database('works on a database; what it is told may change it'),
  ),
  'redis-cli': database('works on a database; what it is told may change it', '--version -v'),
  ...named('sqlite3 sqlite duckdb', sqlite),
  ...named('mail mailx mutt sendmail msmtp swaks', mail),
  ...named('logger wall write mesg', noted('writes to logs or to the terminals of others')),
  notify: noted('shows a message on the desktop'),
  ...named('notify-send', noted('acts on the desktop')),
};
