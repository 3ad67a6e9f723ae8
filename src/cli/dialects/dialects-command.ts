import { findDialect } from '../../dialect/find-dialect.js';
import { type ListedDialect, listDialects } from '../../dialect/list-dialects.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { type Style, styleOf } from '../view/style.js';

/** `toolwright dialects`: the text formats of calls, all of them in a line each, or some of them in full. */
export async function dialectsCommand(invocation: Invocation, host: Host): Promise<number> {
  const wanted = invocation.arguments.map((name) => findDialect(name).name);
  const listed = listDialects().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const style = styleOf(host);
  const text = invocation.flag('json')
    ? renderJson(listed)
    : wanted.length === 0
      ? renderTable(listed, style)
      : listed.map((dialect) => renderWhole(dialect, style)).join('\n\n');
  host.stdout.write(`${text}\n`);
  return exitCodes.answered;
}

function renderTable(dialects: readonly ListedDialect[], style: Style): string {
  const name = Math.max(...dialects.map((dialect) => dialect.name.length));
  const title = Math.max(...dialects.map((dialect) => dialect.title.length));
  const lines = dialects.map((dialect) =>
    `${style.bold(dialect.name.padEnd(name))}  ${dialect.title.padEnd(title)}  ${style.dim(dialect.models.slice(0, 3).join(', '))}`.trimEnd(),
  );
  return [
    ...lines,
    '',
    'toolwright dialects NAME shows one in full. With auto, the default, all of them are read.',
  ].join('\n');
}

function renderWhole({ name, title, aliases, models, sample, abilities }: ListedDialect, style: Style): string {
  const rows: readonly (readonly [string, string])[] = [
    ['also called', aliases.join(', ')],
    ['models', models.join(', ')],
    ['prompt', abilities.renderPrompt === 'own' ? 'in the style of its models' : 'the tools and an example of a call'],
    ['read by auto', abilities.auto ? 'yes' : 'no, name it'],
  ];
  const facts = rows.filter(([, value]) => value !== '').map(([key, value]) => `  ${key.padEnd(12)}  ${value}`);
  const shown = sample.split('\n').map((line) => `    ${line}`);
  return [`${style.bold(name)}  ${title}`, ...facts, '', ...shown].join('\n');
}
