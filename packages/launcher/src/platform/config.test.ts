import { expect, test } from 'vitest';
import { projectFolder, readConfig } from './config.ts';

test('without settings everything is local', () => {
  expect(readConfig({}, [])).toEqual({
    home: `${projectFolder}var`,
    listen: { host: '127.0.0.1', port: 8080 },
    isDemo: false,
    isTls: false,
  });
});

test('the demo has a folder of its own', () => {
  expect(readConfig({}, ['--demo'])).toMatchObject({ home: `${projectFolder}var-demo`, isDemo: true });
  expect(readConfig({ GATEHOUSE_HOME: '/srv/x' }, ['--demo']).home).toBe('/srv/x');
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ GATEHOUSE_HOME: '', GATEHOUSE_DATABASE_URL: '' }, []).databaseUrl).toBeUndefined();
});

test.each([
  [{ GATEHOUSE_LISTEN: '8080' }, 'GATEHOUSE_LISTEN: "8080" is not an address like 127.0.0.1:8080'],
  [{ GATEHOUSE_LISTEN: '127.0.0.1:99999' }, 'GATEHOUSE_LISTEN'],
  [{ GATEHOUSE_DATABASE_URL: 'mysql://x' }, 'GATEHOUSE_DATABASE_URL: must start with postgresql://'],
  [{ GATEHOUSE_SECRET_KEY: 'short' }, 'GATEHOUSE_SECRET_KEY: must have at least 32 characters'],
])('%o is refused by name', (environment, message) => {
  expect(() => readConfig(environment, [])).toThrow(message);
});

test('an unknown argument is refused', () => {
  expect(() => readConfig({}, ['--domo'])).toThrow('Unknown argument --domo');
});
