import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Seen, startServer } from '../../test/signedIn.ts';

const domains = '/api/v1/assets/domains/';
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer({ GATEHOUSE_SQL_COUNT: '1' });
});
afterAll(() => server.stop());

const countOf = ({ raw }: Seen) => Number(raw.headers['x-jms-sql-count']);

test('A-7-007 with the switch every answer, refusals included, reports the number of its queries', async () => {
  const admin = await server.admin();
  const read = await admin.get(`${domains}?limit=15&offset=0`);
  expect([read.status, countOf(read)]).toEqual([200, expect.toSatisfy((count: number) => count > 0)]);
  const second = await admin.get(`${domains}?limit=15&offset=0`);
  expect(countOf(second)).toBe(countOf(read));
  const written = await admin.post(domains, { name: 'counted' });
  expect(written.status).toBe(201);
  expect(countOf(written)).toBeGreaterThan(countOf(read));
  const refused = await admin.post(domains, { name: 'counted' });
  expect([refused.status, refused.raw.headers['x-jms-sql-count']]).toEqual([
    400,
    expect.stringMatching(/^\d+$/),
  ]);
});

test('concurrent requests are counted separately', async () => {
  const admin = await server.admin();
  const alone = countOf(await admin.get(domains));
  const together = await Promise.all(Array.from({ length: 5 }, () => admin.get(domains)));
  expect(together.map(countOf)).toEqual([alone, alone, alone, alone, alone]);
});

test('without the switch nothing is reported', async () => {
  const quiet = await startServer();
  onTestFinished(() => quiet.stop());
  const admin = await quiet.admin();
  expect((await admin.get(domains)).raw.headers).not.toHaveProperty('x-jms-sql-count');
});
