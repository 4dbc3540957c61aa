import { ValidationError } from '@gatehouse/contract/errors.ts';
import { expect, test } from 'vitest';
import type { PlatformRow } from './platformOf.ts';
import { checkProtocols, defaultProtocols, portOfAddress, withPlatformProtocols } from './protocolRules.ts';

type Offered = { name: string; port: number; primary?: boolean; required?: boolean; default?: boolean };
const platform = (...protocols: Offered[]) => ({ protocols }) as unknown as PlatformRow;
const refusal = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationError) return error.fields;
    throw error;
  }
  return undefined;
};

test.each([
  ['https://a.example', 443],
  ['HTTP://a.example/x', 80],
  ['http://a.example:8080/x', 8080],
  ['https://user:secret@a.example:8443', 8443],
  ['http://[2001:db8::1]:8081/', 8081],
  ['http://[2001:db8::1]/', 80],
  ['ftp://a.example', 443],
  ['a.example', 443],
  ['a.example:9000', 9000],
  ['a.example:9000/path', 9000],
  ['a.example/path:9000', 443],
  ['10.0.0.1:22?x', 22],
])('the address %s has the port %i', (address, port) => {
  expect(portOfAddress(address)).toBe(port);
});

test('a new asset gets the primary, default and required protocols of its platform, and http on the port of its URL', () => {
  const offered = platform(
    { name: 'ssh', port: 2222, primary: true },
    { name: 'sftp', port: 22, default: true },
    { name: 'telnet', port: 23, required: true },
    { name: 'vnc', port: 5900 },
    { name: 'http', port: 80, default: true },
  );
  expect(defaultProtocols(offered, 'http://a.example:8080')).toEqual([
    { name: 'ssh', port: 2222 },
    { name: 'sftp', port: 22 },
    { name: 'telnet', port: 23 },
    { name: 'http', port: 8080 },
  ]);
});

test('an empty port is taken from the address, the platform or the protocol, in this order', () => {
  const offered = platform({ name: 'ssh', port: 2222 }, { name: 'http', port: 80 }, { name: 'own', port: 7 });
  const empty = ['http', 'ssh', 'vnc', 'own'].map((name) => ({ name, port: null }));
  const ports = [
    { name: 'http', port: 8443 },
    { name: 'ssh', port: 2222 },
    { name: 'vnc', port: 5900 },
    { name: 'own', port: 7 },
  ];
  expect(checkProtocols(empty as never, offered, 'https://a.example:8443')).toEqual(ports);
  expect(checkProtocols([{ name: 'ssh', port: 22 }], offered, '')).toEqual([{ name: 'ssh', port: 22 }]);
});

test('the refusal of protocols names unknown and missing required ones', () => {
  const offered = platform(
    { name: 'ssh', port: 22, primary: true },
    { name: 'sftp', port: 22, required: true },
    { name: 'vnc', port: 5900, default: true },
  );
  const both = [
    { name: 'ssh', port: 22 },
    { name: 'sftp', port: 22 },
  ];
  const strange = [...both, { name: 'z'.repeat(40), port: 1 }];
  expect(refusal(() => checkProtocols(both, offered, ''))).toBeUndefined();
  expect(refusal(() => checkProtocols(strange, offered, ''))).toEqual({
    protocols: [{ key: 'protocol_not_offered', params: { name: 'z'.repeat(32) } }],
  });
  expect(refusal(() => checkProtocols([{ name: 'telnet', port: 23 }], offered, ''))).toEqual({
    protocols: [{ key: 'protocols_required', params: { names: 'ssh, sftp' } }],
  });
});

test('changing the platform of an asset adds the protocols that it lacks', () => {
  const offered = platform(
    { name: 'ssh', port: 22 },
    { name: 'http', port: 80 },
    { name: 'vnc', port: 5901 },
  );
  expect(withPlatformProtocols([{ name: 'ssh', port: 2200 }], offered, 'http://a.example')).toEqual([
    { name: 'ssh', port: 2200 },
    { name: 'http', port: 80 },
    { name: 'vnc', port: 5901 },
  ]);
});
