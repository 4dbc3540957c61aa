import { fieldError } from '@gatehouse/contract/errors.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { web } from '@gatehouse/contract/resources/assets/web.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { varyWrite } from '../../../engine/varyWrite.ts';

/** Web sites: a login script is a list of steps. */
export const webBehaviour = (base: Behaviour<typeof asset>): Behaviour<typeof web> =>
  varyWrite<typeof asset, typeof web>(base, ({ values }) => {
    if (values.script !== undefined && !Array.isArray(values.script))
      throw fieldError('script', 'not_a_list');
    return undefined;
  });
