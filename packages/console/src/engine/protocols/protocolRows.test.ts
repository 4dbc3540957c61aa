import { expect, test } from 'vitest';
import { canRemove, freeChoices, portOfAddress, startingProtocols, withPrimary } from './protocolRows.ts';

const ssh = { name: 'ssh', port: 22, primary: true };
const sftp = { name: 'sftp', port: 22, default: true };
const vnc = { name: 'vnc', port: 5900 };

test("a new asset starts with its platform's required and default protocols", () => {
  expect(startingProtocols([ssh, sftp, vnc])).toEqual([
    { name: 'ssh', port: 22 },
    { name: 'sftp', port: 22 },
  ]);
});

test('a row is offered only protocols that no other row uses', () => {
  expect(freeChoices([ssh, sftp, vnc], [ssh, sftp]).map(({ name }) => name)).toEqual(['vnc']);
  expect(freeChoices([ssh, sftp, vnc], [ssh, sftp], 'sftp').map(({ name }) => name)).toEqual(['sftp', 'vnc']);
});

test('B-5-019 the last row cannot be removed; on an asset neither can the primary one', () => {
  expect(canRemove([ssh], ssh, ssh, true)).toBe(false);
  expect(canRemove([ssh, sftp], { name: 'ssh', port: 22 }, ssh, false)).toBe(false);
  expect(canRemove([ssh, sftp], { name: 'sftp', port: 22 }, sftp, false)).toBe(true);
  expect(canRemove([ssh, sftp], ssh, ssh, true)).toBe(true);
});

test('exactly one protocol is primary, and it comes first', () => {
  expect(withPrimary([ssh, vnc], 'vnc').map(({ name, primary }) => [name, primary])).toEqual([
    ['vnc', true],
    ['ssh', false],
  ]);
});

test('a web address without a port uses that of its scheme, HTTPS by default', () => {
  expect(portOfAddress('http://a.example')).toBe(80);
  expect(portOfAddress('https://a.example/x')).toBe(443);
  expect(portOfAddress('https://a.example:8443')).toBe(8443);
  expect(portOfAddress('a.example')).toBe(443);
});

test('a new asset starts with required protocols, not with optional ones', () => {
  const telnet = { name: 'telnet', port: 23, required: true };
  expect(startingProtocols([vnc, telnet])).toEqual([{ name: 'telnet', port: 23 }]);
});

test('on an asset a required or primary protocol cannot be removed', () => {
  const telnet = { name: 'telnet', port: 23, required: true };
  expect(canRemove([telnet, sftp], telnet, telnet, false)).toBe(false);
  expect(canRemove([ssh, sftp], ssh, undefined, false)).toBe(false);
  expect(canRemove([vnc, sftp], vnc, undefined, false)).toBe(true);
  expect(canRemove([], vnc, vnc, true)).toBe(false);
});

test('making a protocol primary keeps the order of the others', () => {
  expect(withPrimary([ssh, sftp, vnc], 'sftp').map(({ name }) => name)).toEqual(['sftp', 'ssh', 'vnc']);
});

test.each([
  ['', undefined],
  ['  ', undefined],
  [' HTTP://a.example ', 80],
  ['a.example:8080', 8080],
  ['https://', undefined],
  ['http://a.example:80', 80],
])('the port in address %j is %s', (address, port) => {
  expect(portOfAddress(address)).toBe(port);
});
