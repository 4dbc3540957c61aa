import { expect, test } from 'vitest';
import { displayTexts, elide, sessionRow } from './sessionRow.ts';

test('users and accounts are shown with their usernames, assets with their addresses', () => {
  const texts = displayTexts({
    user: { id: '1', name: 'Ann Lee', username: 'ann' },
    asset: { id: '2', name: 'web-01', address: '10.0.0.5', org_id: '', protocols: [] },
    account: {
      id: null,
      name: 'root',
      alias: 'root',
      username: 'root',
      secret_type: { value: 'password', label: '' },
      secret: '',
      passphrase: null,
    },
  });
  expect(texts).toEqual({ user: 'Ann Lee(ann)', asset: 'web-01(10.0.0.5)', account: 'root(root)' });
});

test('a text too long for its column keeps its start and end', () => {
  expect(elide('a'.repeat(128))).toHaveLength(128);
  const long = elide(`${'a'.repeat(200)}(${'z'.repeat(100)})`);
  expect(Array.from(long)).toHaveLength(128);
  expect(long.startsWith('aaa')).toBe(true);
  expect(long.endsWith('zzz)')).toBe(true);
});

test('a shortened text keeps its start and end around an ellipsis, and its length counts whole characters', () => {
  expect([elide('abcdef', 6), elide('abcdefg', 6), elide('abcdefg', 5)]).toEqual([
    'abcdef',
    'abc…fg',
    'ab…fg',
  ]);
  expect(elide('👩👩👩👩', 3)).toBe('👩…👩');
});

test('a session row has the user, asset, account, protocol and start time', () => {
  const started = new Date('2026-03-18T12:00:00Z');
  const account = {
    ...{ id: null, name: 'Typed', alias: '@INPUT', username: 'deploy', secret: '', passphrase: null },
    secret_type: { value: 'password', label: '' },
  };
  const secret = {
    user: { id: 'u1', name: 'Ann', username: 'ann' },
    asset: { id: 'a1', name: 'web', address: '10.0.0.5', org_id: 'o1', protocols: [] },
    account,
    protocol: 'ssh',
    remote_addr: '10.1.1.1',
  } as unknown as Parameters<typeof sessionRow>[0];
  const row = {
    ...{ id: 's1', user: 'Ann(ann)', asset: 'web(10.0.0.5)', account: 'Typed(deploy)' },
    ...{ user_id: 'u1', asset_id: 'a1', account_id: '@INPUT', protocol: 'ssh', type: 'normal' },
    ...{ login_from: 'WT', remote_addr: '10.1.1.1', org_id: 'o1', date_start: '2026-03-18T12:00:00.000Z' },
  };
  expect(sessionRow(secret, { id: 's1', started, type: 'normal' })).toEqual(row);
  const stored = { ...secret, account: { ...account, id: 'c1' } } as typeof secret;
  expect(sessionRow(stored, { id: 's1', started, type: 'normal' })).toMatchObject({ account_id: 'c1' });
});
