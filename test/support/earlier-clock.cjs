'use strict';

/** Sets the clock of a process to a day of an earlier version, on which what was granted then still holds. */
const ahead = Number(process.env.TOOLWRIGHT_TEST_NOW) - Date.now();
const now = Date.now;
Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [target.now()] : args, made),
});
