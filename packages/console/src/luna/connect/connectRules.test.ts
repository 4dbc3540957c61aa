import { expect, test } from 'vitest';
import {
  findAccount,
  initialChoice,
  isPrivileged,
  isReady,
  missingOf,
  needsOf,
  shownUsername,
  tokenRequest,
  usableAccounts,
  usableProtocols,
} from './connectRules.ts';
import { makeLastChoices } from './lastChoice.ts';
import type { PermedAccount, PermedAsset } from './permedAsset.ts';

const account = (alias: string, more: Partial<PermedAccount> = {}): PermedAccount => ({
  id: `id-${alias}`,
  alias,
  name: alias,
  username: alias,
  has_username: true,
  has_secret: true,
  secret_type: 'password',
  actions: [{ value: 'connect', label: 'Connect' }],
  ...more,
});
const withheld = (alias: string): PermedAccount =>
  account(alias, {
    checkout: {
      ...{ id: 'c1', minutes: 60, withheld: 'checked_out', is_own: false, holder: 'Bob(bob)' },
      ...{ date_expired: '2031/01/02 03:04:05 +0000', can_extend: false },
    },
  });
const typed = account('@INPUT', { has_username: false, has_secret: false });
const same = account('@USER', { username: 'ann', has_secret: false });
const asset = (accounts: PermedAccount[]): PermedAsset => ({
  id: 'a1',
  name: 'web-01',
  address: '10.0.0.5',
  comment: '',
  is_active: true,
  org_id: 'o',
  permed_protocols: [
    { name: 'ssh', port: 22 },
    { name: 'sftp', port: 22 },
  ],
  permed_accounts: accounts,
});
const cli = { value: 'web_cli', label: 'Web CLI', type: 'web', component: 'koko' };

test('only accounts that may connect are offered', () => {
  const upload = account('files', { actions: [{ value: 'upload', label: 'Upload' }] });
  expect(usableAccounts(asset([account('root'), upload])).map((account) => account.alias)).toEqual(['root']);
});

test('@ANON is not offered for categories of assets where the server refuses it', () => {
  const accounts = [account('root'), account('@ANON')];
  const of = (category: string) =>
    usableAccounts({ ...asset(accounts), category: { value: category, label: category } }).map(
      (account) => account.alias,
    );
  expect(of('host')).toEqual(['root']);
  expect(of('custom')).toEqual(['root', '@ANON']);
});

test('only protocols that this terminal may open for the user are offered', () => {
  const methods = { ssh: [cli], sftp: [{ ...cli, value: 'web_sftp' }] };
  expect(usableProtocols(asset([]), methods).map((protocol) => protocol.name)).toEqual(['ssh']);
  expect(usableProtocols(asset([]), { ssh: [{ ...cli, disabled: true }] })).toEqual([]);
});

test("typed accounts ask for username and password, saved ones for nothing, the user's own account for the password", () => {
  expect(needsOf(typed)).toEqual({ username: true, secret: true });
  expect(needsOf(account('root'))).toEqual({ username: false, secret: false });
  expect(needsOf(same)).toEqual({ username: false, secret: true });
  expect(needsOf(account('empty', { has_secret: false }))).toEqual({ username: false, secret: true });
  expect(needsOf(account('@ANON', { has_secret: false }))).toEqual({ username: false, secret: false });
});

test('the default is what the link names, then the last choice, then an account that needs no typing', () => {
  const accounts = [typed, account('deploy'), account('root')];
  const protocols = [{ name: 'ssh' }, { name: 'telnet' }];
  expect(initialChoice(accounts, protocols, undefined).alias).toBe('deploy');
  expect(initialChoice(accounts, protocols, { protocol: 'telnet', alias: 'root' })).toMatchObject({
    alias: 'root',
    protocol: 'telnet',
  });
  expect(initialChoice(accounts, protocols, { protocol: 'ssh', alias: 'root' }, 'id-deploy').alias).toBe(
    'deploy',
  );
  expect(initialChoice(accounts, protocols, { protocol: 'gone', alias: 'gone' })).toMatchObject({
    alias: 'deploy',
    protocol: 'ssh',
  });
  expect(
    initialChoice(accounts, protocols, { protocol: 'ssh', alias: '@INPUT', username: 'bob' }),
  ).toMatchObject({
    alias: '@INPUT',
    username: 'bob',
    secret: '',
  });
});

test('without a last choice, the least privileged account that needs no typing is chosen', () => {
  const chosen = (...accounts: PermedAccount[]) =>
    initialChoice(accounts, [{ name: 'ssh' }], undefined).alias;
  const boss = account('boss', { privileged: true });
  const asked = account('asked', { has_secret: false });
  expect(chosen(boss, account('deploy'))).toBe('deploy');
  expect(chosen(account('x', { username: 'Administrator' }), account('deploy'))).toBe('deploy');
  expect(chosen(asked, boss)).toBe('boss');
  expect(chosen(account('root', { has_secret: false }), asked)).toBe('asked');
  expect(chosen(boss)).toBe('boss');
  expect(
    initialChoice([boss, account('deploy')], [{ name: 'ssh' }], { protocol: 'ssh', alias: 'boss' }).alias,
  ).toBe('boss');
});

test('a link may name an account by id, alias, name or username', () => {
  const accounts = [account('deploy', { name: 'Deploy key', username: 'svc' })];
  for (const preferred of ['id-deploy', 'deploy', 'Deploy key', 'svc'])
    expect(findAccount(accounts, preferred)).toBeDefined();
  expect(findAccount(accounts, 'other')).toBeUndefined();
});

test('missing input is named', () => {
  const choice = { protocol: 'ssh', alias: '@INPUT', username: ' ', secret: '' };
  expect(missingOf(undefined, choice)).toBe('account');
  expect(missingOf(typed, { ...choice, protocol: '' })).toBe('protocol');
  expect(missingOf(typed, choice)).toBe('username');
  expect(missingOf(typed, { ...choice, username: 'bob' })).toBeNull();
});

test('only a saved account connects without asking', () => {
  const choice = { protocol: 'ssh', alias: 'root', username: '', secret: '' };
  expect(isReady(account('root'), choice)).toBe(true);
  expect(isReady(same, { ...choice, alias: '@USER' })).toBe(false);
});

test('the request contains typed texts only where the account needs them, with the secret encrypted', () => {
  const choice = { protocol: 'ssh', alias: 'root', username: 'bob', secret: 'pw' };
  expect(tokenRequest('a1', account('root'), choice, 'k:c')).toEqual({
    asset: 'a1',
    account: 'root',
    protocol: 'ssh',
    connect_method: 'web_cli',
  });
  expect(tokenRequest('a1', typed, choice, 'k:c')).toMatchObject({
    input_username: 'bob',
    input_secret: 'k:c',
  });
  expect(tokenRequest('a1', typed, { ...choice, secret: '' }, '')).not.toHaveProperty('input_secret');
});

test('the username shown is the one the asset will see', () => {
  const choice = { protocol: 'ssh', alias: '@INPUT', username: 'bob', secret: '' };
  expect(shownUsername(typed, choice)).toBe('bob');
  expect(shownUsername(same, choice)).toBe('ann');
});

test('the last choice is stored per asset and user, and never contains a secret', () => {
  const area = new Map<string, unknown>();
  const storage = {
    getJson: <T>(key: string) => area.get(key) as T | undefined,
    setJson: (key: string, value: unknown) => void area.set(key, value),
  };
  const choices = makeLastChoices(storage, 'u1');
  choices.set('a1', { protocol: 'ssh', alias: '@INPUT', username: 'bob', secret: 'pw' } as never);
  expect(choices.get('a1')).toEqual({ protocol: 'ssh', alias: '@INPUT', username: 'bob' });
  expect(makeLastChoices(storage, 'u2').get('a1')).toBeUndefined();
  expect(JSON.stringify([...area])).not.toContain('pw');
  for (let at = 0; at < 300; at += 1) choices.set(`x${at}`, { protocol: 'ssh', alias: 'root' });
  expect(choices.get('a1')).toBeUndefined();
  expect(choices.get('x299')).toBeDefined();
});

test('accounts that manage a machine by their usual names are privileged', () => {
  const names = ['root', 'Admin', 'ADMINISTRATOR', 'deploy', 'administrators'];
  expect(names.filter((username) => isPrivileged(account('x', { username })))).toEqual([
    'root',
    'Admin',
    'ADMINISTRATOR',
  ]);
  expect(isPrivileged(account('deploy', { privileged: true }))).toBe(true);
});

test('an account that another user holds is not chosen as long as there is a free one, and opens nothing', () => {
  const [taken, free] = [withheld('app'), account('root')];
  const last = { protocol: 'ssh', alias: 'app' };
  expect(initialChoice([taken, free], [{ name: 'ssh' }], last).alias).toBe('root');
  expect(initialChoice([taken, typed], [{ name: 'ssh' }], last).alias).toBe('@INPUT');
  const only = initialChoice([taken, free], [{ name: 'ssh' }], undefined, 'app');
  expect([only.alias, missingOf(taken, only), isReady(taken, only)]).toEqual(['app', 'account', false]);
});
