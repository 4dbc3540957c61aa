import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import pg from 'pg';
import { startThrowAwayPostgres } from '../../packages/launcher/test/throwAwayPostgres.ts';
import { migrate } from '../../packages/server/src/platform/migrate.ts';
import { measureAssets } from './measureAssets.ts';
import { seedAssets } from './seedAssets.ts';
import { seedPermissions } from './seedPermissions.ts';

/** `npm run bench [-- <assets>]`: lists and trees over a generated estate, each asked 40 times, as a table. */
const assets = Number(process.argv[2] ?? 100_000);
const database = await startThrowAwayPostgres();
const url = database.urlFor('postgres');
const pool = new pg.Pool({ connectionString: url });
await migrate(pool);
await seedAssets(pool, { assets, nodes: assets / 10, accountsPerAsset: 1, org: DEFAULT_ORG_ID });
await seedPermissions(pool, { users: 200, groups: 40, permissions: assets / 10, org: DEFAULT_ORG_ID });
await pool.query('analyze');
await pool.end();
console.log(`| ${assets} assets | p50 ms | p95 ms |\n|---|---:|---:|`);
for (const { what, p50, p95 } of await measureAssets(url, 40))
  console.log(`| ${what} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`);
await database.stop();
