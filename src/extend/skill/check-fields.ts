import { defined } from '../../base/defined.js';
import { findLookAlikes } from '../../base/look-alike.js';
import { cutEnd } from '../../base/text.js';
import type { YamlNode } from '../../dialect/value/yaml-node.js';
import { textOf } from '../front-matter.js';
import type { SkillFields } from './skill.js';

export interface CheckedFields {
  /** Absent: there is an error, and the skill is not used. */
  readonly fields?: SkillFields;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

const maxNameLength = 64;
const maxDescription = 1024;
const maxText = 500;
const maxEntries = 50;

const known: ReadonlySet<string> = new Set([
  ...['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'],
]);

/** What a frontmatter says, by the rules of the Agent Skills format, and where it does not keep them. */
export function checkFields(
  members: ReadonlyMap<string, YamlNode>,
  { folderName }: { readonly folderName: string | undefined },
): CheckedFields {
  const errors: string[] = [];
  const warnings: string[] = [];
  const text = (key: string, most: number): string | undefined => {
    const node = members.get(key);
    if (node === undefined) return undefined;
    const raw = textOf(node);
    if (raw === undefined) return void warnings.push(`${key} is no text, and is left out`);
    const line = oneLine(raw);
    if (line.hidden) warnings.push(`${key} holds characters that are not seen; they are left out`);
    if (line.text.length > most) warnings.push(`${key} has more than ${most} characters, and is cut`);
    return line.text === '' ? undefined : cutEnd(line.text, most);
  };
  const name = checkName(members.get('name'), { folderName, errors, warnings });
  const description = text('description', maxDescription);
  if (description === undefined) errors.push('it has no description: say what the skill does and when to use it');
  const unknown = [...members.keys()].filter((key) => !known.has(key)).slice(0, maxEntries);
  if (unknown.length > 0) warnings.push(`not part of the format, and passed over: ${unknown.map(shown).join(', ')}`);
  const license = text('license', maxText);
  const compatibility = text('compatibility', maxText);
  const metadata = metadataOf(members.get('metadata'), warnings);
  const allowedTools = toolsOf(members.get('allowed-tools'), warnings);
  if (name === undefined || description === undefined) return { errors, warnings };
  const fields: SkillFields = {
    name,
    description,
    ...defined({ license, compatibility, metadata, allowedTools }),
  };
  return { fields, errors, warnings };
}

/** A name is typed, shown in lists and part of a path: nothing is in it that could pass for something else. */
function checkName(
  node: YamlNode | undefined,
  {
    folderName,
    errors,
    warnings,
  }: { readonly folderName: string | undefined; readonly errors: string[]; readonly warnings: string[] },
): string | undefined {
  const given = (node === undefined ? '' : (textOf(node) ?? '')).trim();
  if (given === '') return void errors.push('it has no name');
  const name = given.toLowerCase();
  if (!/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/.test(name) || name.includes('..') || name.length > maxNameLength) {
    const [like] = findLookAlikes(given, 'name');
    const why =
      like === undefined
        ? `use at most ${maxNameLength} of a-z, 0-9 and -`
        : `${like.word} is written with letters that pass for others`;
    return void errors.push(`the name ${shown(given)} cannot be used: ${why}`);
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(given))
    warnings.push(`the name ${shown(given)} should have only a-z, 0-9 and single hyphens`);
  if (folderName !== undefined && name !== folderName)
    warnings.push(`the name is ${name}, but the folder is ${shown(folderName)}`);
  return name;
}

function metadataOf(node: YamlNode | undefined, warnings: string[]): Readonly<Record<string, string>> | undefined {
  if (node === undefined) return undefined;
  if (node.kind !== 'map') return void warnings.push('metadata is no list of keys and values, and is left out');
  const entries = [...node.members].slice(0, maxEntries).flatMap(([key, member]) => {
    const text = textOf(member);
    return text === undefined ? [] : [[cutEnd(oneLine(key).text, 100), cutEnd(oneLine(text).text, maxText)] as const];
  });
  if (entries.length < node.members.size) warnings.push('metadata holds more than short texts, which are left out');
  return Object.fromEntries(entries);
}

function toolsOf(node: YamlNode | undefined, warnings: string[]): readonly string[] | undefined {
  if (node === undefined) return undefined;
  const texts = node.kind === 'list' ? node.items.map(textOf) : [textOf(node)];
  const names = texts.flatMap((text) => oneLine(text ?? '').text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []);
  if (texts.includes(undefined)) warnings.push('allowed-tools holds more than names, which are left out');
  return names.slice(0, maxEntries).map((name) => cutEnd(name, 200));
}

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** What stands in a list on a screen and in a prompt has to stay in its line. */
function oneLine(text: string): { readonly text: string; readonly hidden: boolean } {
  const line = text.replaceAll(/\s+/gu, ' ');
  const clean = line.replaceAll(unseen, '').trim();
  return { text: clean, hidden: clean.length !== line.trim().length };
}

const shown = (text: string): string => JSON.stringify(cutEnd(oneLine(text).text, maxNameLength));
