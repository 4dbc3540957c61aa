import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Behaviour, Values, WriteEvent } from './resource.ts';

/** A variant's step before its base sees the row: adds or changes values; throws to refuse it. */
export type VariantStep<D extends ResourceDefinition> = (
  event: WriteEvent<D>,
) => Values<D> | undefined | Promise<Values<D> | undefined>;

/**
 * A base's behaviour, preceded by a variant's step. The base's row count is not the variant's. The compiler
 * cannot see that a variant's rows are rows of its base, because a variant may redeclare a field.
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
