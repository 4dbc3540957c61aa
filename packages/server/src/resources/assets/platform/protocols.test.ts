import { ValidationError } from '@gatehouse/contract/errors.ts';
import { expect, test } from 'vitest';
import type { Values } from '../../../engine/resource.ts';
import { normalizeProtocols, type StoredProtocol } from './protocols.ts';

const free = { offered: undefined, stored: [], isLicensed: false };
/** The protocols as stored when a client sends these rows. */
const normalized = (rows: Values[], rules: Partial<Parameters<typeof normalizeProtocols>[2]> = {}) =>
  normalizeProtocols(rows, rows, { ...free, ...rules });
const refusal = (rows: Values[], rules: Partial<Parameters<typeof normalizeProtocols>[2]> = {}) => {
  try {
    normalized(rows, rules);
  } catch (error) {
    if (error instanceof ValidationError) return (error.fields as { protocols: unknown[] }).protocols;
    throw error;
  }
  return undefined;
};
const setting = (name: string, input: unknown, isLicensed = false) => {
  const rows = [{ name, port: 1, setting: input }];
  return refusal(rows, { isLicensed }) ?? normalized(rows, { isLicensed })[0]?.setting;
};
const wrong = (name: string, key: string, params?: object) => [
  { setting: { [name]: [params ? { key, params } : { key }] } },
];

test('protocols are stored with their flags, and the first is primary if none is marked', () => {
  expect(
    normalized([
      { name: 'ssh', port: '22', required: true },
      { name: 'sftp', port: 2022, default: true, public: false },
      { name: 'winrm', port: 5985, public: true },
    ]),
  ).toEqual([
    {
      ...{ id: 1, name: 'ssh', port: 22, primary: true, required: true, default: false, public: true },
      setting: { old_ssh_version: false },
    },
    {
      ...{ id: 2, name: 'sftp', port: 2022, primary: false, required: false, default: true, public: false },
      setting: { sftp_home: '/tmp' },
    },
    {
      ...{ id: 3, name: 'winrm', port: 5985, primary: false, required: false, default: false, public: false },
      setting: { use_ssl: false },
    },
  ]);
  expect(normalized([])).toEqual([]);
});

test('the first of several primary protocols stays primary, and the last of several with the same name is kept', () => {
  const found = normalized([
    { name: 'ssh', port: 1 },
    { name: 'vnc', port: 2, primary: true },
    { name: 'telnet', port: 3, primary: true },
    { name: 'ssh', port: 4 },
  ]);
  expect(found.map(({ name, port, primary }) => [name, port, primary])).toEqual([
    ['ssh', 4, false],
    ['vnc', 2, true],
    ['telnet', 3, false],
  ]);
});

test('a stored protocol keeps its id and its settings unless others are sent', () => {
  const common = { primary: false, required: false, default: false, public: true };
  const stored: StoredProtocol[] = [
    { id: 4, name: 'sftp', port: 22, ...common, setting: { sftp_home: '/srv' } },
    { id: 7, name: 'vnc', port: 5900, ...common, setting: {} },
  ];
  const rows = [
    { id: 4, name: 'sftp', port: 22 },
    { id: 7, name: 'telnet', port: 23 },
    { id: 7, name: 'vnc', port: 5900 },
    { id: 4, name: 'ssh', port: 22 },
  ];
  const kept = normalized(rows, { stored });
  expect(kept.map(({ id, name }) => [id, name])).toEqual([
    [4, 'sftp'],
    [8, 'telnet'],
    [7, 'vnc'],
    [9, 'ssh'],
  ]);
  expect(kept[0]?.setting).toEqual({ sftp_home: '/srv' });
  const sent = [{ id: 4, name: 'sftp', port: 22, setting: { sftp_home: '/home' } }];
  expect(normalized(sent, { stored })[0]?.setting).toEqual({ sftp_home: '/home' });
  // The second row with the same id gets a new id.
  const twice = [sent[0] as Values, { ...sent[0], name: 'sftp' }];
  expect(normalized(twice, { stored }).map(({ id }) => id)).toEqual([8]);
});

test('a protocol that the type does not offer is refused with an error on its row', () => {
  const notOffered = (name: string) => ({ name: [{ key: 'protocol_not_offered', params: { name } }] });
  const rows = [
    { name: 'ssh', port: 22 },
    { name: 'vnc', port: 1 },
    { name: 'x'.repeat(40), port: 1 },
  ];
  expect(refusal(rows, { offered: ['ssh'] })).toEqual([{}, notOffered('vnc'), notOffered('x'.repeat(32))]);
  expect(refusal(rows)).toEqual([{}, {}, notOffered('x'.repeat(32))]);
});

test('protocol settings must have the right type, and get their default if none is sent', () => {
  expect(setting('ssh', { old_ssh_version: true, other: 1 })).toEqual({ old_ssh_version: true });
  expect(setting('ssh', { old_ssh_version: null })).toEqual({ old_ssh_version: false });
  expect(setting('ssh', { old_ssh_version: 'true' })).toEqual(wrong('old_ssh_version', 'invalid_boolean'));
  expect(setting('sftp', { sftp_home: { value: '/srv' } })).toEqual({ sftp_home: '/srv' });
  for (const input of [7, { other: '/srv' }, ['/srv']])
    expect(setting('sftp', { sftp_home: input })).toEqual(wrong('sftp_home', 'invalid_string'));
  const longest = 'x'.repeat(4096);
  expect(setting('sftp', { sftp_home: longest })).toEqual({ sftp_home: longest });
  expect(setting('sftp', { sftp_home: `${longest}x` })).toEqual(
    wrong('sftp_home', 'max_length', { max: 4096 }),
  );
  expect(setting('rdp', { security: 'tls' })).toMatchObject({
    security: 'tls',
    console: false,
    ad_domain: '',
  });
  expect(setting('rdp', { security: 'y'.repeat(70) })).toEqual(
    wrong('security', 'invalid_choice', { value: 'y'.repeat(64) }),
  );
});

test('a login script is a list or a text of any length', () => {
  const script = (input: unknown) => setting('http', { script: input });
  expect(script([{ step: 1 }])).toMatchObject({ script: [{ step: 1 }] });
  expect(script('x'.repeat(5_000))).toMatchObject({ script: 'x'.repeat(5_000) });
  expect(script({ step: 1 })).toEqual(wrong('script', 'not_a_list'));
  expect(setting('http', {})).toMatchObject({ script: [], autofill: 'basic' });
});

test('licensed choices are accepted only with a licence', () => {
  expect(setting('chatgpt', { api_mode: 'gpt-4' }, true)).toEqual({ api_mode: 'gpt-4' });
  expect(setting('chatgpt', { api_mode: 'gpt-4' })).toEqual(
    wrong('api_mode', 'invalid_choice', { value: 'gpt-4' }),
  );
  expect(setting('chatgpt', { api_mode: 'gpt-3.5-turbo' }, true)).toEqual({ api_mode: 'gpt-3.5-turbo' });
});
