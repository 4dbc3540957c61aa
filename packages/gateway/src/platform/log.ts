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

// Who hears us may be gone before us.
process.stdout.on('error', () => undefined);
/** Pino's own way to standard output never ends when a line meets a reader who is gone. */
const lines = { write: (line: string) => void process.stdout.write(line) };

/** A log whose secrets are blanked wherever such a name occurs in the first three levels of an entry. */
export const createLog = (level: string): Log =>
  pino(
    {
      level,
      base: { component: 'gateway' },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    lines,
  );
