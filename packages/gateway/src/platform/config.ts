import {
  readEnvironment,
  type SharedConfig,
  sharedConfig,
  sharedVariables,
} from '@gatehouse/component/platform/environment.ts';
import { z } from 'zod';

const listen = z
  .string()
  .regex(/^(\[[0-9a-fA-F:]+\]|[^:\s]+):\d{1,5}$/, 'expected host:port')
  .transform((text) => {
    const at = text.lastIndexOf(':');
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) };
  });

const variables = sharedVariables.extend({
  GATEHOUSE_GATEWAY_LISTEN: listen.prefault('127.0.0.1:5000'),
  GATEHOUSE_GATEWAY_ADDRESS: z.url({ protocol: /^http$/ }).optional(),
});

/** Settings of the gateway process, read once at boot. */
export type Config = SharedConfig & {
  listen: { host: string; port: number };
  /** Where servers reach this gateway; null when it is the listening address. */
  address: string | null;
};

/** Parses the environment; the error names the invalid variable. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const value = readEnvironment(variables, env);
  return Object.freeze({
    ...sharedConfig(value),
    listen: value.GATEHOUSE_GATEWAY_LISTEN,
    address: value.GATEHOUSE_GATEWAY_ADDRESS ?? null,
  });
};
