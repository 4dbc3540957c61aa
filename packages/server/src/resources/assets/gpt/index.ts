import { fieldError } from '@gatehouse/contract/errors.ts';
import { textFormats } from '@gatehouse/contract/resource/textFormats.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { gpt } from '@gatehouse/contract/resources/assets/gpt.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { varyWrite } from '../../../engine/varyWrite.ts';

/** Chat models: a proxy must be an http or https address. */
export const gptBehaviour = (base: Behaviour<typeof asset>): Behaviour<typeof gpt> =>
  varyWrite<typeof asset, typeof gpt>(base, ({ values }) => {
    if (values.proxy && !textFormats.url.test(values.proxy)) throw fieldError('proxy', 'format_url');
    return undefined;
  });
