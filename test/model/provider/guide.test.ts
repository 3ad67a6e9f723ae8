import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideModel } from '../../../src/model/provider/guide.js';
import { verifies } from '../../requirements.js';
import { newFolder, open, play } from '../../session/open.js';

function workspace(): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'README.md'), '# Hello\nA test.\n');
  writeFileSync(join(folder, 'src', 'a.ts'), '// TODO: (more)\n');
  return folder;
}

/** What the guide answers, and the calls it made on the way. */
async function ask(text: string, folder = workspace()) {
  const session = await open([], {
    model: guideModel(),
    workspace: folder,
    builtins: true,
    onQuestion: () => ({ choice: 'once' }),
  });
  const { end, events } = await play(session.send(text));
  const calls = events.flatMap((event) =>
    event.type === 'call-admitted' ? [`${event.body.name} ${event.body.arguments}`] : [],
  );
  return { text: end.text, reason: end.reason, calls };
}

describe('the guide', () => {
  const wishes: Record<string, readonly [string, RegExp]> = {
    'list the files': ['list_dir {"path":"."}', /README\.md/],
    'List the files in src': ['list_dir {"path":"src"}', /a\.ts/],
    'read README.md': ['read_file {"path":"README.md"}', /1: # Hello/],
    'find TODO in src': ['grep {"pattern":"TODO","path":"src"}', /a\.ts/],
    'search for "TODO: (more)"': ['grep {"pattern":"TODO: \\\\(more\\\\)"}', /a\.ts/],
    'find files *.ts': ['glob {"pattern":"*.ts"}', /src\/a\.ts/],
    'run echo hello': ['run_command {"command":"echo hello"}', /hello/],
    'what time is it?': ['get_current_time {}', /\d{4}-\d\d-\d\dT/],
    'please read README.md': ['read_file {"path":"README.md"}', /1: # Hello/],
    'what is in README.md?': ['read_file {"path":"README.md"}', /1: # Hello/],
    'what is in src?': ['list_dir {"path":"src"}', /a\.ts/],
    'list src': ['list_dir {"path":"src"}', /a\.ts/],
    'show me the files': ['list_dir {"path":"."}', /README\.md/],
    'Where is TODO?': ['grep {"pattern":"TODO"}', /a\.ts/],
    'run echo a?': ['run_command {"command":"echo a?"}', /a\?/],
    'where am I': ['get_working_directory {}', /toolwright-session-/],
  };
  for (const [wish, [call, says]] of Object.entries(wishes)) {
    it(`turns "${wish}" into a call and tells its result`, async () => {
      verifies('models.guide.phrases');
      const got = await ask(wish);
      expect(got.calls).toEqual([call]);
      expect(got.text).toMatch(says);
    });
  }

  it('changes files', async () => {
    verifies('models.guide.phrases');
    const folder = workspace();
    await ask('replace "A test" by "Two tests" in README.md', folder);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('# Hello\nTwo tests.\n');
    await ask('write good morning to notes/day.txt', folder);
    expect(readFileSync(join(folder, 'notes/day.txt'), 'utf8')).toBe('good morning\n');
    await ask('replace all o by 0 in notes/day.txt', folder);
    expect(readFileSync(join(folder, 'notes/day.txt'), 'utf8')).toBe('g00d m0rning\n');
    await ask('create a file new.txt with hello', folder);
    await ask('change hello to goodbye in new.txt', folder);
    expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('goodbye\n');
  });

  it('says what it is, what it did not understand and what did not work', async () => {
    verifies('models.guide.says-what');
    expect((await ask('exit')).text).toContain('/exit');
    expect((await ask('what can you do?')).text).toContain('I am the guide');
    const lost = await ask('compose a sonnet about type systems');
    expect(lost).toMatchObject({ reason: 'answered', calls: [] });
    expect(lost.text).toContain('I did not understand that');
    expect((await ask('read nothing.txt')).text).toMatch(/read_file did not work:\n.*nothing\.txt/);
  });

  it('always says the same', async () => {
    const folder = workspace();
    expect((await ask('list the files', folder)).text).toBe((await ask('list the files', folder)).text);
  });
});
