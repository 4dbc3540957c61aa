import type { Behaviour } from '../../engine/resource.ts';
import { onlyComponents } from '../onlyComponents.ts';

/** File transfers, as components report them (reference 05 §6.4). */
export const ftpLogBehaviour = (): Behaviour => ({
  beforeWrite: ({ ctx }) => {
    onlyComponents(ctx);
    return undefined;
  },
});
