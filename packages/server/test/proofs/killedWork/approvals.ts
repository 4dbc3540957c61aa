import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { expect } from 'vitest';
import { endedRun, factsOf, patience, runAgain, type Scene } from './scene.ts';

const approvals = '/api/v1/ops/job-approvals/';

/** Requests of a job, their approval, and how often each ran. */
const createRequests = ({ pool, call, asBoss, sshd, real }: Scene) => {
  const file = join(sshd.home, 'ran');
  let asked = 0;
  const timesRun = (mark: string): number =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line === mark).length
      : 0;
  const approvalOf = async (run: string): Promise<{ id: string; digest: string; status: string }> =>
    (await pool.query('select id::text as id, digest, status from ops_jobapproval where run = $1', [run]))
      .rows[0];
  return {
    timesRun,
    approvalOf,
    request: async () => {
      asked += 1;
      const mark = `run-${asked}`;
      const answer = await call('POST', '/api/v1/ops/jobs/', {
        ...{
          args: `echo ${mark} >> ${file}`,
          assets: [real],
          instant: true,
          is_periodic: false,
          timeout: 60,
        },
        runas: sshd.username,
      });
      expect(answer.status, answer.text).toBe(201);
      return { run: (answer.json as { task_id: string }).task_id, mark };
    },
    approve: async (run: string): Promise<number> => {
      const { id, digest } = await approvalOf(run);
      return (await asBoss('POST', `${approvals}${id}/approve/`, { digest })).status;
    },
  };
};

/** Programs are killed between the approval of a job and its queue: it runs once, or not at all, and tells which. */
export const createApprovals = (scene: Scene) => {
  const { pool, call, killedAt } = scene;
  const { server, runner } = scene.programs;
  const { timesRun, approvalOf, request, approve } = createRequests(scene);
  const succeeds = async (run: string, mark: string) => {
    expect(await endedRun(run, scene)).toMatchObject({ status: 'success' });
    expect(timesRun(mark), 'runs once').toBe(1);
  };
  /** The server dies after it has put the run into the queue, and before it has committed that. */
  const beforeCommit = async () => {
    const { run, mark } = await request();
    const other = await pool.connect();
    await other.query('begin; lock table audits_joblog in share row exclusive mode');
    const approving = approve(run).catch(() => undefined);
    const waits = "select 1 from pg_locks where not granted and relation = 'audits_joblog'::regclass";
    await expect.poll(async () => (await pool.query(waits)).rowCount, patience).toBe(1);
    await server.kill();
    await approving;
    await other.query('rollback');
    other.release();
    await server.start();
    expect((await approvalOf(run)).status, 'is not used up').toBe('waiting');
    expect(await factsOf(run, scene)).toMatchObject({ status: 'waiting' });
    expect(await approve(run)).toBe(200);
    await succeeds(run, mark);
  };
  const afterCommit = async () => {
    const { run, mark } = await request();
    expect(await approve(run)).toBe(200);
    await server.kill();
    await server.start();
    await succeeds(run, mark);
  };
  /** The runner dies with the target: the run is marked, and another one is approved anew. */
  const inHand = async () => {
    const { run, mark } = await request();
    const killed = killedAt('runner', {
      when: 'answered',
      is: ({ path, answer }) =>
        path.endsWith('/take/') && ((answer as { targets?: Target[] })?.targets ?? []).length > 0,
    });
    expect(await approve(run)).toBe(200);
    await killed;
    await runner.start();
    expect(await endedRun(run, scene)).toMatchObject({ status: 'failed', hosts: [{ state: 'lost' }] });
    expect(timesRun(mark)).toBe(0);
    const again = await runAgain(run, scene);
    expect(await factsOf(again, scene)).toMatchObject({ status: 'waiting' });
    expect(await approve(again)).toBe(200);
    await succeeds(again, mark);
  };
  const ask = async (rule: 'all' | 'off') => {
    const answer = await call('PATCH', '/api/v1/settings/setting/?category=ops', { JOB_APPROVAL: rule });
    expect(answer.status, answer.text).toBe(200);
  };
  return { cases: [beforeCommit, afterCommit, inHand], begin: () => ask('all'), end: () => ask('off') };
};
