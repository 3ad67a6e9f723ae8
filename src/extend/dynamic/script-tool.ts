import type { Fact } from '../../tool/fact.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { type PlannedProgram, planProgram, runProgram, type Words } from '../declared/program.js';
import type { Implementation, Language, MadeParts } from './definition.js';

type Script = Extract<Implementation, { kind: 'script' }>;

const timeoutMs = 30_000;

/** A script gets its arguments as JSON on its input; nothing of them becomes part of its text. */
export function scriptParts(
  { language, source }: Script,
  { name, version }: { name: string; version: number },
): MadeParts {
  const unknown = scriptFact(name, language);
  return {
    capabilities: ['workspace', 'process'],
    timeoutMs: timeoutMs + 10_000,
    plan(args, ctx) {
      const input = JSON.stringify(args);
      const text = `${name}, version ${version}: a ${language} script the model wrote, with ${input}\n\n${source}`;
      const words = scriptWords(language, source);
      return planProgram(
        { words, timeoutMs, input, preview: { kind: 'text', text }, unknown, basis: `${name} ${version}` },
        ctx,
      );
    },
    run: (_, ctx, carry) => {
      const planned = carry as PlannedProgram | ToolFailure;
      return isFailure(planned) ? planned : runProgram(planned, ctx);
    },
  };
}

/** Nobody knows what it does before it runs. */
export const scriptFact = (name: string, language: Language): Fact => ({
  kind: 'exec',
  target: `${name} (${language})`,
  where: 'nowhere',
  known: false,
  note: `${name} is a script the model wrote: what it does shows only when it runs`,
});

export const scriptWords = (language: Language, source: string): Words => [
  language,
  language === 'node' ? '-e' : '-c',
  source,
];
