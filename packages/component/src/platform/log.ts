import { type Logger, pino } from 'pino';

/** Structured log of the process. */
export type Log = Logger;

const secretNames = [
  'secret',
  'password',
  'passphrase',
  'private_key',
  'token',
  'resume_token',
  'bootstrap_token',
  'authorization',
  'cookie',
  'answers',
];

// The launcher that reads our output may exit first.
process.stdout.on('error', () => undefined);
/** Pino's own stream never ends when it writes to a closed pipe. */
const lines = { write: (line: string) => void process.stdout.write(line) };

/**
 * A component's log; secrets are redacted wherever their names occur in the first three levels of an entry.
 */
export const createLog = (component: string, level: string): Log =>
  pino(
    {
      level,
      base: { component },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    lines,
  );
