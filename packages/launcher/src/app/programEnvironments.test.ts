import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectFolder, readConfig } from '../platform/config.ts';
import { compileCache, programEnvironments } from './programEnvironments.ts';

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

test('programs are compiled into the data folder, the launcher beside its packages, both elsewhere on request', async () => {
  const { scripts } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
  for (const script of [scripts.start, scripts.demo]) {
    const [, own] = /NODE_COMPILE_CACHE:-([^}]+)}/.exec(script) ?? [];
    expect(own).toMatch(/^node_modules\//);
    expect(compileCache('/data', { NODE_COMPILE_CACHE: own })).toBe('/data/cache');
  }
  expect(compileCache('/data', {})).toBe('/data/cache');
  expect(compileCache('/data', { NODE_COMPILE_CACHE: '/elsewhere' })).toBe('/elsewhere');
});
