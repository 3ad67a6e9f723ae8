import { openAiChat } from '../src/model/provider/openai/openai-chat.js';
import { finalText } from './chat-stream.js';
import { startChildServer } from './child-server.js';
import { createEcho, prompt } from './echo-script.js';
import { handWrittenChat } from './hand-written-chat.js';
import type { Contender, Done, Scenario, ScenarioOptions } from './scenario.js';
import { echoTool, openFor, turnOf } from './toolwright-loop.js';

const expected: Done = { calls: 1, text: finalText };

/** One call whose large arguments come over HTTP, a few characters at a time. */
export async function largeArguments({ folder: workspace, smoke }: ScenarioOptions): Promise<Scenario> {
  const server = await startChildServer('chat-server');
  const size = smoke ? 1024 : 256 * 1024;
  const [small, large] = [label(size), label(size * 4)];
  const baseUrl = (characters: number): string => `${server.origin}/${characters}`;
  const race = `arguments of ${small} over HTTP`;
  const contenders = [
    handWrittenChat({ name: 'hand-written', baseUrl: baseUrl(size), expected }),
    toolwrightChat({ name: 'toolwright', baseUrl: baseUrl(size), workspace }),
    handWrittenChat({ name: `hand-written, ${large}`, baseUrl: baseUrl(size * 4), expected }),
    toolwrightChat({ name: `toolwright, ${large}`, baseUrl: baseUrl(size * 4), workspace }),
  ];
  return {
    races: [{ name: race, repetitions: smoke ? 1 : 12, contenders }],
    bars: [
      {
        race,
        contender: 'toolwright',
        against: 'hand-written',
        limit: 2,
        says: `${race}, against a hand-written loop`,
      },
      {
        race,
        contender: `toolwright, ${large}`,
        against: 'toolwright',
        limit: 5,
        says: `arguments of ${large}, against ${small}`,
      },
    ],
    close: server.close,
  };
}

function toolwrightChat(options: { name: string; baseUrl: string; workspace: string }): Contender {
  const work = createEcho();
  const tool = echoTool(work);
  const model = openAiChat({ baseUrl: options.baseUrl, model: 'scripted' });
  const open = () => openFor({ model, workspace: options.workspace, tools: [tool] });
  return { name: options.name, expected, ...turnOf({ open, work, prompt }) };
}

const label = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);
