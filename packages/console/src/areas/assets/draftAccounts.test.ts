import { expect, test } from 'vitest';
import { draftBodies, templateDrafts } from './draftAccounts.ts';

const template = {
  id: 't1',
  name: 'zabbix agents',
  username: 'zabbix',
  secret_type: { value: 'password', label: 'Password' },
  privileged: false,
} as const;

test('a second template with the same username and secret type is refused', () => {
  const once = templateDrafts([], [template]);
  expect(once).toMatchObject([
    { name: 'zabbix agents', username: 'zabbix', template: 't1', secret_type: 'password' },
  ]);
  expect(templateDrafts(once, [{ ...template, id: 't2' }])).toHaveLength(1);
  expect(templateDrafts(once, [{ ...template, id: 't3', username: 'other' }])).toHaveLength(2);
});

test('secrets of accounts are encrypted before they leave the browser', async () => {
  const bodies = await draftBodies(
    [
      { name: 'root', secret: 'pw' },
      { name: 'a', template: 't1', templateName: 'x' },
    ],
    async (v) => `e(${v})`,
  );
  expect(bodies).toEqual([
    { name: 'root', secret: 'e(pw)' },
    { name: 'a', template: 't1' },
  ]);
});
