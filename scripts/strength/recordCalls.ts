import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { callsFolder, type FileCalls, ownSource } from './fileCalls.ts';

/*
 * Runs before every test file; if TEST_CALLS names a folder, it records there which functions of the product
 * the file called. V8 counts calls for the whole process, so one session serves all files of a worker.
 */

interface Result {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

const folder = process.env[callsFolder];
const state = globalThis as { callsSession?: Session };

const start = (): Session => {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
};

/** Calls since this function last ran. */
const takeCalls = (session: Session): FileCalls => {
  let results: readonly Result[] = [];
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error) throw error;
    results = taken.result;
  });
  const calls: FileCalls = {};
  for (const { url, functions } of results) {
    const file = ownSource(url);
    if (!file) continue;
    const called = functions.filter(({ functionName, ranges }) => functionName && ranges[0]?.count);
    calls[file] = [...new Set([...(calls[file] ?? []), ...called.map(({ functionName }) => functionName)])];
  }
  return calls;
};

if (folder) {
  state.callsSession ??= start();
  const session = state.callsSession;
  // What earlier files called does not count.
  takeCalls(session);
  afterAll(() => {
    const test = ownSource(expect.getState().testPath ?? '') ?? '';
    mkdirSync(folder, { recursive: true });
    const name = `${test.replaceAll('/', '~')}.json`;
    writeFileSync(join(folder, name), JSON.stringify({ test, calls: takeCalls(session) }));
  });
}
