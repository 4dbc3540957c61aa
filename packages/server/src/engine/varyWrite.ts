import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Behaviour, Values, WriteEvent } from './resource.ts';

/** Values a variant adds or changes before its base sees the row; throws to refuse it. */
export type VariantStep<D extends ResourceDefinition> = (
  event: WriteEvent<D>,
) => Values<D> | undefined | Promise<Values<D> | undefined>;

/** A base's behaviour with a step of the variant before it. A count of the base's rows is not one of the variant's. */
export const varyWrite = <D extends ResourceDefinition>(
  base: Behaviour<D>,
  step: VariantStep<D>,
  more: Partial<Behaviour<D>> = {},
): Behaviour<D> => ({
  ...base,
  count: undefined,
  ...more,
  beforeWrite: async (event) => {
    const own = await step(event);
    const values = { ...event.values, ...own };
    return { ...own, ...(await base.beforeWrite?.({ ...event, values })) };
  },
});
