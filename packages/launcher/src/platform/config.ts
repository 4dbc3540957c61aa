import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Address, parseAddress } from './address.ts';
import { Refusal } from './refusal.ts';

/** The folder of the checkout. */
export const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));

/** The launcher's own settings; everything else in the environment is passed on to the programs. */
export interface Config {
  home: string;
  listen: Address;
  gatewayListen?: Address;
  databaseUrl?: string;
  secretKey?: string;
  bootstrapToken?: string;
  /** Whether clients connect over TLS with a certificate of ours. */
  isTls: boolean;
  isDemo: boolean;
}

const address = (fallback?: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      const value = text ?? fallback;
      const parsed = value === undefined ? undefined : parseAddress(value);
      if (value !== undefined && !parsed)
        context.addIssue({ code: 'custom', message: `"${value}" is not an address like 127.0.0.1:8080` });
      return parsed;
    });

const schema = z.object({
  GATEHOUSE_HOME: z.string().optional(),
  GATEHOUSE_LISTEN: address('127.0.0.1:8080'),
  GATEHOUSE_GATEWAY_LISTEN: address(),
  GATEHOUSE_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional(),
  GATEHOUSE_SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  GATEHOUSE_BOOTSTRAP_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  GATEHOUSE_TLS_CERT: z.string().optional(),
  GATEHOUSE_DEMO: z.enum(['0', '1']).default('0'),
});

/** Parses the environment and the command line. */
export const readConfig = (environment: NodeJS.ProcessEnv, args: readonly string[]): Readonly<Config> => {
  const unknown = args.find((arg) => arg !== '--demo');
  if (unknown) throw new Refusal(`Unknown argument ${unknown}; the only one is --demo.`);
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(nonEmpty);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Refusal(`${String(issue?.path[0])}: ${issue?.message}`);
  }
  const env = parsed.data;
  const isDemo = args.includes('--demo') || env.GATEHOUSE_DEMO === '1';
  // The demo never fills a folder in real use, unless told to.
  const home = env.GATEHOUSE_HOME ?? (isDemo ? 'var-demo' : 'var');
  return Object.freeze({
    home: resolve(projectFolder, home),
    listen: env.GATEHOUSE_LISTEN!,
    gatewayListen: env.GATEHOUSE_GATEWAY_LISTEN,
    databaseUrl: env.GATEHOUSE_DATABASE_URL,
    secretKey: env.GATEHOUSE_SECRET_KEY,
    bootstrapToken: env.GATEHOUSE_BOOTSTRAP_TOKEN,
    isTls: env.GATEHOUSE_TLS_CERT !== undefined,
    isDemo,
  });
};
