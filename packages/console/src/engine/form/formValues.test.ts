import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { encryptFields } from '../../platform/secret/encrypt.ts';
import { encryptedNames, loadedValues, startingValues, submittedBody } from './formValues.ts';

const meta = (over: Partial<FieldMeta>): FieldMeta => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: 'X',
  ...over,
});
const metas = {
  name: meta({ max_length: 128 }),
  type: meta({
    type: 'labeled_choice',
    default: 'command',
    choices: [{ value: 'command', label: 'Command' }],
  }),
  domain: meta({ type: 'object_related_field' }),
  nodes: meta({ type: 'm2m_related_field' }),
  secret: meta({ kind: 'secret', write_only: true }),
  rules: meta({
    type: 'nested object',
    children: { ip_group: meta({ type: 'list', default: ['*'] }) },
  }),
};
const items = Object.entries(metas).map(([id, meta]) => ({ id, meta }));

test("a new form starts with the metadata's defaults, recursively", () => {
  expect(startingValues(items, metas)).toEqual({ type: 'command', rules: { ip_group: ['*'] } });
});

test('a loaded row is edited by the values of its choices and the ids of its related rows', () => {
  const row = {
    type: { value: 'regex', label: 'Regex' },
    domain: { id: 'd1', name: 'DMZ' },
    nodes: [{ id: 'n1' }],
    extra: 1,
  };
  expect(loadedValues(items, metas, row)).toMatchObject({ type: 'regex', domain: 'd1', nodes: ['n1'] });
  expect(loadedValues(items, metas, row)).not.toHaveProperty('extra');
});

test('related rows are sent as objects with pk', () => {
  expect(submittedBody(items, metas, { name: 'a', domain: 'd1', nodes: ['n1'] })).toEqual({
    name: 'a',
    domain: { pk: 'd1' },
    nodes: [{ pk: 'n1' }],
  });
});

test('an untouched secret is not sent', () => {
  expect(submittedBody(items, metas, { secret: '' })).toEqual({});
});

test('B-3-038 an item formats its own value, an object result is merged', () => {
  const own = [{ id: 'kind', type: 'text', outputFormat: () => ({ category: 'host', type: 'linux' }) }];
  expect(submittedBody(own, {}, { kind: 'host/linux', name: 'x' })).toEqual({
    category: 'host',
    type: 'linux',
    name: 'x',
  });
});

test('A-5-006 passwords, tokens, private keys and secrets are encrypted, empty ones are not', async () => {
  const names = encryptedNames(items, ['passphrase']);
  const body = { password: 'a', token: 'b', private_key: 'c', secret: 'd', passphrase: '', name: 'e' };
  expect(await encryptFields(body, names, async (value) => `enc(${value})`)).toEqual({
    password: 'enc(a)',
    token: 'enc(b)',
    private_key: 'enc(c)',
    secret: 'enc(d)',
    passphrase: '',
    name: 'e',
  });
});

test('a new form starts with the defaults of its items, overridden by those of the page', () => {
  const own = [
    { id: 'name', type: 'text', default: 'dmz' },
    { id: 'zone', type: 'text', default: 'a', inputFormat: (zone: unknown, all: object) => [zone, all] },
  ];
  const { zone, ...rest } = startingValues(own, { type: metas.type }, { name: 'lan' });
  expect(rest).toEqual({ type: 'command', name: 'lan' });
  expect(zone).toEqual(['a', { type: 'command', name: 'lan', zone: 'a' }]);
});

test('missing row values use their defaults, and an extra item can compute its value from the row', () => {
  const own = {
    id: 'own',
    type: 'text',
    inputFormat: (_: unknown, { name }: { name?: unknown }) => `${name}!`,
  };
  const loaded = loadedValues([...items, own], metas, { name: 'a' });
  expect(loaded).toMatchObject({ name: 'a', own: 'a!', rules: { ip_group: ['*'] } });
});

test('a value formatted by an item is sent unchanged and omitted if undefined', () => {
  const own = [
    { id: 'domain', meta: metas.domain, outputFormat: (id: unknown) => `raw ${id}` },
    { id: 'nodes', meta: metas.nodes, outputFormat: () => ['n1'] },
    { id: 'name', meta: metas.name, outputFormat: () => undefined },
    { id: 'secret', meta: metas.secret, outputFormat: () => null },
  ];
  const values = { domain: 'd1', nodes: [], name: 'x', secret: 's', type: 'regex' };
  expect(submittedBody(own, metas, values)).toEqual({
    domain: 'raw d1',
    nodes: ['n1'],
    secret: null,
    type: 'regex',
  });
});

test('an item can format its value from other values, and merged fields are converted by kind', () => {
  const own = [
    {
      id: 'place',
      type: 'text',
      outputFormat: (value: unknown, { name }: { name?: unknown }) => ({ domain: value, name: `${name}!` }),
    },
  ];
  expect(submittedBody([...items, ...own], metas, { name: 'a', place: 'd1' })).toEqual({
    name: 'a!',
    domain: { pk: 'd1' },
  });
});
