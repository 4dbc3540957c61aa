import type { CallAddress, CallMethod } from './defineCall.ts';

/** Method and path of an address, with the values of its `:name` steps filled in. */
export const callParts = (
  address: CallAddress,
  params: { readonly [name: string]: string } = {},
): { method: CallMethod; path: string } => {
  const [method, pattern] = address.split(' ') as [CallMethod, string];
  return {
    method,
    path: pattern.replace(/:(\w+)/g, (_step, name) => encodeURIComponent(params[name] ?? '')),
  };
};
