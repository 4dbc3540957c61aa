import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { startThrowAwayPostgres } from '../../packages/launcher/test/throwAwayPostgres.ts';
import { openPool } from '../../packages/server/src/platform/database.ts';
import { migrate } from '../../packages/server/src/platform/migrate.ts';
import { type Installation, openInstallation } from './installation.ts';
import { measureAccess } from './measures/access.ts';
import { measureAccessReview } from './measures/accessReview.ts';
import { measureCleanUp, measureMessages } from './measures/background.ts';
import { measureBundle } from './measures/bundle.ts';
import { measureExplain } from './measures/explain.ts';
import { measureGate } from './measures/gate.ts';
import { measureIdle } from './measures/idle.ts';
import { measureLists } from './measures/lists.ts';
import { FORKS, measureMachineWork } from './measures/machineWork.ts';
import { measurePast } from './measures/past.ts';
import { measurePolicy } from './measures/policy.ts';
import { measureRecovery } from './measures/recovery.ts';
import { measureImport } from './measures/rowImport.ts';
import { measureSettings } from './measures/settings.ts';
import { measureStart } from './measures/start.ts';
import { measureTerminals } from './measures/terminal.ts';
import { measureThroughput } from './measures/throughput.ts';
import { startOwnServer } from './ownServer.ts';
import { documentOf, holds, type Measure, occasion, type Part, tableOf } from './report.ts';
import { seedAssets } from './seedAssets.ts';
import { seedPast } from './seedPast.ts';
import { seedPermissions } from './seedPermissions.ts';
import { startWholeServer } from './wholeServer.ts';

/**
 * Measures the server with a generated estate: as many accounts, sessions, commands and operate logs as
 * assets, 10,000 nodes, 10,000 permissions, 5,000 users and 500 user groups.
 */
const measureEstate = async (assets: number, rounds: number): Promise<Measure[]> => {
  const database = await startThrowAwayPostgres();
  const url = database.urlFor('postgres');
  const pool = openPool(url, 10);
  await migrate(pool);
  await seedAssets(pool, { assets, nodes: 10_000, accountsPerAsset: 1, org: DEFAULT_ORG_ID });
  await seedPermissions(pool, { users: 5000, groups: 500, permissions: 10_000, org: DEFAULT_ORG_ID });
  await seedPast(pool, DEFAULT_ORG_ID, assets);
  await pool.query('vacuum analyze');
  await pool.end();
  const server = await startOwnServer(url);
  const measures = [
    ...(await measureAccess(server, 2000)),
    ...(await measureExplain(server, 200)),
    ...(await measureLists(server, assets, rounds)),
    ...(await measureAccessReview(server)),
  ];
  await server.stop();
  await database.stop();
  return measures;
};

const withInstallation = async (
  measure: (installation: Installation) => Promise<Measure[]>,
  environment?: NodeJS.ProcessEnv,
): Promise<Measure[]> => {
  const installation = await openInstallation(environment);
  try {
    return await measure(installation);
  } finally {
    await installation.gatehouse.remove();
  }
};

/** Measures what settings cost, and what work in the background leaves to requests. */
const measureSettingsAndWork = async (): Promise<Measure[]> => {
  const server = await startWholeServer();
  try {
    return [
      ...(await measureSettings(server, 100)),
      ...(await measureMessages(server, 10_000)),
      ...(await measureCleanUp(server, 1_000_000)),
    ];
  } finally {
    await server.stop();
  }
};

/** Hosts of the part about work on machines. */
const usualHosts = 500;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, hosts: { type: 'string' } },
});

const parts: Record<string, [title: string, measure: () => Promise<Measure[]>]> = {
  start: ['Start and idle memory', () => measureStart(5)],
  recovery: ['Recovery', () => withInstallation((installation) => measureRecovery(installation, 7))],
  import: ['Import', () => withInstallation((installation) => measureImport(installation, 3))],
  bundle: ['First list page', () => withInstallation((installation) => measureBundle(installation, 5))],
  throughput: [
    'Requests over 8 connections, 5,000 hosts and 500 users',
    () =>
      withInstallation((installation) => measureThroughput(installation, 3), { GATEHOUSE_LIMIT_API: '0' }),
  ],
  policy: [
    'Access rules and commands, 10,000 rules',
    async () => [...(await measurePolicy()), ...(await measurePast())],
  ],
  gate: ['The command gate', measureGate],
  machines: [
    'Work on machines, real OpenSSH servers',
    () =>
      withInstallation(
        (installation) =>
          measureMachineWork(installation, { many: Number(values.hosts ?? usualHosts), rounds: 3 }),
        { GATEHOUSE_RUNNER_PARALLEL: String(FORKS), GATEHOUSE_LIMIT_API: '0' },
      ),
  ],
  settings: ['Settings, messages and the nightly clean-up', measureSettingsAndWork],
  terminal: ['Terminal', () => withInstallation((installation) => measureTerminals(installation, 15))],
  idle: ['Idle sessions', () => withInstallation((installation) => measureIdle(installation, 1000))],
  estate: ['An estate of 100,000 assets, as the server answers', () => measureEstate(100_000, 40)],
  million: ['An estate of 1,000,000 assets, as the server answers', () => measureEstate(1_000_000, 15)],
};
const usual = Object.keys(parts).filter((name) => name !== 'million');

/**
 * `npm run bench -- [part…] [--write] [--hosts <number>]`: measures the parts, by default all but `million`, against the
 * budgets of architecture.md §5; `--write` puts their tables into docs/benchmarks.md, `--hosts` tries `machines` with
 * fewer of them. Ends with 1 if a budget is missed.
 */
const when = occasion();
const document = new URL('../../docs/benchmarks.md', import.meta.url);
const titles = Object.values(parts).map(([title]) => title);
const done: Part[] = [];
for (const name of positionals.length ? positionals : usual) {
  const part = parts[name];
  if (!part) throw new Error(`no part ${name}; there are ${Object.keys(parts).join(', ')}`);
  const measured = { title: part[0], measures: await part[1]() };
  done.push(measured);
  const table = tableOf(measured, when);
  console.log(table);
  if (values.write)
    await writeFile(
      document,
      documentOf(await readFile(document, 'utf8'), titles, new Map([[measured.title, table]])),
    );
}
const missed = done.flatMap(({ measures }) => measures).filter((measure) => !holds(measure));
if (missed.length > 0) {
  console.error(`Budgets missed: ${missed.map(({ what }) => what).join('; ')}`);
  process.exitCode = 1;
}
