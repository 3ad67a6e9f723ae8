import { type Fields, fieldsOf, isObject, listOf } from './fake-api.js';

/** What the Gemini API refuses in a request, in its words; undefined when it would accept it. */
export function checkGeminiRequest(body: unknown, model: string): string | undefined {
  if (!isObject(body)) return 'Invalid JSON payload received. Unexpected token.';
  const unknown = Object.keys(body).find((key) => !known.has(key));
  if (unknown !== undefined) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`;
  const { contents } = body;
  if (!Array.isArray(contents) || contents.length === 0) {
    return '* GenerateContentRequest.contents: contents is not specified';
  }
  return (
    checkContents(contents) ??
    (/^gemini-3/.test(model) ? checkSignatures(contents) : undefined) ??
    checkTools(body) ??
    checkThinking(body['generationConfig'], model)
  );
}

const known = new Set(
  'contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent'.split(' '),
);

const partsOf = (content: unknown): readonly Fields[] => listOf(fieldsOf(content)['parts']).filter(isObject);
const roleOf = (content: unknown): unknown => (isObject(content) ? (content['role'] ?? 'user') : undefined);
const having = (content: unknown, key: string): readonly Fields[] =>
  partsOf(content)
    .map((part) => part[key])
    .filter(isObject);

/** Every call is answered in the very next content, as often as it was made. */
function checkContents(contents: readonly unknown[]): string | undefined {
  let owed: readonly Fields[] = [];
  for (const [at, content] of contents.entries()) {
    const role = roleOf(content);
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.';
    const parts = partsOf(content);
    if (parts.length === 0) return `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`;
    const empty = parts.findIndex((part) => Object.keys(part).length === 0);
    if (empty !== -1)
      return `contents[${at}].parts[${empty}].data: required oneof field 'data' must have one initialized field`;
    const results = having(content, 'functionResponse');
    if (owed.length !== results.length) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    }
    const wrong = results.find((result, index) => !fits(result, owed, index));
    if (wrong !== undefined) return `Invalid function response for ${String(wrong['name'])} in contents[${at}].`;
    owed = role === 'model' ? having(content, 'functionCall') : [];
    const odd = owed.find(
      (call) => call['args'] !== undefined && (!isObject(call['args']) || Array.isArray(call['args'])),
    );
    if (odd !== undefined)
      return `Invalid value at 'contents[${at}].parts.function_call.args' (type.googleapis.com/google.protobuf.Struct)`;
  }
  if (owed.length > 0) return 'Please ensure that function response turn comes immediately after a function call turn.';
  return roleOf(contents.at(-1)) === 'user'
    ? undefined
    : 'Please ensure that multiturn requests end with a user role or a function response.';
}

/** A result names its call by id where the call has one, else by name and place. */
function fits(result: Fields, calls: readonly Fields[], index: number): boolean {
  const call = result['id'] === undefined ? calls[index] : calls.find(({ id }) => id === result['id']);
  return call !== undefined && call['name'] === result['name'] && isObject(result['response']);
}

/** In the current turn, the first call of each model content must bear a signature. */
function checkSignatures(contents: readonly unknown[]): string | undefined {
  const start = contents.findLastIndex(
    (content) => roleOf(content) === 'user' && having(content, 'functionResponse').length === 0,
  );
  for (const [at, content] of contents.entries()) {
    if (at < start) continue;
    const first = partsOf(content).find((part) => isObject(part['functionCall']));
    if (first === undefined || typeof first['thoughtSignature'] === 'string') continue;
    const { name } = fieldsOf(first['functionCall']);
    return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call \`default_api:${String(name)}\` , position ${at + 1}.`;
  }
  return undefined;
}

function checkTools({ tools, toolConfig }: Fields): string | undefined {
  const declared = listOf(tools).flatMap((tool) => listOf(fieldsOf(tool)['functionDeclarations']));
  for (const [at, declaration] of declared.entries()) {
    if (!isObject(declaration) || !/^[A-Za-z_][\w.:-]{0,127}$/.test(String(declaration['name']))) {
      return `* GenerateContentRequest.tools[0].function_declarations[${at}].name: Invalid function name.`;
    }
    const { parameters, parametersJsonSchema: schema } = declaration;
    if (parameters !== undefined) return 'The fake server only knows parametersJsonSchema.';
    if (schema === undefined) continue;
    if (!isObject(schema) || schema['type'] !== 'object') {
      return `* GenerateContentRequest.tools[0].function_declarations[${at}].parameters: should be of type OBJECT`;
    }
    if (JSON.stringify(schema).includes('"$ref":')) return 'reference to undefined schema at properties';
  }
  const config = fieldsOf(fieldsOf(toolConfig)['functionCallingConfig']);
  const allowed = listOf(config['allowedFunctionNames']);
  const names = declared.map((declaration) => fieldsOf(declaration)['name']);
  return allowed.every((name) => names.includes(name))
    ? undefined
    : 'allowed_function_names must be a subset of the declared functions.';
}

function checkThinking(config: unknown, model: string): string | undefined {
  const thinking = fieldsOf(config)['thinkingConfig'];
  if (!isObject(thinking)) return undefined;
  const { thinkingLevel: level, thinkingBudget: budget } = thinking;
  if (level !== undefined && budget !== undefined)
    return 'You can only set only one of thinking budget and thinking level.';
  if (/^gemini-(?:1|2\.0)/.test(model)) return 'Thinking is not enabled for this model';
  if (/^gemini-2/.test(model) && level !== undefined) return 'Thinking level is not supported for this model.';
  if (/^gemini-2\.5-pro/.test(model) && budget === 0) {
    return 'Budget 0 is invalid. This model only works in thinking mode.';
  }
  const least = /^gemini-3(?:-flash|\.1-flash-lite|\.5-flash)/.test(model);
  if (level === 'MINIMAL' && !least) {
    return 'Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.';
  }
  return undefined;
}
