import { Agent, get } from 'node:http';
import { fill, type Installation } from '../installation.ts';
import type { Measure } from '../report.ts';
import { memoryOfStack, usedByStack } from '../stack.ts';

const hosts = 5_000;
const users = 500;
const connections = 8;
const requests = 400;

/** A call with the requests per second and the processor time a request, in ms, that it must keep to. */
type Load = { what: string; path: string; floor: number; most: number };

const paged = (limit: number) => `limit=${limit}&offset=0&draw=1&display=1`;

const loads: readonly Load[] = [
  { what: 'assets, 15 rows', path: `/api/v1/assets/assets/?${paged(15)}`, floor: 500, most: 3 },
  { what: 'assets, 100 rows', path: `/api/v1/assets/assets/?${paged(100)}`, floor: 176, most: 11 },
  { what: 'hosts, search', path: `/api/v1/assets/hosts/?${paged(15)}&search=web-00`, floor: 383, most: 3 },
  { what: 'users, 15 rows', path: `/api/v1/users/users/?${paged(15)}`, floor: 258, most: 3 },
  { what: 'users, 100 rows', path: `/api/v1/users/users/?${paged(100)}`, floor: 107, most: 11 },
  { what: 'own profile', path: '/api/v1/users/profile/', floor: 695, most: 3 },
];

const digits = (value: number, length: number) => String(value).padStart(length, '0');

const estate = async (installation: Installation): Promise<void> => {
  await fill(installation.admin, '/api/v1/assets/hosts/', hosts, (at) => ({
    name: `web-${digits(at, 5)}`,
    address: `10.1.${at >> 8}.${at & 255}`,
    platform: 1,
    protocols: [{ name: 'ssh', port: 22 }],
  }));
  await fill(installation.admin, '/api/v1/users/users/', users, (at) => ({
    name: `Load ${digits(at, 3)}`,
    username: `load${digits(at, 3)}`,
    email: `load${digits(at, 3)}@example.com`,
    password_strategy: 'custom',
    password: `Load-${digits(at, 3)}-only-for-measuring`,
  }));
};

/** Answers a request completely and returns its time in ms. */
const ask = (url: string, agent: Agent, cookie: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    get(url, { agent, headers: { cookie, 'x-tz': 'UTC' } }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`${url}: ${answer.statusCode}`));
      });
    }).once('error', reject);
  });

const run = async (url: string, cookie: string, total: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = total;
  const client = async () => {
    for (; left > 0; ) {
      left -= 1;
      times.push(await ask(url, agent, cookie));
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return { times, seconds: (performance.now() - started) / 1000 };
};

const measureLoad = async (
  { gatehouse, admin }: Installation,
  { what, path, floor, most }: Load,
  rounds: number,
): Promise<Measure[]> => {
  const url = `${gatehouse.url}${path}`;
  const rates: number[] = [];
  const costs: number[] = [];
  const times: number[] = [];
  await run(url, admin.cookies(), requests);
  for (let round = 0; round < rounds; round += 1) {
    const before = await usedByStack(gatehouse);
    const { times: spent, seconds } = await run(url, admin.cookies(), requests);
    costs.push(((await usedByStack(gatehouse)) - before) / requests);
    rates.push(requests / seconds);
    times.push(...spent);
  }
  return [
    { what: `${what}: requests`, unit: '1/s', values: rates, floor },
    { what: `${what}: answer`, unit: 'ms', values: times },
    { what: `${what}: processor time of the whole stack`, unit: 'ms', values: costs, budget: { p50: most } },
  ];
};

/**
 * Requests per second over 8 connections, their times, the processor time of the whole installation with its
 * database for each, and its memory after all of them.
 */
export const measureThroughput = async (installation: Installation, rounds: number): Promise<Measure[]> => {
  await estate(installation);
  const measures: Measure[] = [];
  for (const load of loads) measures.push(...(await measureLoad(installation, load, rounds)));
  const memory = await memoryOfStack(installation.gatehouse);
  return [
    ...measures,
    { what: 'memory of the whole stack afterwards', unit: 'MB', values: [memory], budget: { max: 450 } },
  ];
};
