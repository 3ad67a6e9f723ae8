import { posix } from 'node:path';
import { asksOnly } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, unknownWord, type Word } from '../../word.js';
import { wordFrom } from '../files/path-word.js';

const rootOnHost = 'makes the container root on this machine';

/** Containers are started by a service that is root: what reaches the machine from inside one is looked for. */
const docker =
  (note: string): Program =>
  (args, doing) => {
    if (asksOnly(args, '--version -v --help')) return;
    doing.unknown(note);
    if (args.some(({ text }) => /^(pull|push|login|build|run|up|search|create)$/.test(text ?? ''))) {
      doing.net(unknownWord('the host that images come from'));
    }
    const settled = args.map((word) => ({ word, text: likely(word) }));
    settled.forEach(({ word, text }, at) => {
      const next = args[at + 1];
      if (breaksOut(text, likely(next ?? literal('')))) doing.forbid(rootOnHost);
      for (const share of sharesOf(word, text, next)) reportShare(share, doing);
    });
    reportFiles(args, doing);
  };

const mightyRight = /^(cap_)?(all|sys_admin|sys_ptrace|sys_module|sys_rawio|dac_read_search)$/i;

function breaksOut(option: string, next: string): boolean {
  if (option === '--privileged' || option === '--privileged=true') return true;
  const [name = '', ...joined] = option.split('=');
  const value = joined.length > 0 ? joined.join('=') : next;
  if (/^--(pid|userns|cgroupns)$/.test(name)) return value === 'host';
  return name === '--cap-add' && mightyRight.test(value);
}

interface Share {
  readonly host: Word;
  readonly readOnly: boolean;
}

/** What of the machine is shown to the container: `-v HOST:IN[:ro]`, `--mount type=bind,source=HOST`, `--device HOST`. */
function sharesOf(word: Word, option: string, next: Word | undefined): readonly Share[] {
  const joined = /^(-v|--volume|--mount|--device)(=|(?<=-v)(?=[/.~$]))/.exec(option);
  const name = joined === null ? option : (joined[1] ?? '');
  const value = joined === null ? next : wordFrom(word, joined[0].length);
  if (value === undefined) return [];
  const text = likely(value);
  if (name === '--mount') {
    const host = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1];
    return host === undefined ? [] : [{ host: literal(host), readOnly: /(^|,)(readonly|ro)(=true|,|$)/.test(text) }];
  }
  if (!/^(-[a-z]*v|--volume|--device)$/.test(name)) return [];
  const [host = '', , flags = ''] = text.split(':');
  // A name without a slash is a volume of docker's own.
  return /^[/.~]/.test(host) ? [{ host: sameIfKnown(value, host), readOnly: /(^|,)ro(,|$)/.test(flags) }] : [];
}

function reportShare({ host, readOnly }: Share, doing: EffectSink): void {
  const path = posix.resolve(doing.cwd ?? '/', likely(host));
  if (isMighty(path)) doing.forbid(rootOnHost);
  doing.read(host, { deep: true });
  if (!readOnly) doing.write(host, { deep: true });
}

const isMighty = (path: string): boolean =>
  /^\/((etc|root|boot|dev|proc|sys|usr|bin|sbin|lib|lib64|var|run|home|Users|private)\/?)?$/.test(path) ||
  /\/(docker|podman|containerd|crio|cri-dockerd)\.sock$/.test(path) ||
  /^\/(var\/)?run\/(docker|containerd|crio|podman)(\/|$)/.test(path);

function reportFiles(args: readonly Word[], doing: EffectSink): void {
  args.forEach((word, at) => {
    const { text } = word;
    if (text === '--env-file' && args[at + 1] !== undefined) doing.read(args[at + 1] as Word);
    if (text?.startsWith('--env-file=') === true) doing.read(literal(text.slice('--env-file='.length)));
    if (text === '-H' || text === '--host') doing.net(args[at + 1] ?? unknownWord('the service'));
  });
  const at = args.findIndex(({ text }) => text === 'cp');
  if (at === -1) return;
  const [from, to] = args.slice(at + 1).filter((word) => !likely(word).startsWith('-'));
  if (from !== undefined && !likely(from).includes(':')) doing.read(from, { deep: true });
  if (to !== undefined && !likely(to).includes(':')) doing.write(to, { deep: true });
}

const sameIfKnown = (word: Word, text: string): Word =>
  word.text === undefined ? { ...word, guess: text } : { text, source: word.source };

export const containerPrograms: ProgramTable = {
  'docker podman nerdctl': docker('containers are run by a service that is root on this machine'),
  'docker-compose podman-compose': docker(
    'what is started, and with which folders of this machine, is written in compose.yaml',
  ),
  'ctr crictl buildah lxc lxd incus machinectl vagrant virsh qemu-img': docker(
    'starts or changes machines beside this one',
  ),
};
