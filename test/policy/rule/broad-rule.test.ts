import { expect, it } from 'vitest';
import { breadthOf } from '../../../src/policy/rule/broad-rule.js';
import { rulesOf } from './rule-scene.js';

const breadth = (text: string) => rulesOf(text).map(breadthOf)[0];

it.each([
  ['allow *', 'it allows tools it does not name'],
  ['allow mcp__*', 'it allows tools it does not name'],
  ['allow mcp__*__x', 'it allows tools it does not name'],
  ['allow run_command', 'it allows everything that tool does'],
  ['allow write_file', 'it allows everything that tool does'],
  ['allow read', 'it does not say what it allows'],
  ['allow exec', 'it does not say what it allows'],
  ['allow exec(*)', 'it does not say what it allows'],
  ['allow run_command(*)', 'it does not say what it allows'],
  ['allow write(**)', 'it does not say what it allows'],
  ['allow net', 'it does not say what it allows'],
  ['allow net(*)', 'it does not say what it allows'],
  ['allow read(~/x)', 'it allows what lies outside the workspace'],
  ['allow read({src,~}/x)', 'it allows what lies outside the workspace'],
  ['allow read_file(/etc/**)', 'it allows what lies outside the workspace'],
  ['allow secret(X)', 'it allows the use of secrets'],
  ['allow exec(bash:*)', 'all that begins with bash can be anything'],
  ['allow exec(bash -c:*)', 'all that begins with bash -c can be anything'],
  ['allow exec(env:*)', 'all that begins with env can be anything'],
  ['allow exec(git:*)', 'all that begins with git can be anything'],
  ['allow run_command(python3:*)', 'all that begins with python3 can be anything'],
  ['allow exec(python3 -c:*)', 'all that begins with python3 -c can be anything'],
  ['allow exec(python3.12:*)', 'all that begins with python3.12 can be anything'],
  ['allow exec(node --eval:*)', 'all that begins with node --eval can be anything'],
  ['allow exec(rm -rf:*)', 'all that begins with rm -rf can be anything'],
  ['allow exec(npx tsc:*)', 'all that begins with npx tsc can be anything'],
  ['allow exec(npm exec:*)', 'all that begins with npm exec can be anything'],
  ['allow exec(docker run:*)', 'all that begins with docker run can be anything'],
  ['allow exec(git -c:*)', 'all that begins with git -c can be anything'],
  ['allow exec(find .:*)', 'all that begins with find . can be anything'],
  ['allow exec(make test:*)', 'all that begins with make test can be anything'],
  ['allow exec(uv run:*)', 'all that begins with uv run can be anything'],
])('%s is broad: %s', (text, why) => {
  expect(breadth(text)).toBe(why);
});

it.each([
  'deny *',
  'ask run_command',
  'allow mcp__docs__*',
  'allow mcp__docs__search',
  'allow exec(git log:*)',
  'allow exec(npm test)',
  'allow exec(make)',
  'allow run_command(npm run build)',
  'allow write(src/**)',
  'allow read_file(docs/**)',
  'allow net(docs.example.org)',
  'allow env(CI)',
])('%s is not', (text) => {
  expect(breadth(text)).toBeUndefined();
});
