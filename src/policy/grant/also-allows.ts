import type { Fact } from '../../tool/fact.js';
import type { PolicyInput } from '../policy.js';
import type { MadeRule } from './exact-rules.js';
import { onlyReads, renderWords, runsProject } from './wider-rules.js';

/** What rules would allow beside the call they were made for, in words. */
export function alsoAllows(rules: readonly MadeRule[], { sandboxed }: PolicyInput): readonly string[] {
  const said = new Set(rules.flatMap(({ rule, fact }) => alsoOf(rule, fact, sandboxed)));
  const runs = rules.some(({ fact }) => fact.kind === 'exec');
  if (runs && !sandboxed) said.add(unconfined);
  return [...said];
}

const unconfined = 'to run it unconfined, with all your rights, as no sandbox is here';

/** The same of a rule about all calls of a tool. */
export function alsoOfTool({ tool, facts, sandboxed }: PolicyInput): readonly string[] {
  const runs = facts.some(({ kind }) => kind === 'exec');
  return [
    tool.source === 'builtin'
      ? `every other call of ${tool.name} in the workspace, with any arguments`
      : `every other call of ${tool.name}, with any arguments, until its server is started otherwise or describes it otherwise`,
    ...(runs && !sandboxed ? [unconfined] : []),
  ];
}

function alsoOf(rule: string, fact: Fact, sandboxed: boolean): readonly string[] {
  if (fact.kind === 'exec') return alsoOfCommand(rule, fact, sandboxed);
  if (fact.kind === 'net') {
    // Where anybody may publish (a code host, a registry), whoever allows to fetch allows to publish too.
    const others = 'what is sent there can be read by others';
    return [`every address on ${fact.target}, with any tool or command, and sending anything there: ${others}`];
  }
  if (fact.kind === 'read') return [`what ${fact.target} holds by then, and reading it with any tool`];
  const folder = /^write\((.*)\/\*\*\)$/.exec(rule)?.[1];
  if (folder !== undefined) return [`every file below ${folder}/, now and later, with any content`];
  return [`any other content of ${fact.target}`];
}

function alsoOfCommand(rule: string, { words = [], proved }: Fact, sandboxed: boolean): readonly string[] {
  const known = words.filter((word) => word !== null);
  const prefix = /^exec\((.*):\*\)$/.exec(rule)?.[1];
  const name = prefix ?? renderWords(known);
  if (onlyReads(known)) return prefix === undefined ? [] : [`any other arguments after ${prefix}`];
  if (prefix === undefined && proved === true) return ['the same with whatever its files and its input hold by then'];
  const said: string[] = [];
  if (prefix !== undefined)
    said.push(`any other arguments after ${prefix}, also such as name files, folders and programs elsewhere`);
  if (runsProject(known))
    said.push(
      `whatever ${name} runs by then, in any folder of the workspace: the scripts, settings and files it goes by can change`,
    );
  said.push(
    sandboxed ? 'what it writes in the workspace' : 'what it writes in the workspace, and every host it connects to',
  );
  return said;
}
