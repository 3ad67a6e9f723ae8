import { modes, verdicts } from '../../policy/policy.js';
import { maxExamples, maxPatternLength, maxRules } from '../../policy/rule/rule.js';
import { choice, entry, flag, line, list, object, text } from './schema-parts.js';
import type { Settings } from './setting.js';

const rulePattern = (description: string) =>
  text('What it is about', description, line('what the rule is about, as in exec(npm test)', maxPatternLength));

const ruleExamples = (description: string) =>
  list('Examples', description, maxExamples, {
    type: 'string',
    ...line('a command, path, host or name, on one line', 2000),
  });

const oneRule = {
  ...entry('Rule', {
    allow: rulePattern('Runs unasked, unless something stricter speaks against it.'),
    notify: rulePattern('Is told to the person, and runs.'),
    ask: rulePattern('Is asked about in every mode.'),
    deny: rulePattern('Never runs.'),
    when: object('When it holds', 'All that is said here must be so.', {
      mode: choice('Mode', 'The mode of the session.', modes),
      profile: text('Profile', 'The name of the profile.', line('the name of a profile, on one line', 100)),
      tainted: flag('Tainted', 'Whether text from outside has come into the session. Not with allow in a workspace.'),
    }),
    match: ruleExamples('What the rule must match: checked when the file is loaded.'),
    miss: ruleExamples('What the rule must not match: checked when the file is loaded.'),
    why: text('Why', 'Told to the person, and to the model when it is denied.', line('a reason, on one line', 500)),
  }),
  oneOf: verdicts.map((verdict) => ({ required: [verdict] })),
};

/** What is allowed, masked and distrusted. */
export const ruleSettings = {
  rules: {
    schema: list('Rules', 'What is allowed, told, asked about and denied, whatever the mode is.', maxRules, oneRule),
    reader: 'face',
    links: { 'What is allowed': 'rules.md' },
    workspace: { members: ['allow', 'notify', 'ask', 'deny', 'when', 'match', 'miss', 'why'] },
    joined: true,
    edited: 'in-file',
  },
  secrets: {
    schema: list(
      'Secrets',
      'Variables and files that are secret, beside those whose names tell: what they hold is masked and not sent.',
      200,
      text(
        'Variable or file',
        'The name of a variable, or the path of a file: from the workspace, or with ~/ from your home.',
        line('a variable or a file, as in LICENCE_CODE or ~/.licence', maxPatternLength),
      ),
    ),
    reader: 'face',
    links: { masked: 'secrets.md' },
    workspace: 'any',
    joined: true,
    edited: { whole: '["LICENCE_CODE", "~/.licence"]' },
  },
  untrusted: {
    schema: list(
      'Untrusted files',
      'Files that others wrote, such as vendor/** or *.eml: reading one taints the session.',
      maxRules,
      text(
        'Pattern',
        'A pattern of paths, as in rules.',
        line('a pattern of paths, as in vendor/**', maxPatternLength),
      ),
    ),
    reader: 'session',
    links: { 'Files that others wrote': 'rules.md#paths', taints: 'taint.md' },
    workspace: 'any',
    joined: true,
    edited: { whole: '["vendor/**", "*.eml"]' },
  },
} as const satisfies Settings;
