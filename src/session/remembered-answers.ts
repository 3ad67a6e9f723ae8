import { basename, join } from 'node:path';
import { withConfigLock } from '../config/config-lock.js';
import { readHome } from '../config/read-home.js';
import { builtInProfiles } from '../profile/find-profile.js';
import { writePrivateText } from '../store/private-text.js';
import { homeFolder } from './session-places.js';

/** An answer that a profile keeps in a file of the person, in the place of a grant. */
export interface RememberedAnswer {
  /** `policies.json:1`, by its place in the file. */
  readonly id: string;
  readonly profile: string;
  /** Below the home folder. */
  readonly file: string;
  /** As the file has it: `always_allow write_files: *`. */
  readonly says: string;
}

interface Where {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The answers of the person in the files of profiles, as they are gone by. */
export async function listRemembered({ env }: Where): Promise<readonly RememberedAnswer[]> {
  const found: RememberedAnswer[] = [];
  for (const { file, text, profile } of await answerFiles(homeFolder(env))) {
    const { name, remembers } = profile;
    for (const { at, says } of remembers?.list(text) ?? [])
      found.push({ id: `${basename(file)}:${at + 1}`, profile: name, file, says });
  }
  return found;
}

/** Takes answers out of their files. */
export async function forgetRemembered(answers: readonly RememberedAnswer[], { env }: Where): Promise<void> {
  const home = homeFolder(env);
  for (const file of new Set(answers.map((answer) => answer.file))) {
    await withConfigLock(join(home, file), async () => {
      const [now] = (await answerFiles(home)).filter((one) => one.file === file);
      if (now?.profile.remembers === undefined) return;
      const { text, profile } = now;
      const { list, remove } = now.profile.remembers;
      // By what they say too: another program may have changed the file since.
      const isMeant = (at: number, says: string): boolean =>
        answers.some((one) => one.profile === profile.name && one.id.endsWith(`:${at + 1}`) && one.says === says);
      const places = list(text).filter(({ at, says }) => isMeant(at, says));
      writePrivateText(join(home, file), remove(text, new Set(places.map(({ at }) => at))));
    });
  }
}

/** Those there are, with the profiles they are of. */
async function answerFiles(home: string) {
  const known = Object.values(builtInProfiles).flatMap(({ answerFile: file, load }) => {
    const text = file === undefined ? undefined : readHome(file, home);
    return file === undefined || text === undefined ? [] : [{ file, text, load }];
  });
  return Promise.all(known.map(async ({ load, ...rest }) => ({ ...rest, profile: await load() })));
}
