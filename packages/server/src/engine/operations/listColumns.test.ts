import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The statements that requests make. */
const sentBy = async (ask: () => Promise<unknown>): Promise<string[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await ask();
    return query.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''),
    );
  } finally {
    query.mockRestore();
  }
};

/** The statements by which requests read a table, except counts. */
const readOf = async (table: string, ask: () => Promise<unknown>): Promise<string[]> =>
  (await sentBy(ask)).filter((text) => text.includes(`from "${table}"`) && !text.includes('count('));

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

test('a list of some fields reads the columns of these, one with abilities or made fields all it may need', async () => {
  const reader = api.as({ superuser: true, org: DEFAULT_ORG_ID });
  const readWith = async (query: string) => {
    const texts = await readOf('assets_asset', () => reader.get(`/api/v1/assets/assets/?limit=15&${query}`));
    expect(texts).not.toHaveLength(0);
    return texts.join();
  };
  for (const query of ['fields_size=mini', 'fields=id,name,address', 'fields_size=mini&search=x']) {
    const text = await readWith(query);
    expect(text).toContain('t."address"');
    expect(text).not.toMatch(/select t\.\*|, t\.\*|t\."protocols"/);
  }
  expect(await readWith('fields_size=mini&abilities=1')).toContain('t.*');
  expect(await readWith('fields=id,spec_info')).toContain('t."autofill"');
  expect(await readWith('')).not.toContain('t."search_text"');
});

test('a list narrowed by one column that an index yields in order is read in that order, others are collected', async () => {
  const reader = api.as({ superuser: true, org: DEFAULT_ORG_ID });
  const isCollected = async (query: string, org?: string) => {
    const caller = org ? api.as({ superuser: true, org }) : reader;
    const texts = await sentBy(() => caller.get(`/api/v1/assets/assets/?limit=15&${query}`));
    return texts.some((text) => text.includes('materialized'));
  };
  for (const query of ['category=host', 'platform=1', 'is_active=0', 'is_active=0&order=-name'])
    expect([query, await isCollected(query)]).toEqual([query, false]);
  for (const query of ['category=host&search=x', 'type=linux', 'is_active=0&order=address', 'search=x'])
    expect([query, await isCollected(query)]).toEqual([query, true]);
  expect(await isCollected('category=host&_rel=not')).toBe(true);
  expect(await isCollected('category=host', ROOT_ORG_ID)).toBe(true);
});
