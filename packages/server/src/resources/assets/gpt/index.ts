import { fieldError } from '@gatehouse/contract/errors.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { varyWrite } from '../../../engine/varyWrite.ts';

/** Chat models: a proxy is an http address. */
export const gptBehaviour = (base: Behaviour): Behaviour =>
  varyWrite(base, ({ values }) => {
    if (values.proxy && !/^https?:\/\/\S+$/.test(String(values.proxy)))
      throw fieldError('proxy', 'format_url');
    return undefined;
  });
