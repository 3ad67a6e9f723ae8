/** The members that are given: `{ ...defined({ name }) }` has no `name` where that is undefined. */
export function defined<T extends object>(members: T): Defined<T> {
  const given: Partial<T> = {};
  for (const key in members) if (members[key] !== undefined) given[key] = members[key];
  return given as unknown as Defined<T>;
}

/** Optional where undefined is possible, and never undefined where it is there. */
type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
