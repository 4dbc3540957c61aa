import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretRetry } from '../changeSecret/planRuns.ts';
import { mayRead } from './access.ts';

test('the log of a retry is for those who see the runs of its kind of plan', () => {
  const org = { id: randomUUID(), name: '', isRoot: false };
  const reads = (permission: string, kind: string) =>
    mayRead(
      { name: secretRetry.name, payload: { org: org.id, kind }, creator: null },
      { actor: { id: randomUUID(), isSuperuser: false, permissions: new Set([permission]) } as never, org },
      { declared: () => [secretRetry] },
    );
  const [changes, pushes] = ['accounts.view_changesecretexecution', 'accounts.view_pushaccountexecution'];
  expect(reads(String(changes), 'change_secret')).toBe(true);
  expect(reads(String(changes), 'push_account')).toBe(false);
  expect(reads(String(pushes), 'push_account')).toBe(true);
  expect(reads(String(pushes), 'change_secret')).toBe(false);
});
