import type { Behaviour, Values } from '../../../engine/resource.ts';
import { varyWrite } from '../../../engine/varyWrite.ts';

/** Hosts: hardware facts a person corrects are kept one by one; the next gathering replaces them all. */
export const hostBehaviour = (base: Behaviour): Behaviour =>
  varyWrite(
    base,
    ({ before, values, input }) => {
      if (values.gathered_info === undefined || !before) return undefined;
      const sent = Object.keys((input.gathered_info ?? {}) as Values);
      const parsed = values.gathered_info as Values;
      const given = Object.fromEntries(
        sent.filter((name) => name in parsed).map((name) => [name, parsed[name]]),
      );
      return { gathered_info: { ...((before.gathered_info ?? {}) as Values), ...given } };
    },
    // Only what is known: a form shows the rest as empty by itself.
    { computed: { ...base.computed, gathered_info: (rows) => rows.map((row) => row.gathered_info ?? {}) } },
  );
