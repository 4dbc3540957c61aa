import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('without settings the gateway listens on loopback', () => {
  const config = readConfig({ GATEHOUSE_CORE_URL: '' });
  expect(config).toMatchObject({
    core_url: 'http://127.0.0.1:8080',
    listen: { host: '127.0.0.1' },
    log_level: 'info',
  });
  expect(isAbsolute(config.home)).toBe(true);
});

test('addresses of both families are parsed', () => {
  expect(readConfig({ GATEHOUSE_GATEWAY_LISTEN: '[::1]:5000' }).listen).toEqual({ host: '::1', port: 5000 });
  expect(readConfig({ GATEHOUSE_GATEWAY_LISTEN: '0.0.0.0:1' }).listen).toEqual({ host: '0.0.0.0', port: 1 });
});

test('an error names the variable, without its value', () => {
  expect(() => readConfig({ GATEHOUSE_GATEWAY_LISTEN: 'nowhere' })).toThrow('GATEHOUSE_GATEWAY_LISTEN');
  expect(() => readConfig({ GATEHOUSE_CORE_URL: 'ftp://secret@host' })).toThrow(
    /^(?!.*secret).*GATEHOUSE_CORE_URL/,
  );
});
