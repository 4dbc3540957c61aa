import type { ConnectionRenewal } from '@gatehouse/contract/wire/connection.ts';
import { expect, test } from 'vitest';
import { createPermissionWatch } from './permissionWatch.ts';

const start = (expire_at: number | null, renew: Parameters<typeof createPermissionWatch>[0]['renew']) => {
  const seen: string[] = [];
  const watch = createPermissionWatch({
    expire_at,
    now: 0,
    renew,
    onRefused: (reason) => seen.push(reason),
    onChanged: () => seen.push('changed'),
    onRules: (filters) => seen.push(`${filters.length} rules`),
  });
  return { watch, seen };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the extension of a permission is noticed shortly before its former end', async () => {
  const { watch, seen } = start(1000, async () => ({ ok: true, msg: '', expire_at: 5000 }));
  watch.tick(100_000);
  await settled();
  expect(seen).toEqual([]);
  watch.tick(920_000);
  await settled();
  expect(seen).toEqual(['changed']);
  expect(watch.end()).toBe(5_000_000);
});

test('the withdrawal of a permission without an end is noticed within five minutes', async () => {
  const { watch, seen } = start(null, async () => ({ ok: false, msg: 'gone', expire_at: null }));
  watch.tick(299_000);
  watch.tick(300_000);
  await settled();
  expect(seen).toEqual(['permission_expired']);
});

test('a session that a rule refuses ends for that reason', async () => {
  const refused = { ok: false, reason: 'rule_refused', msg: '', expire_at: null } as const;
  const { watch, seen } = start(null, async () => refused);
  await watch.check();
  expect(seen).toEqual(['rule_refused']);
});

test('an unanswered check changes nothing', async () => {
  const { watch, seen } = start(1000, () => Promise.reject(new Error('away')));
  watch.tick(950_000);
  await settled();
  expect(seen).toEqual([]);
  expect(watch.end()).toBe(1_000_000);
});

test('an unanswered check is repeated soon; an answer without rules leaves those in force', async () => {
  const answers = [{}, { command_filter_acls: [] }];
  let asked = 0;
  const { watch, seen } = start(null, async () => {
    asked += 1;
    if (asked === 1) throw new Error('away');
    return { ok: true, msg: '', expire_at: null, ...answers.shift() };
  });
  for (const now of [300_000, 310_000, 315_000, 330_000, 614_000, 615_000]) {
    watch.tick(now);
    await settled();
  }
  expect([asked, seen]).toEqual([3, ['0 rules']]);
});

test('a change during a check triggers another check', async () => {
  const answers: ((answer: ConnectionRenewal) => void)[] = [];
  const { watch, seen } = start(null, () => new Promise((answer) => answers.push(answer)));
  watch.tick(300_000);
  const checked = watch.check();
  answers[0]?.({ ok: true, msg: '', expire_at: null });
  await settled();
  answers[1]?.({ ok: false, reason: 'user_disabled', msg: '', expire_at: null });
  await checked;
  expect(seen).toEqual(['user_disabled']);
  expect(answers).toHaveLength(2);
});
