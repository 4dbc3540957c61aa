import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';

/** Parameters without those that are left empty, which are as the platform says. */
export const namedParams = (params: MethodParams | undefined): MethodParams =>
  Object.fromEntries(
    Object.entries(params ?? {}).map(([method, values]) => [
      method,
      Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value.length > 0)),
    ]),
  );
