import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment, sharedConfig, sharedVariables } from './environment.ts';

const configOf = (env: Record<string, string | undefined>) =>
  sharedConfig(readEnvironment(sharedVariables, env));

test('a component has a default for every missing or empty environment variable', () => {
  const usual = {
    home: resolve('./var'),
    core_url: 'http://127.0.0.1:8080',
    bootstrap_token: '',
    log_level: 'info',
  };
  expect(configOf({})).toEqual(usual);
  expect(configOf({ GATEHOUSE_HOME: '', GATEHOUSE_CORE_URL: '', GATEHOUSE_LOG_LEVEL: '' })).toEqual(usual);
});

test('each setting of a component is read from its environment variable', () => {
  expect(
    configOf({
      GATEHOUSE_HOME: 'some/where',
      GATEHOUSE_CORE_URL: 'https://gate.example/under//',
      GATEHOUSE_BOOTSTRAP_TOKEN: 'token',
      GATEHOUSE_LOG_LEVEL: 'trace',
    }),
  ).toEqual({
    ...{ home: resolve('some/where'), core_url: 'https://gate.example/under', bootstrap_token: 'token' },
    log_level: 'trace',
  });
  for (const log_level of ['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    expect(configOf({ GATEHOUSE_LOG_LEVEL: log_level })).toMatchObject({ log_level });
});

test('the error about an invalid environment names the variables but not their values', () => {
  const refusal = () => configOf({ GATEHOUSE_CORE_URL: 'ftp://secret', GATEHOUSE_LOG_LEVEL: 'loud' });
  expect(refusal).toThrow(/^The environment is not usable: GATEHOUSE_CORE_URL: .*; GATEHOUSE_LOG_LEVEL: /);
  expect(refusal).not.toThrow(/secret/);
});
