import { stemOf } from './words-of.js';

/** Words that people use for the same where tools are meant. One may stand in several lines. */
const alike = [
  'file document doc docs text json csv markdown readme',
  'folder directory dir path',
  'read show view display print open load look see inspect content contents cat head first say says',
  'list show browse enumerate all every ls see',
  'write save store create make dump output put export persist disk',
  'create make new add generate set',
  'edit change modify fix replace correct rewrite revise adjust alter tweak refactor update',
  'replace swap substitute overwrite exchange',
  'update change edit mark set',
  'delete remove erase rid drop forget discard throw trash clean wipe purge clear unlink',
  'move rename name relocate transfer put',
  'append end bottom add tail',
  'insert between above below put',
  'search find locate look lookup seek',
  'grep occurrence mention contain find word string search text',
  'glob pattern wildcard ending extension matching find all',
  'run execute invoke perform install test launch start',
  'start launch spin begin boot serve server',
  'stop kill abort terminate end cancel quit shut halt close',
  'command process job program script shell bash server',
  'output log print tail poll',
  'background still going running keep',
  'input answer type send keys prompt',
  'terminal screen tty vim interactive',
  'picture image photo icon',
  'sound audio media video',
  'web internet online website site page url link google news article',
  'fetch download scrape crawl retrieve grab pull open website',
  'time date clock today now day week hour month year',
  'build compile compilation error',
  'ask question choose choice option clarify confirm',
  'user person human me',
  'remember memory store know knowledge graph entity fact',
  'person company entity thing people',
  'relation relationship connect link relate connection unlink disconnect',
  'observation fact note',
  'compress zip gzip archive pack',
  'echo repeat back',
  'sum add plus calculate total number compute',
  'environment env variable var vars',
  'task todo item note later checklist reminder',
  'delegate agent subagent helper assistant',
  'complete completed finish done tick',
  'several many multiple once batch together both three',
  'tree structure recursive nested hierarchy',
  'size large big bytes disk usage space',
  'info information metadata detail stat changed modified created permission',
  'current working here now',
  'patch diff',
  'definition defined symbol function class call caller calls reference usage',
  'comment todo fixme left',
  'plan step steps before approve propose',
  'editor open active',
  'allowed access permitted',
  'mail message letter',
  'example sample demo test tiny',
];

/** What else a word may stand for, as stems; built when the first one is looked for. */
export function synonymsOf(stem: string): readonly string[] {
  groups ??= groupsOf();
  return groups.get(stem) ?? none;
}

let groups: ReadonlyMap<string, readonly string[]> | undefined;
const none: readonly string[] = [];

function groupsOf(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const line of alike) {
    const stems = line.split(' ').flatMap((word) => stemOf(word) ?? []);
    for (const stem of stems) {
      const others = found.get(stem) ?? new Set();
      found.set(stem, others);
      for (const other of stems) if (other !== stem) others.add(other);
    }
  }
  return new Map([...found].map(([stem, others]) => [stem, [...others]]));
}
