import { accountActions } from '@gatehouse/contract/actions/accounts.ts';
import { taskActions } from '@gatehouse/contract/actions/terminal.ts';
import { assetTicketActions } from '@gatehouse/contract/actions/tickets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import type { HttpPorts } from '../http.ts';
import { type Actions, implement } from './implement.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const clear = '/api/v1/accounts/accounts/clear-secret/';

test.each([
  [clear, { account_ids: null }, { account_ids: ['Enter a list.'] }],
  [clear, { account_ids: 'x' }, { account_ids: ['Enter a list.'] }],
  ['/api/v1/accounts/accounts/bulk/', { assets: [] }, { assets: ['Choose at least one.'] }],
  [
    '/api/v1/accounts/accounts/bulk/',
    { assets: ['x'], on_invalid: 'fly' },
    { on_invalid: [expect.stringContaining('fly')] },
  ],
  [
    '/api/v1/terminal/tasks/toggle-lock-session/',
    { session_id: 'x', task_name: 'fly' },
    { task_name: [expect.stringContaining('fly')] },
  ],
])('a call of %s with %j is refused at the invalid field', async (url, body, refused) => {
  const admin = api.as({ superuser: true });
  const { status, json } = await (url === clear ? admin.patch : admin.post)(url, body);
  expect([status, json]).toEqual([400, refused]);
});

test('a refused field is explained in the language of the caller', async () => {
  const { json } = await api.as({ superuser: true, language: 'ja' }).patch(clear, { account_ids: 'x' });
  const [text] = (json as { account_ids: string[] }).account_ids;
  expect(text).toMatch(/[\u3040-\u30ff]/);
});

// The compiler finds the planted mistakes: a missing expected error fails the type check.
const partsCheckedByTheCompiler = (ports: HttpPorts, handlers: Actions<typeof assetTicketActions>) =>
  implement(ports, assetTicketActions, {
    ...handlers,
    reject: async ({ part }) => {
      // @ts-expect-error a field that the body of a rejection does not have
      void part(['org_id']);
      const { seen } = await part(['seen']);
      // @ts-expect-error only the fields asked for are read
      void (await part(['seen'])).approval_step;
      seen?.trim();
      return 'ok' as const;
    },
  });

const checkedByTheCompiler = (ports: HttpPorts, handlers: Actions<typeof accountActions>) => {
  const toggleLockSession = async () => ({ ok: [] });
  // @ts-expect-error an action without a handler
  implement(ports, taskActions, { toggleLockSession });
  implement(ports, taskActions, {
    toggleLockSession,
    killSession: async ({ body }) => ({
      // @ts-expect-error the body is a list of ids
      ok: [(await body()).session_id],
    }),
  });
  implement(ports, taskActions, {
    toggleLockSession,
    // @ts-expect-error the answer lists ids
    killSession: async () => ({ ok: [1] }),
  });
  implement(ports, accountActions, {
    ...handlers,
    clearSecret: async ({ body, query }) => {
      const { account_ids } = await body();
      // @ts-expect-error a misspelt key of the body
      void (await body()).accounts_ids;
      // @ts-expect-error an action without a query
      void query.account;
      account_ids.map((id) => id.trim());
    },
  });
};

test('a missing handler, a misspelt key and a wrong answer of an action do not compile', () => {
  expect([checkedByTheCompiler, partsCheckedByTheCompiler]).toHaveLength(2);
});
