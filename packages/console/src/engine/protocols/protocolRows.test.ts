import { expect, test } from 'vitest';
import { canRemove, freeChoices, portOfAddress, startingProtocols, withPrimary } from './protocolRows.ts';

const ssh = { name: 'ssh', port: 22, primary: true };
const sftp = { name: 'sftp', port: 22, default: true };
const vnc = { name: 'vnc', port: 5900 };

test('a new asset starts with what its platform demands and proposes', () => {
  expect(startingProtocols([ssh, sftp, vnc])).toEqual([
    { name: 'ssh', port: 22 },
    { name: 'sftp', port: 22 },
  ]);
});

test('a protocol stands once', () => {
  expect(freeChoices([ssh, sftp, vnc], [ssh, sftp]).map(({ name }) => name)).toEqual(['vnc']);
  expect(freeChoices([ssh, sftp, vnc], [ssh, sftp], 'sftp').map(({ name }) => name)).toEqual(['sftp', 'vnc']);
});

test('B-5-019 the last row stays; on an asset the primary one stays too', () => {
  expect(canRemove([ssh], ssh, ssh, true)).toBe(false);
  expect(canRemove([ssh, sftp], { name: 'ssh', port: 22 }, ssh, false)).toBe(false);
  expect(canRemove([ssh, sftp], { name: 'sftp', port: 22 }, sftp, false)).toBe(true);
  expect(canRemove([ssh, sftp], ssh, ssh, true)).toBe(true);
});

test('one protocol is primary and stands first', () => {
  expect(withPrimary([ssh, vnc], 'vnc').map(({ name, primary }) => [name, primary])).toEqual([
    ['vnc', true],
    ['ssh', false],
  ]);
});

test('the port of a web address', () => {
  expect(portOfAddress('http://a.example')).toBe(80);
  expect(portOfAddress('https://a.example/x')).toBe(443);
  expect(portOfAddress('https://a.example:8443')).toBe(8443);
  expect(portOfAddress('a.example')).toBe(443);
});
