import { expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';
import { estateOf } from '../../test/estate.ts';
import { languages } from '../platform/i18n.ts';
import { everyJob } from './jobs.ts';

test('every job has a name and a description in every language, and a schedule only with a payload that has defaults', async () => {
  const api = await startApi();
  const definitions = everyJob(api.services).map((job) => job.definition);
  expect(new Set(definitions.map(({ name }) => name)).size).toBe(definitions.length);
  for (const { name, schedule, payload } of definitions) {
    for (const language of languages)
      for (const part of ['name', 'help'])
        expect(
          api.services.lookup(language, `jobs.${name}.${part}`),
          `${language} ${name} ${part}`,
        ).toBeTruthy();
    if (schedule) expect(payload.safeParse({}).success).toBe(true);
  }
  await api.stop();
});

test('every task can be stopped; a stopped one ends before it does anything', async () => {
  const api = await startApi();
  const jobs = everyJob(api.services);
  expect(jobs.filter(({ definition }) => !definition.isStoppable)).toEqual([]);
  const stopped = new Error('stopped by a user');
  const run = {
    ...{ id: '1', attempt: 1, signal: AbortSignal.abort(stopped) },
    ...{ progress: () => undefined, log: () => undefined },
  };
  const watched = /^(tidy|clean_up|check_|remind_accounts|disable_)/;
  const user = await estateOf(api.pool).user('ending');
  await api.pool.query("update users_user set date_expired = now() + interval '1 day' where id = $1", [user]);
  await api.services.settings.set({ SECURITY_UNCOMMON_USERS_TTL: 30 }, api.services.db);
  await api.services.settings.reload();
  const tried = jobs.filter(({ definition }) => watched.test(definition.name) && definition.schedule);
  expect(tried.map(({ definition }) => definition.name)).toEqual([
    ...['clean_up', 'tidy', 'check_components', 'remind_accounts', 'disable_unused_users', 'check_storages'],
  ]);
  for (const job of tried) await expect(job.handle({}, run), job.definition.name).rejects.toBe(stopped);
  expect((await api.pool.query('select from audits_messagelog')).rowCount).toBe(0);
  await api.stop();
});
