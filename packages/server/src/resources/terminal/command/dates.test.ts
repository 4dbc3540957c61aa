import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test.each(['date_from', 'date_to'])(
  'commands are not listed with an unreadable %s, sessions are',
  async (name) => {
    const admin = api.as({ superuser: true });
    const wrong = await admin.get(`/api/v1/terminal/commands/?${name}=junk`);
    expect([wrong.status, wrong.json]).toEqual([400, { [name]: [expect.stringContaining('2031/01/02')] }]);
    for (const value of ['', '2031-01-02T00:00:00Z'])
      expect((await admin.get(`/api/v1/terminal/commands/?${name}=${value}`)).status, value).toBe(200);
    expect((await admin.get(`/api/v1/terminal/sessions/?${name}=junk`)).status).toBe(200);
  },
);
