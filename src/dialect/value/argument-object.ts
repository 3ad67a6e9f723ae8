import { isSchema } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import { dereference } from '../../schema/schema-types.js';
import { readTyped, type TypedOptions, type TypedValue } from './typed-value.js';
import { memberOf, type Typing, typingOf } from './typing.js';

/** The arguments of one call in a format that writes them one by one as text. */
export class ArgumentObject {
  readonly repairs = new Set<string>();
  private readonly schema: LooseSchema | undefined;
  private readonly untyped: TypedOptions['untyped'];
  private readonly members = new Map<string, string>();
  private refused: string | undefined;

  /** `untyped`: what a value is of which the schema says nothing. */
  constructor(schema: LooseSchema | undefined, untyped: TypedOptions['untyped']) {
    this.schema = schema;
    this.untyped = untyped;
  }

  get size(): number {
    return this.members.size;
  }

  has(key: string): boolean {
    return this.members.has(key);
  }

  schemaOf(key: string): LooseSchema | undefined {
    return this.typing(key).schema;
  }

  /** What is known of the type of an argument. */
  typing(key: string): Typing {
    return memberOf(typingOf(this.schema), key);
  }

  /** A value that was written as bare text: the schema tells its type. */
  setText(key: string, text: string): void {
    this.set(key, readTyped(text, { ...this.typing(key), untyped: this.untyped }));
  }

  /** A value whose type was written with it. */
  set(key: string, { json, repairs }: TypedValue): void {
    if (key === '__proto__' || (key === 'constructor' && /^[[{]/.test(json)))
      this.refused ??= `the key ${JSON.stringify(key)} is not accepted`;
    else if (this.members.has(key)) this.refused ??= `the argument ${JSON.stringify(key.slice(0, 64))} stands twice`;
    this.members.set(key, json);
    for (const repair of repairs) this.repairs.add(repair);
  }

  /** Why they must not be used. */
  get problem(): string | undefined {
    return this.refused;
  }

  /** Whether every argument the schema knows was given: then none can be missing where the end was cut off. */
  get isFull(): boolean {
    if (this.schema === undefined) return false;
    const { properties } = dereference(this.schema, this.schema);
    return isSchema(properties) && Object.keys(properties).every((key) => this.members.has(key));
  }

  /** Whether every argument the schema requires was given. */
  get hasRequired(): boolean {
    if (this.schema === undefined) return false;
    const { required = [] } = dereference(this.schema, this.schema);
    return Array.isArray(required) && required.every((key) => this.members.has(String(key)));
  }

  get json(): string {
    return `{${[...this.members].map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
  }
}
