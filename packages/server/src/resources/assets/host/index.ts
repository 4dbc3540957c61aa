import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { host } from '@gatehouse/contract/resources/assets/host.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { varyWrite } from '../../../engine/varyWrite.ts';

/** Hosts: a change replaces only the facts that were sent. */
export const hostBehaviour = (base: Behaviour<typeof asset>): Behaviour<typeof host> =>
  varyWrite<typeof asset, typeof host>(
    base,
    ({ before, values, input }) => {
      if (values.gathered_info === undefined || !before) return undefined;
      const sent = Object.keys(input.gathered_info ?? {});
      const facts = Object.fromEntries(
        Object.entries(values.gathered_info).filter(([name]) => sent.includes(name)),
      );
      return { gathered_info: { ...before.gathered_info, ...facts } };
    },
    // Only the stored facts: a form shows the others as empty.
    { computed: { ...base.computed, gathered_info: (rows) => rows.map((row) => row.gathered_info) } },
  );
