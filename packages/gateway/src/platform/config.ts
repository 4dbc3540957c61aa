import { resolve } from 'node:path';
import { z } from 'zod';

const listen = z
  .string()
  .regex(/^(\[[0-9a-fA-F:]+\]|[^:\s]+):\d{1,5}$/, 'expected host:port')
  .transform((text) => {
    const at = text.lastIndexOf(':');
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) };
  });

const environment = z.object({
  GATEHOUSE_HOME: z
    .string()
    .min(1)
    .default('./var')
    .transform((path) => resolve(path)),
  GATEHOUSE_CORE_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
  GATEHOUSE_BOOTSTRAP_TOKEN: z.string().default(''),
  GATEHOUSE_GATEWAY_LISTEN: listen.prefault('127.0.0.1:5000'),
  GATEHOUSE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** Settings of the gateway process, read once at boot. */
export type Config = {
  home: string;
  core_url: string;
  bootstrap_token: string;
  listen: { host: string; port: number };
  log_level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

/** Parses the environment; the message of what is wrong names the variable. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  // An empty variable counts as not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable: ${lines.join('; ')}`);
  }
  const value = parsed.data;
  return Object.freeze({
    home: value.GATEHOUSE_HOME,
    core_url: value.GATEHOUSE_CORE_URL.replace(/\/+$/, ''),
    bootstrap_token: value.GATEHOUSE_BOOTSTRAP_TOKEN,
    listen: value.GATEHOUSE_GATEWAY_LISTEN,
    log_level: value.GATEHOUSE_LOG_LEVEL,
  });
};
