import { vi } from 'vitest';

/** Time limit of `vi.waitFor` and `vi.waitUntil` where a test names none, in ms: that of the runner is one second. */
const patienceMs = 30_000;

type Options = Parameters<typeof vi.waitFor>[1];
type Wait = (look: () => unknown, options?: Options) => Promise<unknown>;

const name = 'patientWait';

const patient = (wait: Wait): Wait => {
  // The files of a worker share what this changes.
  if (wait.name === name) return wait;
  const waiting: Wait = (look, options) =>
    wait(look, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
  return Object.defineProperty(waiting, 'name', { value: name });
};

/* Loaded before every test file. */
Object.assign(vi, { waitFor: patient(vi.waitFor), waitUntil: patient(vi.waitUntil) });
