import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { programEnvironments } from './programEnvironments.ts';

const environmentsOf = async (inherited: NodeJS.ProcessEnv = {}) => {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-environments-'));
  onTestFinished(() => rm(home, { recursive: true }));
  await mkdir(join(home, 'keys'));
  return programEnvironments({
    config: readConfig({ GATEHOUSE_HOME: home }, []),
    inherited,
    listen: { host: '127.0.0.1', port: 8080 },
    databaseUrl: 'postgres://localhost/gatehouse',
  });
};

test('installations that start at the same moment choose different ports for their gateways', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, environmentsOf));
  const ports = all.map(({ gatewayAt }) => gatewayAt.port);
  expect(new Set(ports).size).toBe(all.length);
  for (const { releasePorts } of all) releasePorts();
});

test('only the server learns of keys, current or previous, and which file they are in', async () => {
  const named = { GATEHOUSE_SECRET_KEY_FILE: '/elsewhere', GATEHOUSE_SECRET_KEY_PREVIOUS: 'p'.repeat(40) };
  const { gateway, runner, releasePorts, ...others } = await environmentsOf({ ...named, HARMLESS: '1' });
  const server: NodeJS.ProcessEnv = others.server;
  releasePorts();
  expect(server.GATEHOUSE_SECRET_KEY_FILE).toBe(`${server.GATEHOUSE_HOME}/keys/master.key`);
  expect(server.GATEHOUSE_SECRET_KEY_PREVIOUS).toBe('p'.repeat(40));
  for (const program of [gateway, runner]) {
    expect(Object.keys(program).filter((name) => name.includes('SECRET_KEY'))).toEqual([]);
    expect(program).toHaveProperty('HARMLESS', '1');
  }
});
