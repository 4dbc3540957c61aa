import { expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';
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
