import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { host } from '@gatehouse/contract/resources/assets/host.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { varyWrite } from '../../../engine/varyWrite.ts';

/**
 * Hosts: a correction replaces only the hardware facts that were sent; the next gathering replaces all of
 * them.
 */
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
    // Only known facts: a form shows the rest as empty.
    { computed: { ...base.computed, gathered_info: (rows) => rows.map((row) => row.gathered_info) } },
  );
