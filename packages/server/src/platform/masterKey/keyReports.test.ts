import { afterEach, expect, test, vi } from 'vitest';
import type { Cache } from '../cache.ts';
import type { Database } from '../database.ts';
import { createKeyReporter, readKeyReports } from './keyReports.ts';
import type { KeyRing } from './keyRing.ts';

afterEach(() => void vi.useRealTimers());

/** A cache in memory, a ring whose key file may be replaced, and a reporter of both. */
const start = (ids: string[] = ['new', 'old']) => {
  const values = new Map<string, { value: unknown; seconds: number }>();
  const inFile = { ids };
  let held: string[] = [];
  const ports = {
    db: {} as Database,
    cache: {
      set: vi.fn(
        async (key: string, value: unknown, seconds: number) => void values.set(key, { value, seconds }),
      ),
      remove: vi.fn(async (key: string) => void values.delete(key)),
      under: async (prefix: string) =>
        new Map([...values].flatMap(([key, { value }]) => (key.startsWith(prefix) ? [[key, value]] : []))),
    } as unknown as Cache,
    keyRing: {
      reread: () => {
        held = [...inFile.ids];
      },
      keys: () => held.map((id) => ({ id })),
    } as unknown as KeyRing,
  };
  const reports = () => readKeyReports(ports.cache, ports.db);
  return { ports, values, inFile, reports, reporter: createKeyReporter(ports) };
};

test('a server reports which key seals and which open, as the key file says at that moment', async () => {
  const { reporter, reports, inFile, values } = start();
  await reporter.report();
  const server = expect.stringMatching(new RegExp(`^.+, process ${process.pid}$`));
  expect(await reports()).toEqual([{ server, seals: 'new', opens: ['new', 'old'] }]);
  inFile.ids = ['newest'];
  await reporter.report();
  expect(await reports()).toEqual([{ server, seals: 'newest', opens: ['newest'] }]);
  expect([...values.values()].map(({ seconds }) => seconds)).toEqual([30]);
});

test('a server without any key reports that nothing seals', async () => {
  const { reporter, reports } = start([]);
  await reporter.report();
  expect(await reports()).toMatchObject([{ seals: '', opens: [] }]);
});

test('each server has a report of its own, and other values of the cache are none', async () => {
  const { ports, reporter, reports, values } = start();
  const other = createKeyReporter(ports);
  values.set('something:else', { value: 'x', seconds: 1 });
  await reporter.report();
  await other.report();
  expect(await reports()).toHaveLength(2);
  await other.stop();
  expect(await reports()).toHaveLength(1);
});

test('a server reports at the start and every ten seconds until it stops, and then takes its report back', async () => {
  vi.useFakeTimers();
  const { ports, reporter, reports } = start();
  const failed = vi.fn();
  await reporter.start(failed);
  expect(ports.cache.set).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ports.cache.set).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ports.cache.set).toHaveBeenCalledTimes(2);
  await reporter.stop();
  expect(await reports()).toEqual([]);
  await vi.advanceTimersByTimeAsync(30_000);
  await reporter.report();
  expect(ports.cache.set).toHaveBeenCalledTimes(2);
  expect(failed).not.toHaveBeenCalled();
});

test('a report that fails is told, and the next one is sent all the same; the first failure ends the start', async () => {
  vi.useFakeTimers();
  const { ports, reporter } = start();
  const failed = vi.fn();
  await reporter.start(failed);
  const gone = new Error('gone');
  vi.mocked(ports.cache.set).mockRejectedValueOnce(gone);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(failed.mock.calls).toEqual([[gone]]);
  expect(ports.cache.set).toHaveBeenCalledTimes(3);
  vi.mocked(ports.cache.remove).mockRejectedValueOnce(gone);
  await expect(reporter.stop()).resolves.toBeUndefined();
  const second = start();
  vi.mocked(second.ports.cache.set).mockRejectedValueOnce(gone);
  await expect(second.reporter.start(failed)).rejects.toBe(gone);
});
