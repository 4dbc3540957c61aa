import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The statements by which requests read a table, except counts. */
const readOf = async (table: string, ask: () => Promise<unknown>): Promise<string[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await ask();
    const texts = query.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : (statement as { text: string }).text,
    );
    return texts.filter((text) => text?.includes(`from "${table}"`) && !text.includes('count('));
  } finally {
    query.mockRestore();
  }
};

test.each([['settings_chatconversation', '/api/v1/settings/chatai-conversations/', 'turns', 'title']])(
  'a list of %s never reads the columns that only a single row shows',
  async (table, url, left, read) => {
    const reader = api.as({ superuser: true, org: DEFAULT_ORG_ID });
    for (const query of ['limit=15&offset=0', '', 'limit=15&offset=2000', 'limit=15&search=a']) {
      const texts = await readOf(table, async () => {
        expect((await reader.get(`${url}?${query}`)).status).toBe(200);
      });
      expect(texts.some((text) => text.includes(`t."${read}"`))).toBe(true);
      expect(texts.filter((text) => /select t\.\*|, t\.\*/.test(text) || text.includes(`"${left}"`))).toEqual(
        [],
      );
    }
  },
);
