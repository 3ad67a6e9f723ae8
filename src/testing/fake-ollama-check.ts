import { scanJson } from '../model/provider/json-scan.js';
import { type Fields, fieldsOf, isObject } from './fake-api.js';

/**
 * What Ollama's server refuses in a chat request, about in its words; undefined when it would accept it. It reads the
 * body into Go's fixed types: a field of another type fails the whole request, one it does not know is passed over.
 */
export function checkOllamaRequest(text: string, body: unknown): string | undefined {
  if (text === '') return 'missing request body';
  if (!isObject(body)) return 'invalid character in the request body';
  const { depth, endless } = scanJson(text);
  if (depth > 10_000) return 'exceeded max depth';
  if (endless) return 'json: cannot unmarshal number into Go value of type float64';
  if (typeof body['model'] !== 'string' || body['model'] === '') return 'model is required';
  return (
    each(body['messages'], 'messages', checkMessage) ??
    each(body['tools'], 'tools', checkTool) ??
    field(body, 'stream', 'bool') ??
    field(body, 'truncate', 'bool') ??
    field(body, 'shift', 'bool') ??
    checkThink(body['think']) ??
    checkKeepAlive(body['keep_alive']) ??
    checkOptions(body['options'])
  );
}

type Check = (value: Fields, path: string) => string | undefined;
type Kind = 'string' | 'bool' | 'object' | 'array';

function each(list: unknown, path: string, check: Check): string | undefined {
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) return wrongType(list, path, '[]');
  for (const item of list) {
    if (!isObject(item) || Array.isArray(item)) return wrongType(item, path, 'struct');
    const refusal = check(item, path);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Go reads null as the empty value of any type. */
function field(value: Fields, name: string, kind: Kind, path = name): string | undefined {
  const found = value[name];
  if (found === undefined || found === null || kindOf(found) === kind) return undefined;
  return wrongType(found, path, kind);
}

function strings(list: unknown, path: string): string | undefined {
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) return wrongType(list, path, '[]string');
  const odd = list.find((item) => typeof item !== 'string') as unknown;
  return odd === undefined ? undefined : wrongType(odd, path, 'string');
}

const checkMessage: Check = (message, path) => {
  const texts = ['role', 'content', 'thinking', 'tool_name', 'tool_call_id'];
  const wrong = texts.map((name) => field(message, name, 'string', `${path}.${name}`)).find(Boolean);
  return (
    wrong ??
    checkImages(message['images'], `${path}.images`) ??
    each(message['tool_calls'], `${path}.tool_calls`, checkCall)
  );
};

function checkImages(images: unknown, path: string): string | undefined {
  const wrong = strings(images, path);
  if (wrong !== undefined || !Array.isArray(images)) return wrong;
  const odd = images.find(
    (image: string) => !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(image),
  );
  return odd === undefined ? undefined : 'illegal base64 data at input byte 0';
}

const checkCall: Check = (call, path) => {
  const { arguments: args } = fieldsOf(call['function']);
  if (args === undefined || args === null || kindOf(args) === 'object') return undefined;
  return wrongType(args, `${path}.function.arguments`, 'api.ToolCallFunctionArguments');
};

const checkTool: Check = (tool, path) => {
  const described = tool['function'];
  if (!isObject(described)) return undefined;
  const parameters = described['parameters'];
  const at = `${path}.function`;
  const wrong =
    field(described, 'name', 'string', `${at}.name`) ?? field(described, 'description', 'string', `${at}.description`);
  if (wrong !== undefined || !isObject(parameters)) return wrong;
  return (
    field(parameters, 'type', 'string', `${at}.parameters.type`) ??
    strings(parameters['required'], `${at}.parameters.required`) ??
    checkProperties(parameters['properties'], `${at}.parameters.properties`)
  );
};

function checkProperties(properties: unknown, path: string): string | undefined {
  if (properties === undefined || properties === null) return undefined;
  if (!isObject(properties) || Array.isArray(properties)) return wrongType(properties, path, 'api.ToolPropertiesMap');
  return each(Object.values(properties), path, checkProperty);
}

const checkProperty: Check = (property, path) => {
  const { type } = property;
  return (
    (typeof type === 'string' ? undefined : strings(type, `${path}.type`)) ??
    field(property, 'description', 'string', `${path}.description`) ??
    field(property, 'enum', 'array', `${path}.enum`) ??
    each(property['anyOf'], `${path}.anyOf`, checkProperty) ??
    checkProperties(property['properties'], `${path}.properties`)
  );
};

function checkThink(think: unknown): string | undefined {
  if (think === undefined || think === null || typeof think === 'boolean') return undefined;
  if (typeof think !== 'string') return 'think must be a boolean or string ("high", "medium", "low", true, or false)';
  if (['high', 'medium', 'low'].includes(think)) return undefined;
  return `invalid think value: "${think}" (must be "high", "medium", "low", true, or false)`;
}

function checkKeepAlive(duration: unknown): string | undefined {
  if (duration === undefined || duration === null || typeof duration === 'number') return undefined;
  if (typeof duration !== 'string') return `Unsupported type: '${typeof duration}'`;
  if (/^[+-]?(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+$/.test(duration) || duration === '0') return undefined;
  return `time: ${/^[+-]?\d+$/.test(duration) ? 'missing unit in' : 'invalid'} duration "${duration}"`;
}

function checkOptions(options: unknown): string | undefined {
  if (options === undefined || options === null) return undefined;
  if (!isObject(options) || Array.isArray(options)) return wrongType(options, 'options', 'map[string]interface {}');
  const odd = ['num_ctx', 'num_predict', 'seed', 'top_k'].find(
    (name) => (options[name] ?? 0) !== Number(options[name] ?? 0),
  );
  return odd === undefined ? undefined : `option "${odd}" must be of type integer`;
}

const wrongType = (value: unknown, path: string, type: string): string =>
  `json: cannot unmarshal ${kindOf(value)} into Go struct field ChatRequest.${path} of type ${type}`;

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
