/** Places for a limited number of things at once. */
export interface Slots {
  /** Takes one; undefined when none is free. The answer gives it back. */
  take(): (() => void) | undefined;
}

export function createSlots(count: number): Slots {
  let taken = 0;
  return {
    take() {
      if (taken >= count) return undefined;
      taken += 1;
      let held = true;
      return () => {
        if (held) taken -= 1;
        held = false;
      };
    },
  };
}
