import { resolve } from 'node:path';
import { z } from 'zod';

/** The environment variables every component reads; a program extends them with its own. */
export const sharedVariables = z.object({
  GATEHOUSE_HOME: z
    .string()
    .min(1)
    .default('./var')
    .transform((path) => resolve(path)),
  GATEHOUSE_CORE_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
  GATEHOUSE_BOOTSTRAP_TOKEN: z.string().default(''),
  GATEHOUSE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

type SharedVariables = z.infer<typeof sharedVariables>;

/** The settings every component has. */
export type SharedConfig = {
  home: string;
  core_url: string;
  bootstrap_token: string;
  log_level: SharedVariables['GATEHOUSE_LOG_LEVEL'];
};

/** Parses the environment; the error names the variable but never shows its value. */
export const readEnvironment = <Schema extends z.ZodObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.infer<Schema> => {
  // An empty variable counts as not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not usable: ${lines.join('; ')}`);
};

/** The shared settings of a parsed environment. */
export const sharedConfig = (value: SharedVariables): SharedConfig => ({
  home: value.GATEHOUSE_HOME,
  core_url: value.GATEHOUSE_CORE_URL.replace(/\/+$/, ''),
  bootstrap_token: value.GATEHOUSE_BOOTSTRAP_TOKEN,
  log_level: value.GATEHOUSE_LOG_LEVEL,
});
