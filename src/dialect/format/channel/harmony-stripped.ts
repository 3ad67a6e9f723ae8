import type { AheadContext, Body, BodyEnd } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { readJson } from '../../value/json-reading.js';
import { harmonyTool } from './harmony-names.js';
import { sectionParts } from './section-parts.js';

const leads = ['assistantanalysis', 'assistantcommentary', 'assistantfinal', 'assistant to=functions.'] as const;
const leadStops = new Stops(leads);
const bareLeads = ['commentary to=', 'analysis', 'final'] as const;
const noStops = new Stops(['<|return|>', '<|end|>']);
const headStops = new Stops(['{', '\n\n']);

type Channel = 'analysis' | 'commentary' | 'final';

/**
 * Reads a message whose special tokens a server has left out: `analysis…assistantcommentary to=functions.x json{…}` or
 * `analysis…assistantfinal…`. `sure`: without any of these words behind it, reasoning is reasoning all the same.
 */
export const createStripped = ({ sure }: { readonly sure: boolean }) =>
  function* read(body: Body): Reading<BodyEnd> {
    const { input } = body;
    const parts = sectionParts(body);
    let lead: string = body.opener;
    let first = true;
    for (;;) {
      const channel = channelOf(lead);
      if (channel === 'final') {
        yield* input.pour(noStops, body.say);
        yield* input.toEnd();
        return 'closed';
      }
      if (channel === 'commentary' && (lead.includes(' to=') || (yield* input.takes(' to=')))) {
        const read = yield* readCall(body, lead.endsWith('functions.') ? 'functions.' : '');
        if (read !== 'made') {
          if (first && read === 'text') return 'text';
          yield* parts.lose();
          return 'closed';
        }
        yield* input.space();
        const next = yield* input.seesOne([...leads, ...bareLeads]);
        if (next === undefined) return 'closed';
        parts.begin();
        input.at += next.length;
        lead = next;
      } else {
        const { text, stop } = yield* input.until(leadStops);
        if (stop === undefined && first && !sure && channel === 'analysis') return 'text';
        if (channel === 'analysis') body.think(text);
        else body.say(text);
        if (stop === undefined) return 'closed';
        parts.begin();
        input.at += stop.length;
        lead = stop;
      }
      first = false;
    }
  };

function channelOf(lead: string): Channel {
  if (lead.includes('analysis')) return 'analysis';
  return lead.includes('commentary') || lead.includes(' to=') ? 'commentary' : 'final';
}

function* readCall({ input, calls, tools }: Body, taken: string): Reading<'made' | 'text' | 'rejected'> {
  const { text, stop } = yield* input.until(headStops, 200);
  const name = stop === '{' ? strippedTool(taken + text, tools) : undefined;
  if (name === undefined) return 'text';
  const json = yield* readJson(input, { stops: leadStops });
  if (!json.ok) return calls.rejectCall({ name, why: json.why });
  return calls.make({ name, arguments: json.json }, json.repairs) === 'lost' ? 'rejected' : 'made';
}

/** The tool of `functions.x json`, when it was offered, or when nothing is known of the tools. */
function strippedTool(header: string, tools: ToolTable): string | undefined {
  const recipient = /^([\w$.-]+)\s*(?:commentary)?\s*(?:<\|constrain\|>)?\s*(?:json|code)?\s*$/.exec(header)?.[1];
  if (recipient === undefined) return undefined;
  for (const one of [
    recipient,
    recipient.replace(/(?:json|code)$/, ''),
    recipient.replace(/commentary(?:json|code)?$/, ''),
  ]) {
    const name = harmonyTool(one, tools);
    if (name !== undefined && tools.has(name)) return name;
  }
  return tools.told || !recipient.startsWith('functions.') ? undefined : harmonyTool(recipient, tools);
}

/** Whether the name of an offered tool and a JSON object follow `to=`; `taken` stood before it. */
export const startsStrippedCall =
  (taken: string) =>
  (ahead: string, { tools, ended }: AheadContext): boolean | undefined => {
    const at = ahead.search(/\{|\n\n/);
    if (at === -1) return ended || ahead.includes('<|message|>') ? false : undefined;
    return ahead.charAt(at) === '{' && strippedTool(taken + ahead.slice(0, at), tools) !== undefined;
  };
