import type { LooseSchema } from '../../schema/json-schema.js';
import type { ToolDefinition } from '../../tool/tool.js';
import type { Message, ModelCall } from '../message.js';

const parameters = (properties: Readonly<Record<string, LooseSchema>>): LooseSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const lookUp: ToolDefinition = {
  name: 'look_up_code',
  description: 'Gives the code of a parcel. The codes are secret: nobody knows one without looking it up.',
  parameters: parameters({ parcel: { type: 'string', description: 'the name of the parcel' } }),
};
const saveNote: ToolDefinition = {
  name: 'save_note',
  description: 'Saves a note, character for character.',
  parameters: parameters({ text: { type: 'string', description: 'the text of the note' } }),
};

export const probeTools: readonly ToolDefinition[] = [lookUp, saveNote];

/** What no model can guess. */
export const secretCode = 'KX-4821-Q';
/** Quotes, a backslash and signs beyond ASCII. */
export const exactNote = 'She said "50 % of C:\\temp\\new is ñandú — 世界".';

const system: Message = {
  role: 'system',
  text: 'You are tested. Do exactly what you are asked, with the tools you have, and say no more than needed.',
};

export const oneCall: readonly Message[] = [
  system,
  { role: 'user', text: 'What is the code of the parcel named lamp? Look it up with the tool look_up_code.' },
];

export const twoCalls: readonly Message[] = [
  system,
  {
    role: 'user',
    text: 'I need the codes of two parcels, chair and desk. Call look_up_code for both of them at once, in one message.',
  },
];

export const noteCall: readonly Message[] = [
  system,
  {
    role: 'user',
    text: `Save this note with the tool save_note, exactly as it stands between the lines:\n---\n${exactNote}\n---`,
  },
];

/** The conversation of one call, with its result. */
export function withResult(text: string, call: ModelCall): readonly Message[] {
  const result = JSON.stringify({ parcel: 'lamp', code: secretCode });
  return [
    ...oneCall,
    { role: 'assistant', text, calls: [call] },
    { role: 'tool', callId: call.id, name: call.name, text: result, isError: false },
  ];
}
