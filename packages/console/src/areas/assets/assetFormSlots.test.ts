// @vitest-environment jsdom
import { platform as platformDefinition } from '@gatehouse/contract/resources/assets/platform.ts';
import { expect, test, vi } from 'vitest';
import { meta } from '../../../test/domains.ts';
import { detailRow } from '../../../test/sampleRow.ts';
import type { PlatformRow } from '../../resources/assets/asset/usePlatformRow.ts';
import { assetFormSlots } from './assetFormSlots.tsx';

const slotsFor = (
  type: string,
  over: {
    category?: string;
    platform?: Partial<PlatformRow>;
    node?: string;
    metas?: Parameters<typeof assetFormSlots>[0]['metas'];
    onPlatform?: (id: string) => void;
  } = {},
) =>
  assetFormSlots({
    platform: detailRow(platformDefinition, {
      id: 7,
      name: 'Any',
      type: { value: type, label: type } as never,
      category: { value: over.category ?? 'database', label: 'x' } as never,
      domain_enabled: true,
      protocols: [
        { name: 'ssh', port: 22, primary: true, default: true, secret_types: ['password', 'ssh_key'] },
        { name: 'sftp', port: 22, secret_types: ['password'] },
      ] as never,
      ...over.platform,
    }),
    node: over.node,
    t: (key) => key,
    engine: (key) => key,
    encrypt: async (value) => `e(${value})`,
    onPlatform: over.onPlatform ?? (() => undefined),
    ...(over.metas && { metas: over.metas }),
  });
type Fields = NonNullable<ReturnType<typeof slotsFor>['fields']>;

const isHidden = (fields: Fields | undefined, name: keyof Fields, values: object = {}): boolean => {
  const hidden = fields?.[name]?.hidden;
  return Boolean(typeof hidden === 'function' ? hidden(values as never) : hidden);
};

const SECURE = ['ca_cert', 'client_cert', 'client_key', 'allow_invalid_cert'] as const;

test.each([
  ['redis', ['ca_cert', 'client_cert', 'client_key']],
  ['mysql', ['ca_cert', 'client_cert', 'client_key', 'allow_invalid_cert']],
  ['mongodb', ['ca_cert', 'client_key', 'allow_invalid_cert']],
  ['postgresql', []],
  ['oracle', []],
])('with TLS a database of type %s has the fields %o', (type, expected) => {
  const { fields } = slotsFor(type);
  expect(SECURE.filter((name) => !isHidden(fields, name, { use_ssl: true }))).toEqual(expected);
  expect(SECURE.filter((name) => !isHidden(fields, name, { use_ssl: false }))).toEqual([]);
  expect(isHidden(fields, 'use_ssl')).toBe(expected.length === 0);
});

test('certificates have a wide input of their own, allow_invalid_cert the standard one', () => {
  const { fields } = slotsFor('mysql');
  const isOwn = SECURE.map((name) => [
    fields?.[name]?.component !== undefined,
    fields?.[name]?.wide === true,
  ]);
  expect(isOwn).toEqual([
    [true, true],
    [true, true],
    [true, true],
    [false, false],
  ]);
});

test.each([
  ['mongodb', true],
  ['postgresql', true],
  ['mysql', false],
  ['oracle', false],
])('only databases of type mongodb or postgresql require a database name: %s', (type, isRequired) => {
  expect(slotsFor(type).fields?.db_name?.required).toBe(isRequired);
});

test('only Oracle has a hint for its database name', () => {
  expect(slotsFor('oracle').fields?.db_name?.helpText).toBe('asset.oracleHint');
  expect(slotsFor('mysql').fields?.db_name?.helpText).toBeUndefined();
});

test.each([
  ['no', []],
  ['basic', ['username_selector', 'password_selector', 'submit_selector']],
  ['script', ['script']],
])('a website with autofill "%s" has the fields %o', (autofill, expected) => {
  const { fields } = slotsFor('website');
  const all = ['username_selector', 'password_selector', 'submit_selector', 'script'] as const;
  expect(all.filter((name) => !isHidden(fields, name, { autofill }))).toEqual(expected);
});

test('a website starts with the autofill settings of its platform, other assets do not', () => {
  const setting = {
    autofill: 'basic',
    username_selector: 'id=u',
    password_selector: 'id=p',
    submit_selector: 'id=s',
    script: [],
    other: 1,
  };
  const platform = { protocols: [{ name: 'http', port: 80, setting }] as never };
  const { other: _, ...known } = setting;
  const web = slotsFor('website', { category: 'web', platform }).initial;
  expect(web).toMatchObject(known);
  expect(web).not.toHaveProperty('other');
  expect(slotsFor('website', { category: 'host', platform }).initial).not.toHaveProperty('autofill');
  expect(slotsFor('website', { category: 'web' }).initial).not.toHaveProperty('autofill');
});

test('a new asset starts active, on its platform and in the node it is created from', () => {
  expect(slotsFor('linux', { node: 'n1' }).initial).toMatchObject({
    platform: 7,
    is_active: true,
    nodes: ['n1'],
    protocols: [{ name: 'ssh', port: 22 }],
  });
  expect(slotsFor('linux').initial).not.toHaveProperty('nodes');
});

test('the asset form requires a node and offers a zone only if the platform allows one', () => {
  const { fields, query, groupHelp, hasReset } = slotsFor('linux');
  expect(query).toEqual({ platform: '7' });
  expect(hasReset).toBe(false);
  expect(fields?.nodes?.required).toBe(true);
  expect(fields?.address?.rules).toHaveLength(1);
  expect(fields?.platform?.helpText).toBe('asset.platformHint');
  expect(groupHelp).toEqual({
    basic: 'asset.help.basic',
    protocols: 'asset.help.protocols',
    accounts: 'asset.help.accounts',
    other: 'asset.help.other',
  });
  expect(isHidden(fields, 'domain')).toBe(false);
  expect(isHidden(slotsFor('linux', { platform: { domain_enabled: false } }).fields, 'domain')).toBe(true);
});

test('accounts of an asset offer the secret types and protocols of its platform, and what can be pushed to it', () => {
  expect(slotsFor('linux').fields?.accounts?.el).toEqual({
    secretTypes: ['password', 'ssh_key'],
    protocols: ['ssh', 'sftp'],
    platforms: [expect.objectContaining({ id: 7, automation: expect.any(Object) })],
  });
});

test('choosing another platform of the same type changes the form', () => {
  const onPlatform = vi.fn();
  const related = { url: '/api/v1/assets/platforms/', attrs: ['name'] };
  const slots = slotsFor('linux', { metas: { platform: meta({ related }) }, onPlatform });
  expect(slots.fields?.platform?.meta?.related).toEqual({
    url: '/api/v1/assets/platforms/?type=linux',
    attrs: ['name'],
  });
  expect(slotsFor('linux', { metas: { platform: meta() } }).fields?.platform).not.toHaveProperty('meta');
  slots.watch?.({ platform: 7 } as never);
  slots.watch?.({} as never);
  expect(onPlatform).not.toHaveBeenCalled();
  slots.watch?.({ platform: 8 } as never);
  expect(onPlatform).toHaveBeenCalledExactlyOnceWith('8');
});

test('custom fields are shown only if the platform defines some', () => {
  const hiddenWith = (children?: Record<string, ReturnType<typeof meta>>) =>
    isHidden(slotsFor('x', { metas: { custom_info: meta(children && { children }) } }).fields, 'custom_info');
  expect(hiddenWith({ region: meta() })).toBe(false);
  expect(hiddenWith({})).toBe(true);
  expect(hiddenWith()).toBe(true);
  expect(isHidden(slotsFor('x').fields, 'custom_info')).toBe(false);
});

const sent = async (body: object, values: object, mode: 'create' | 'update') =>
  slotsFor('linux').toWire?.(body as never, values as never, { mode } as never);

test('accounts are sent only with a new asset, with encrypted secrets', async () => {
  const accounts = [{ name: 'root', secret: 'pw' }];
  const body = { name: 'web-1', accounts, nodes: [{ pk: 'n1' }] };
  expect(await sent(body, { accounts }, 'create')).toEqual({
    name: 'web-1',
    nodes: [{ pk: 'n1' }],
    accounts: [{ name: 'root', secret: 'e(pw)' }],
  });
  expect(await sent(body, { accounts }, 'update')).toEqual({ name: 'web-1', nodes: [{ pk: 'n1' }] });
  expect(await sent({ name: 'web-1', accounts: [], nodes: [] }, { accounts: [] }, 'create')).toEqual({
    name: 'web-1',
  });
  expect(await sent({ name: 'web-1' }, {}, 'create')).toEqual({ name: 'web-1' });
});
