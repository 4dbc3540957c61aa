import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Behaviour, Values, WriteEvent } from './resource.ts';

/** Values a variant adds or changes before its base sees the row; throws to refuse it. */
export type VariantStep<D extends ResourceDefinition> = (
  event: WriteEvent<D>,
) => Values<D> | undefined | Promise<Values<D> | undefined>;

/**
 * A base's behaviour with a step of the variant before it. A count of the base's rows is not one of the variant's. That
 * rows of a variant are rows of its base the compiler cannot see: a variant may say more of a field than its base does.
 */
export const varyWrite = <Base extends ResourceDefinition, D extends ResourceDefinition>(
  base: Behaviour<Base>,
  step: VariantStep<D>,
  more: Partial<Behaviour<D>> = {},
): Behaviour<D> => {
  const shared = base as unknown as Behaviour<D>;
  return {
    ...shared,
    count: undefined,
    ...more,
    beforeWrite: async (event) => {
      const own = await step(event);
      const values = { ...event.values, ...own };
      return { ...own, ...(await shared.beforeWrite?.({ ...event, values })) };
    },
  };
};
