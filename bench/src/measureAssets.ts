import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { buildServer } from '../../packages/server/src/app/buildServer.ts';
import { createServices } from '../../packages/server/src/app/services.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { openPool } from '../../packages/server/src/platform/database.ts';

/** Times of one request, in milliseconds. */
export type Timing = { what: string; p50: number; p95: number; max: number };

const assets = '/api/v1/assets/assets/?limit=15&draw=1&display=1';
const tree = '/api/v1/assets/nodes/children/tree/?assets=0';

/** What people do on the asset page, by name and URL; nodes are looked up by their place in the estate. */
const requests = (nodes: Map<string, string>, lastPage: number): [what: string, url: string][] => [
  ['first page', assets],
  ['second page', `${assets}&offset=15`],
  ['last page', `${assets}&offset=${lastPage}`],
  ['by name, downwards', `${assets}&order=-name`],
  ['by address', `${assets}&order=address`],
  ['by connectivity', `${assets}&order=-connectivity`],
  ['by platform', `${assets}&order=platform`],
  ['newest first', `${assets}&order=-date_created`],
  ['search: few', `${assets}&search=web-00012`],
  ['search: 1 of 8, at the end of the order', `${assets}&search=web`],
  ['search: two letters', `${assets}&search=we`],
  ['search: all', `${assets}&search=10.`],
  ['search: two words', `${assets}&search=web,rack`],
  ['search: none', `${assets}&search=nothing-like-it`],
  ['category', `${assets}&category=database`],
  ['type', `${assets}&category=host&type=linux`],
  ['hosts', '/api/v1/assets/hosts/?limit=15'],
  ['platform by name', `${assets}&platform=Windows`],
  ['inactive', `${assets}&is_active=false`],
  ['protocol', `${assets}&protocols=rdp`],
  ['without one platform', `${assets}&exclude_platform=Gateway`],
  ['root node', `${assets}&node_id=${nodes.get('1')}`],
  ['branch', `${assets}&node_id=${nodes.get('1:3')}`],
  ['twig', `${assets}&node_id=${nodes.get('1:3:4')}`],
  ['leaf', `${assets}&node_id=${nodes.get('1:3:4:5')}`],
  ['branch and search', `${assets}&node_id=${nodes.get('1:3')}&search=web`],
  ['suggestions', '/api/v1/assets/assets/suggestions/?search=db'],
  ['tree: first load', tree],
  ['tree: open a branch', `${tree}&key=1:3`],
  ['tree: open a twig', `${tree}&key=1:3:4`],
  ['tree: twig with its assets', `/api/v1/assets/nodes/children/tree/?assets=1&key=1:3:4`],
  ['tree: search', `${tree}&all=all&search=Twig 1`],
  ['type tree, assets', '/api/v1/assets/nodes/category/tree/?assets=0&count_resource=asset'],
  ['type tree, accounts', '/api/v1/assets/nodes/category/tree/?assets=0&count_resource=account'],
  ['nodes by path', '/api/v1/assets/nodes/?limit=10&search=Leaf 1'],
];

const quantile = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Asks every request a number of times over a server in this process and answers its times. */
export const measureAssets = async (databaseUrl: string, times: number): Promise<Timing[]> => {
  const pool = openPool(databaseUrl, 10);
  const services = await createServices({
    pool,
    config: readConfig({
      GATEHOUSE_HOME: join(tmpdir(), `gatehouse-bench-${randomUUID()}`),
      GATEHOUSE_DATABASE_URL: databaseUrl,
      GATEHOUSE_SECRET_KEY: 'only-for-measuring-only-for-measuring',
      GATEHOUSE_BOOTSTRAP_TOKEN: 'bootstrap-token-for-measuring',
    }),
    notices: { listen: () => () => undefined, close: async () => undefined },
  });
  const org = services.organizations.find(DEFAULT_ORG_ID) ?? { id: DEFAULT_ORG_ID, name: '', isRoot: false };
  const actor = { id: randomUUID(), name: 'Bench', username: 'bench', permissions: new Set<string>() };
  const app = await buildServer({
    services,
    language: 'en',
    logger: { level: 'error' },
    identify: async (request) => ({
      actor: { ...actor, isSuperuser: true, isServiceAccount: false },
      org,
      language: 'en',
      zone: 'UTC',
      remoteAddr: request.ip,
      decrypt: (value) => value,
    }),
    confirmed: async () => undefined,
  });
  const { rows } = await pool.query<{ key: string; id: string }>('select key, id from assets_node');
  const all = await pool.query<{ n: number }>('select count(*)::int as n from assets_asset');
  const timings: Timing[] = [];
  const nodes = new Map(rows.map((row) => [row.key, row.id]));
  for (const [what, url] of requests(nodes, (all.rows[0]?.n ?? 15) - 15)) {
    const taken: number[] = [];
    for (let round = -3; round < times; round += 1) {
      const started = performance.now();
      const answer = await app.inject({ method: 'GET', url });
      if (answer.statusCode !== 200) throw new Error(`${what}: ${answer.statusCode} ${answer.body}`);
      if (round >= 0) taken.push(performance.now() - started);
    }
    taken.sort((a, b) => a - b);
    timings.push({ what, p50: quantile(taken, 0.5), p95: quantile(taken, 0.95), max: taken[0] ?? 0 });
  }
  await app.close();
  await pool.end();
  return timings;
};

if (import.meta.main) {
  const [url = '', times = '40'] = process.argv.slice(2);
  for (const { what, p50, p95, max } of await measureAssets(url, Number(times)))
    console.log(
      `${what.padEnd(42)} p50 ${p50.toFixed(1).padStart(7)}  p95 ${p95.toFixed(1).padStart(7)}  min ${max.toFixed(1).padStart(7)} ms`,
    );
}
