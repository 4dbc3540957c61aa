import { expect } from 'vitest';
import type { Installation, Program } from '../../servers/installation.ts';

const rowsOfImport = 1_500;
type Run = { id: string; state: string; error: string; total: number; done: number; failed: number };

/** An import in the background that is under way when its server is killed, and an export beside it. */
export const createImports = ({ pool, servers, call }: Installation) => {
  let imported = 0;
  let again = 0;
  const own = '/api/v1/ops/own-runs/';
  const start = async (server: Program, kind: 'imports' | 'exports', body: object): Promise<string> => {
    const begun = await call(server, 'POST', `${own}${kind}/`, { url: '/api/v1/assets/domains/', ...body });
    expect(begun.status, begun.text).toBe(201);
    return (begun.json as { id: string }).id;
  };
  const runOf = async (id: string): Promise<Run | undefined> => {
    const { rows } = await pool.query(
      `select id, state, error, rows_total::int as total, rows_done::int as done, rows_failed::int as failed from ops_celerytaskexecution where id = $1`,
      [id],
    );
    return rows[0];
  };
  return {
    begin: async (server: Program, round: number) => {
      const rows = Array.from({ length: rowsOfImport }, (_, at) => ({ name: `zone-${round}-${at}` }));
      const importId = await start(server, 'imports', { action: 'create', rows });
      const query = `?search=zone-${round - 1}-`;
      const exportId = await start(server, 'exports', { query, format: 'csv' });
      return { round, importId, exportId };
    },
    /** Goes on behind what was stored: each row once. An export is whole. */
    check: async ({ round, importId, exportId }: { round: number; importId: string; exportId: string }) => {
      for (const id of [importId, exportId])
        await expect.poll(() => runOf(id), { timeout: 60_000 }).toMatchObject({ state: 'done', error: '' });
      const whole = { total: rowsOfImport, done: rowsOfImport, failed: 0 };
      expect(await runOf(importId)).toMatchObject(whole);
      const { rows } = await pool.query(
        'select count(*)::int as rows, count(distinct name)::int as names from assets_domain where name like $1',
        [`zone-${round}-%`],
      );
      expect(rows[0]).toEqual({ rows: rowsOfImport, names: rowsOfImport });
      const file = await call(servers[0], 'GET', `${own}${exportId}/file/`);
      expect(file.status).toBe(200);
      const exported = file.text.split('\n').filter((line) => line.includes(`zone-${round - 1}-`));
      expect(new Set(exported).size).toBe(exported.length);
      expect(exported).toHaveLength(round > 1 ? rowsOfImport : 0);
      const { rows: attempts } = await pool.query(
        'select count(*)::int as again from ops_celerytaskexecution where id = any($1::uuid[]) and attempt > 1',
        [[importId, exportId]],
      );
      imported += rowsOfImport;
      again += attempts[0].again;
    },
    told: () =>
      `${imported} rows imported in the background, each once; ${again} imports and exports went on after a kill`,
  };
};
