import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from '../../clients/api.ts';
import type { Estate } from '../../fixtures/estate.ts';

/** Runs a task of the night now, as "Run again" of an earlier run does, until it is done. */
export const runTask = async ({ admin, query }: Estate, name: string): Promise<void> => {
  const earlier = randomUUID();
  await query(
    `insert into ops_celerytaskexecution (id, name, kwargs, state, attempt, error, created_by, date_published, server, log, log_cut)
      values ($1, $2, '{}', 'done', 1, '', '', now(), '', '', 0)`,
    [earlier, name],
  );
  const started = await admin.call<{ task_id: string }>(
    'POST',
    `/api/v1/ops/task-executions/?from=${earlier}`,
  );
  expect(started.status, started.text).toBe(201);
  const run = await eventually(`The end of ${name}`, async () => {
    const { body } = await admin.call<{ is_finished: boolean; is_success: boolean; error: string }>(
      'GET',
      `/api/v1/ops/task-executions/${started.body.task_id}/`,
    );
    return body.is_finished && body;
  });
  expect([run.is_success, run.error]).toEqual([true, '']);
};
