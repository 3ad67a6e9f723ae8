import type { Group } from '../requirements.js';

/** What is promised of the store under stress. */
// biome-ignore format: one line a requirement
export const durability = {
  'durability.wait.full': { says: 'a turn whose disk is full waits, says so, and goes on by itself when there is room' },
  'durability.wait.unrecorded': { says: 'no call starts while its start is not stored' },
  'durability.wait.cancel': { says: 'a turn that waits for its store is cancelled or paused within 200 ms, and nothing recorded is lost' },
  'durability.wait.ends': { says: 'a wait for the store ends by itself after ten minutes, with what was recorded kept in order' },
  'durability.wait.only-turns': { says: 'outside a turn a failing store is told at once' },
  'durability.full.disks': { says: 'a full disk under the record, the blobs or the workspace loses nothing acknowledged and harms no file' },
  'durability.durable.setting': { says: 'durable can be set in the config and for a session, for record, blobs and changed files alike' },
  'durability.durable.order': { says: 'in the durable setting every acknowledgement follows a sync of what it is about' },
  'durability.durable.batched': { says: 'appends that wait at the same time share one sync to disk' },
  'durability.durable.isolated': { says: 'an append that fails in a group does not fail the others of the group' },
  'durability.durable.blobs': { says: 'in the durable setting every blob is synced with its folder before its address is answered' },
  'durability.two.fair': { says: 'two processes that write one file without pause both get on, and none waits as long as the lock timeout' },
  'durability.two.readers': { says: 'many readers see whole prefixes while two processes write' },
  'durability.damage.read-only': { says: 'a damaged session opens with its whole prefix, and what would write it throws session-damaged naming the repair' },
  'durability.damage.nothing-done': { says: 'opening a damaged session records nothing and changes no file' },
  'durability.damage.repair': { says: 'a repair cuts back to the whole prefix, sets the rest aside and records it, in one transaction; the session goes on' },
  'durability.damage.set-aside': { says: 'what was set aside can be exported as it was found, and goes with the session' },
  'durability.damage.rescue': { says: 'what can be read of a damaged file is copied into a new one, hashes and blobs included; the old stays as it is' },
  'durability.damage.mutations': { says: 'whatever is done to the bytes of the store, failures are typed and no changed event is answered' },
  'durability.faults.io': { says: 'whichever read, write, sync, rename or open fails, the failure is typed and what was acknowledged is there' },
  'durability.upgrade.forward': { says: 'a store of an earlier release is brought to the present version, and a copy of what it was is kept' },
  'durability.upgrade.whole': { says: 'an upgrade that fails leaves the store as it was' },
  'durability.upgrade.refused': { says: 'a store or event of a newer version is refused in words, and nothing in it is changed' },
  'durability.upgrade.unknown': { says: 'events of unknown types are kept, read, exported and gone on with' },
} satisfies Group;
