import type { Profile } from '../../agent/profile.js';
import { nearest } from '../../base/nearest.js';
import { namesOf } from '../../tool/former-names.js';
import type { ConfigIssue } from '../problem.js';
import type { ProfileSettings } from './profile-schema.js';
import { profileTools } from './profile-tools.js';

/** What a file says of things that the profile it extends does not have. */
export const checkAgainstBase = (own: ProfileSettings, base: Profile): readonly ConfigIssue[] => [
  ...checkTools(own, base),
  ...checkChoices(own, base),
];

function checkTools({ tools }: ProfileSettings, base: Profile): readonly ConfigIssue[] {
  if (tools === undefined) return [];
  const known = profileTools(base).map(({ name }) => name);
  return (['only', 'without'] as const).flatMap((list) =>
    (tools[list] ?? []).flatMap((name, at) => {
      if (namesOf(name).some((one) => known.includes(one))) return [];
      const near = nearest(name, known);
      const advice = near === undefined ? `use some of ${known.join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
      const message = `${JSON.stringify(name)} is no tool of the profile ${base.name}; ${advice}`;
      return [{ path: ['tools', list, String(at)], message }];
    }),
  );
}

/** Two choices with one word would leave it open what was meant: a no could become a yes. */
function checkChoices({ approval }: ProfileSettings, base: Profile): readonly ConfigIssue[] {
  const changed = Object.entries(approval?.choices ?? {});
  const given = base.approval.choices.map(({ gives }) => gives);
  const path = ['approval', 'choices'];
  const missing = changed
    .filter(([gives]) => !given.some((one) => one === gives))
    .map(([gives]) => ({
      path: [...path, gives],
      message: `the profile ${base.name} has no choice ${gives}; use ${given.join(', ')}`,
    }));
  const words = new Map<string, string>();
  const twice: ConfigIssue[] = [];
  for (const choice of base.approval.choices) {
    const own = changed.find(([gives]) => gives === choice.gives)?.[1].words;
    const wordless = own?.length === 0;
    if (wordless) twice.push({ path: [...path, choice.gives, 'words'], message: 'words is empty; write at least one' });
    for (const word of wordless || own === undefined ? choice.words : own) {
      const other = words.get(word.toLowerCase());
      if (other !== undefined && other !== choice.gives)
        twice.push({
          path: [...path, choice.gives],
          message: `${JSON.stringify(word)} is a word of ${other} too; write another`,
        });
      words.set(word.toLowerCase(), choice.gives);
    }
  }
  return [...missing, ...twice];
}
