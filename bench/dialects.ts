import type { LanguageModelV3FunctionTool, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { hermesProtocol, qwen3CoderProtocol } from '@ai-sdk-tool/parser';
import type { Dialect } from '../src/dialect/dialect.js';
import { findDialect } from '../src/dialect/find-dialect.js';
import type { Bar } from './bars.js';
import { messageOf, type Sample, samples } from './dialect-samples.js';
import type { Contender, Race, Scenario, ScenarioOptions } from './scenario.js';

/** Calls read from text: in pieces of a stream, whole, and by size. */
export async function dialects({ smoke }: ScenarioOptions): Promise<Scenario> {
  const repetitions = smoke ? 1 : 40;
  const streamed = samples.map((sample): Race => {
    const pieces = inPieces(sample.message, 4);
    return {
      name: `${sample.dialect} in pieces of 4`,
      repetitions,
      contenders: [
        otherParser(sample, pieces),
        reading('toolwright', sample, findDialect(sample.dialect), pieces),
        reading('toolwright, auto', sample, findDialect('auto'), pieces),
      ],
    };
  });
  const whole = samples.map((sample): Race => {
    const pieces = [sample.message];
    return {
      name: `${sample.dialect} whole`,
      repetitions,
      contenders: [
        bareReading(sample),
        reading('toolwright', sample, findDialect(sample.dialect), pieces),
        reading('toolwright, auto', sample, findDialect('auto'), pieces),
      ],
    };
  });
  const sizes = growing(smoke);
  return {
    races: [...streamed, ...whole, ...sizes.map(({ race }) => race)],
    bars: [...streamed.flatMap(streamBars), ...samples.flatMap(wholeBars), ...sizes.map(({ bar }) => bar)],
    close: async () => {},
  };
}

const streamBars = ({ name: race }: Race): readonly Bar[] => [
  {
    race,
    contender: 'toolwright',
    against: '@ai-sdk-tool/parser',
    limit: 1 / 50,
    says: `${race}, against @ai-sdk-tool/parser`,
  },
  { race, contender: 'toolwright, auto', against: 'toolwright', limit: 2, says: `${race}, auto against named` },
];

/** Where the bodies are JSON, parsing them is the least there is to do; there is no such measure for others. */
function wholeBars({ dialect, isJson }: Sample): readonly Bar[] {
  const race = `${dialect} whole`;
  const against = 'indexOf and JSON.parse';
  return [
    ...(isJson ? [{ race, contender: 'toolwright', against, limit: 4, says: `${race}, against ${against}` }] : []),
    { race, contender: 'toolwright, auto', against: 'toolwright', limit: 2, says: `${race}, auto against named` },
  ];
}

/** What grows with the message must grow no faster than it. */
function growing(smoke: boolean): readonly { readonly race: Race; readonly bar: Bar }[] {
  const small = smoke ? 1024 : 64 * 1024;
  return (['arguments', 'prose', 'brackets', 'opening tags', 'an unclosed call'] as const).map((kind) => {
    const [name, large] = [`${kind} of 64 KB`, `${kind} of 1 MB`];
    const race: Race = {
      name: `${kind}, by size`,
      repetitions: smoke ? 1 : 15,
      contenders: [small, small * 16].map((size) => {
        const sample = messageOf(kind, size);
        const expected = { calls: 1, text: `${sample.calls} calls` };
        const label = size === small ? name : large;
        return reading(label, sample, findDialect('auto'), [sample.message], expected);
      }),
    };
    return {
      race,
      bar: { race: race.name, contender: large, against: name, limit: 20, says: `${large}, against ${name}` },
    };
  });
}

function reading(
  name: string,
  sample: Sample,
  dialect: Dialect,
  pieces: readonly string[],
  expected = { calls: 1, text: `${sample.calls} calls` },
): Contender {
  return {
    name,
    expected,
    async run() {
      let calls = 0;
      const parser = dialect.createParser({ tools: sample.tools }, (event) => {
        if (event.type === 'call') calls += 1;
      });
      for (const piece of pieces) parser.push(piece);
      parser.end();
      return { calls: 1, text: `${calls} calls` };
    },
  };
}

/** The least there is to do: find the marks, parse what is between them. */
function bareReading({ message, open, close, isJson, calls }: Sample): Contender {
  return {
    name: 'indexOf and JSON.parse',
    expected: { calls: 1, text: `${calls} calls` },
    async run() {
      let found = 0;
      for (let at = message.indexOf(open); at !== -1; at = message.indexOf(open, at)) {
        const end = message.indexOf(close, at);
        const body = message.slice(at + open.length, end);
        if (isJson && JSON.parse(body) === undefined) break;
        found += 1;
        at = end;
      }
      return { calls: 1, text: `${found} calls` };
    },
  };
}

function otherParser(sample: Sample, pieces: readonly string[]): Contender {
  const tools: LanguageModelV3FunctionTool[] = sample.tools.map(({ name, parameters }) => ({
    type: 'function',
    name,
    inputSchema: parameters ?? {},
  }));
  const parts: LanguageModelV3StreamPart[] = [
    { type: 'text-start', id: '1' },
    ...pieces.map((delta): LanguageModelV3StreamPart => ({ type: 'text-delta', id: '1', delta })),
    { type: 'text-end', id: '1' },
  ];
  const protocol = sample.dialect === 'hermes' ? hermesProtocol() : qwen3CoderProtocol();
  return {
    name: '@ai-sdk-tool/parser',
    expected: { calls: 1, text: `${sample.calls} calls` },
    async run() {
      let calls = 0;
      const stream = ReadableStream.from(parts).pipeThrough(protocol.createStreamParser({ tools }));
      for await (const part of stream) if (part.type === 'tool-call') calls += 1;
      return { calls: 1, text: `${calls} calls` };
    },
  };
}

const inPieces = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
