import { createOutbox } from '@gatehouse/component/flows/outbox.ts';
import { Refused, Unreachable } from '@gatehouse/component/platform/http.ts';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import type { Target, TargetReport } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, onTestFinished, test } from 'vitest';
import { secretFor } from '../../../gateway/test/gatewayFixture.ts';
import { TargetFailure } from '../engine/targetFailure.ts';
import type { Outcome } from '../engine/way.ts';
import { type Asked, createMachineWork } from './machineWork.ts';
import { readTaken } from './taken.ts';

const targetOf = (more: Partial<Target> = {}): Target => ({
  id: crypto.randomUUID(),
  work: crypto.randomUUID(),
  operation: { kind: 'ping', method: 'posix_ping', params: {} },
  timeout: 600,
  connection: secretFor({ port: 22, username: 'root' }),
  change: null,
  ...more,
});

/** A desk whose server holds these targets; each runs until the test ends it. */
const deskFor = (
  waiting: Target[],
  options: {
    places?: number;
    refuse?: (calls: number) => Error | undefined;
    unreadable?: TargetReport[];
  } = {},
) => {
  const [pauses, log] = [createPauses(), createLog('test', 'silent')];
  type Running = {
    end: (outcome: Outcome | Error) => void;
    signal: AbortSignal;
    pauseTime: () => () => void;
  };
  const running = new Map<string, Running>();
  const asked: Asked[] = [];
  const reports: TargetReport[] = [];
  let calls = 0;
  const desk = createMachineWork({
    api: {
      take: async (told) => {
        asked.push(told);
        const targets = waiting.splice(0, told.places);
        return { targets, unreadable: options.unreadable?.splice(0) ?? [], has_more: waiting.length > 0 };
      },
      report: async (sent) => {
        calls += 1;
        const error = options.refuse?.(calls);
        if (error) throw error;
        reports.push(...sent);
      },
      output: async () => undefined,
    },
    places: options.places ?? 10,
    carryOut: ({ id }, { signal, pauseTime }) =>
      new Promise<Outcome>((resolve, reject) => {
        const end = (outcome: Outcome | Error) =>
          outcome instanceof Error ? reject(outcome) : resolve(outcome);
        running.set(id, { end, signal, pauseTime });
      }),
    outbox: createOutbox({ pauses, log }),
    log,
  });
  onTestFinished(async () => {
    await desk.close();
    pauses.stop();
  });
  const end = (id: string, outcome: Outcome | Error = {}) => {
    running.get(id)?.end(outcome);
    running.delete(id);
  };
  return { desk, running, asked, reports, end };
};

test('targets are taken while there is room, and further ones as soon as one has ended', async () => {
  const targets = Array.from({ length: 5 }, () => targetOf());
  const ids = targets.map(({ id }) => id);
  const { desk, running, asked, end, reports } = deskFor([...targets], { places: 2 });
  desk.ask();
  desk.ask();
  await expect.poll(() => [...running.keys()]).toEqual(ids.slice(0, 2));
  expect(asked[0]).toEqual({ places: 2, holding: [], waiting: [], full: [] });
  end(ids[0] ?? '', { facts: { arch: 'x86_64' } });
  await expect.poll(() => [...running.keys()]).toEqual([ids[1], ids[2]]);
  // What has ended is held until its report is there.
  expect(asked.at(-1)?.places).toBe(1);
  expect(asked.at(-1)?.holding).toEqual([ids[1], ids[0]]);
  for (const id of ids)
    await expect
      .poll(() => running.has(id) || reports.some((one) => one.id === id))
      .toBe(true)
      .then(() => end(id));
  await expect.poll(() => reports.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(reports.find(({ id }) => id === ids[0])).toMatchObject({ status: 'ok', facts: { arch: 'x86_64' } });
  desk.ask();
  await expect.poll(() => asked.at(-1)).toMatchObject({ places: 2, holding: [] });
});

test('a target that cannot be read is reported as unsupported, and those given with it are carried out', async () => {
  const change = { username: '', secret_type: 'password' as const, secret: 's', old_secret: null };
  const good = targetOf({
    operation: { kind: 'find_secret', method: 'verify_account_posix', params: {} },
    change: { ...change, username: 'app', key: null },
  });
  const bad = {
    ...targetOf({ operation: { kind: 'push_account', method: 'push_account_posix', params: {} } }),
    change,
  };
  const search = { ...bad, id: crypto.randomUUID(), operation: { ...bad.operation, kind: 'find_secret' } };
  const vague = { id: crypto.randomUUID() };
  const taken = readTaken({ targets: [bad, search, good, vague, { id: 'none' }, null], has_more: false });
  expect(taken.targets).toMatchObject([{ id: good.id }]);
  const { desk, running, reports } = deskFor(taken.targets, { unreadable: taken.unreadable });
  desk.ask();
  await expect.poll(() => [...running.keys()]).toEqual([good.id]);
  await expect
    .poll(() => reports)
    .toMatchObject([
      // Nothing was sent to the machine; of a search that says nothing.
      { id: bad.id, status: 'unsupported', holds: 'untouched' },
      { id: search.id, status: 'unsupported', holds: null },
      { id: vague.id, error: { key: 'machine_method_unsupported', params: { method: '-' } } },
    ]);
});

test('a target that is given twice is carried out once', async () => {
  const target = targetOf();
  const { desk, running, asked, end, reports } = deskFor([target, target]);
  desk.ask();
  await expect.poll(() => running.size).toBe(1);
  end(target.id);
  await expect.poll(() => reports.length).toBe(1);
  expect(asked).toHaveLength(1);
});

test('work that is announced while other work is being taken is taken too', async () => {
  const [first, later] = [targetOf(), targetOf()];
  const waiting = [first];
  const { desk, running } = deskFor(waiting);
  desk.ask();
  waiting.push(later);
  desk.ask();
  // Long before it would ask by itself.
  await expect.poll(() => [...running.keys()], { timeout: 5_000 }).toEqual([first.id, later.id]);
});

test('a stopped work ends at once, also the targets that were on their way; others go on', async () => {
  const [work, late, other] = [targetOf(), targetOf(), targetOf()];
  const waiting = [work, other];
  const { desk, running, reports } = deskFor(waiting);
  desk.ask();
  await expect.poll(() => running.size).toBe(2);
  desk.stop(work.work);
  await expect.poll(() => reports).toMatchObject([{ id: work.id, status: 'stopped' }]);
  expect([running.get(work.id)?.signal.aborted, running.get(other.id)?.signal.aborted]).toEqual([
    true,
    false,
  ]);
  waiting.push({ ...late, work: work.work });
  desk.ask();
  await expect.poll(() => reports[1]).toMatchObject({ id: late.id, status: 'stopped' });
  expect(running.has(late.id)).toBe(false);
});

test('a target that takes too long is ended, whatever its way still does', async () => {
  const slow = targetOf({ timeout: 1 });
  const { desk, running, reports } = deskFor([slow]);
  desk.ask();
  await expect
    .poll(() => reports)
    .toMatchObject([{ status: 'timeout', error: { key: 'machine_timed_out', params: { seconds: 1 } } }]);
  expect(running.get(slow.id)?.signal.aborted).toBe(true);
});

test('the time in which a target waits for its turn does not count', async () => {
  const [waits, slow] = [targetOf({ timeout: 0.2 }), targetOf({ timeout: 0.3 })];
  const { desk, running, reports } = deskFor([waits, slow]);
  desk.ask();
  await expect.poll(() => running.size).toBe(2);
  const resume = running.get(waits.id)?.pauseTime();
  await expect.poll(() => reports).toMatchObject([{ id: slow.id, status: 'timeout' }]);
  resume?.();
  await expect.poll(() => reports[1]).toMatchObject({ id: waits.id, status: 'timeout' });
});

test('a target that waits for its turn fills no place, and the server hears that it waits', async () => {
  const targets = Array.from({ length: 3 }, () => targetOf());
  const [waits = '', runs = '', next = ''] = targets.map(({ id }) => id);
  const { desk, running, asked } = deskFor([...targets], { places: 2 });
  desk.ask();
  await expect.poll(() => running.size).toBe(2);
  const resume = running.get(waits)?.pauseTime();
  desk.ask();
  await expect.poll(() => [...running.keys()]).toEqual([waits, runs, next]);
  expect(asked.at(-1)).toMatchObject({ places: 1, holding: [waits, runs], waiting: [waits] });
  // Nothing has room any more, but what waits is not lost.
  desk.ask();
  await expect.poll(() => asked.at(-1)).toMatchObject({ places: 0, waiting: [waits] });
  resume?.();
  const before = asked.length;
  desk.ask();
  expect(asked).toHaveLength(before);
});

test('a failure says why; an unexpected one names what was thrown', async () => {
  const [known, unknown] = [targetOf(), targetOf()];
  const { desk, running, reports, end } = deskFor([known, unknown]);
  desk.ask();
  await expect.poll(() => running.size).toBe(2);
  end(known.id, new TargetFailure('failed', 'machine_no_shell', { address: 'a' }, { output: 'No\u001b[2J' }));
  end(unknown.id, new Error('odd\u0000'));
  await expect.poll(() => reports.length).toBe(2);
  expect(reports).toMatchObject([
    { id: known.id, status: 'failed', output: 'No', error: { key: 'machine_no_shell' } },
    { id: unknown.id, error: { key: 'machine_work_failed', params: { detail: 'odd' } } },
  ]);
});

test('reports are repeated until the server has them; refused ones are given up, and not held any more', async () => {
  const [first, second] = [targetOf(), targetOf()];
  const waiting = [first];
  const refuse = (calls: number) =>
    calls < 3 ? new Unreachable('away') : calls === 4 ? new Refused(400, {}) : undefined;
  const { desk, running, reports, asked, end } = deskFor(waiting, { refuse });
  desk.ask();
  await expect.poll(() => running.size).toBe(1);
  end(first.id);
  await expect.poll(() => reports.map(({ id }) => id)).toEqual([first.id]);
  waiting.push(second);
  desk.ask();
  await expect.poll(() => running.size).toBe(1);
  end(second.id);
  await expect
    .poll(() => {
      desk.ask();
      return asked.at(-1)?.holding;
    })
    .toEqual([]);
  expect(reports).toHaveLength(1);
});

test('a runner that ends reports its targets as stopped', async () => {
  const target = targetOf();
  const { desk, running, reports } = deskFor([target]);
  desk.ask();
  await expect.poll(() => running.size).toBe(1);
  await desk.close();
  await expect.poll(() => reports).toMatchObject([{ id: target.id, status: 'stopped' }]);
});
