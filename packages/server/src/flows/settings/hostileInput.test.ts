import { isDeepStrictEqual } from 'node:util';
import { type SettingName, settingCategories, settingSpecs } from '@gatehouse/contract/settings/catalogue.ts';
import type { SettingCategory } from '@gatehouse/contract/settings/setting.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { proofRuns, proofSize } from '../../../../../scripts/proofSize.ts';
import { startApi } from '../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const restore = async () => {
  await api.pool.query("delete from settings_setting where category <> 'license'");
  await api.services.settings.reload();
};
afterEach(restore);

/** Categories that clients change, with all that each of them shows. */
const open = Object.entries<SettingCategory>(settingCategories).flatMap(([name, { closed, ...category }]) =>
  closed ? [] : [{ name, keys: [...Object.keys(category.settings), ...(category.also ?? [])] }],
);

const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
/** JSON texts that no form sends, each for any setting. */
const hostile: readonly string[] = [
  ...['null', 'true', '0', '-1', '1.5', '1e400', '-1e400', '9'.repeat(400), '2147483648', '9007199254740993'],
  ...[
    '""',
    '" "',
    '"x"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\r\\nBcc: x@evil.example"',
    '"__proto__"',
  ],
  ...[
    '"javascript:alert(1)"',
    '"http://"',
    `"${'$'}{7*7}{{7*7}}{username.constructor}"`,
    '"12345:12345"',
    '"*"',
  ],
  ...[
    `"${'x'.repeat(70_000)}"`,
    '[]',
    '[[]]',
    '[null]',
    '[{}]',
    '["\\u0000"]',
    '["*"]',
    '[1, "x", null, [], {}]',
  ],
  ...[
    '{}',
    '{"": {}}',
    '{"__proto__": {"username": 1}}',
    '{"username": "\\u0000"}',
    '{"x": "username"}',
    deep(90),
  ],
  '{"SUBJECT": "\\u0000", "CONTENT": [], "LINK": {}}',
  '{"code": "+86", "phone": "\\u0000"}',
];

/** The texts that a category gets: all in a full run, else a third, which is another in the next category. */
const textsFor = (category: string) => {
  const place = open.findIndex(({ name }) => name === category);
  const step = proofSize({ small: 3, whole: 1 });
  return hostile.filter((_text, at) => (at + place) % step === 0);
};

const url = (category: string) => `/api/v1/settings/setting/?category=${category}`;
const json = { 'content-type': 'application/json' };
const send = (category: string, texts: ReadonlyMap<string, string>, verb: 'patch' | 'put' = 'patch') => {
  const parts = [...texts].map(([key, text]) => `${JSON.stringify(key)}: ${text}`);
  return api.as({ superuser: true })[verb](url(category), Buffer.from(`{${parts.join(',')}}`), json);
};

const rows = async () =>
  (await api.pool.query('select name, value from settings_setting order by name')).rows as unknown[];

/** Sends the texts; a refusal must name settings and store nothing. Returns the names that are refused. */
const tried = async (category: string, texts: ReadonlyMap<string, string>, verb?: 'patch' | 'put') => {
  const before = await rows();
  const answer = await send(category, texts, verb);
  const told = `${category} ${JSON.stringify([...texts]).slice(0, 300)} → ${answer.text.slice(0, 300)}`;
  expect([200, 202, 400], told).toContain(answer.status);
  if (answer.status !== 400) return [];
  expect(await rows(), told).toEqual(before);
  const refused = Object.keys(answer.json as object);
  expect(refused, told).not.toEqual([]);
  return refused;
};

/** What the category then shows is accepted again, so no value is stored that its own form would refuse. */
const isStillValid = async (category: string, sent: string) => {
  const shown = await api.as({ superuser: true }).get(url(category));
  expect(shown.status, shown.text).toBe(200);
  const { settings } = api.services;
  const values = Object.entries(shown.json as Record<string, unknown>);
  const touched = values.filter(
    ([key]) => !isDeepStrictEqual(settings.get(key as SettingName), settings.defaults()[key as SettingName]),
  );
  const again = new Map(touched.map(([key, value]) => [key, JSON.stringify(value)]));
  expect(await tried(category, again), `${category} after ${sent.slice(0, 100)}`).toEqual([]);
};

test.each(open)(
  '$name: every setting takes or refuses any JSON, and keeps nothing it refuses',
  async ({ name, keys }) => {
    for (const text of textsFor(name)) {
      const all = new Map(keys.map((key) => [key, text]));
      const refused = await tried(name, all, 'put');
      for (const key of refused) all.delete(key);
      if (all.size > 0) await tried(name, all);
      await isStillValid(name, text);
      await restore();
    }
  },
);

test('any JSON for some settings of a category is taken or refused, and what it leads to is told or refused', async () => {
  const odd = fc.oneof(fc.json({ maxDepth: 4 }), fc.constantFrom(...hostile));
  const bodies = fc.constantFrom(...open).chain(({ name, keys }) =>
    fc.tuple(
      fc.constant(name),
      fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), odd), {
        minLength: 1,
        maxLength: 4,
        selector: ([key]) => key,
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async ([name, pairs]) => {
      const texts = new Map(pairs);
      const path = `/api/v1/settings/consequences/?category=${name}`;
      const body = Buffer.from(
        `{${pairs.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(',')}}`,
      );
      const foreseen = await api.as({ superuser: true }).post(path, body, json);
      expect([200, 400], foreseen.text).toContain(foreseen.status);
      await tried(name, texts);
      await isStillValid(name, JSON.stringify(pairs));
      await restore();
    }),
    proofRuns({ small: 200, whole: 5_000 }),
  );
});

test('names that are no settings are refused by name, and nothing of the body is stored', async () => {
  const admin = api.as({ superuser: true });
  const body = { GPT_MODEL: 'gpt-4', GPT_MODELL: 'gpt-4', id: 1, toString: {} };
  const said = [expect.stringContaining('no setting')];
  for (const verb of ['patch', 'put'] as const)
    expect(await admin[verb](url('chat'), body)).toMatchObject({
      status: 400,
      json: { GPT_MODELL: said, id: said, toString: said },
    });
  expect(api.services.settings.get('GPT_MODEL')).toBe('gpt-3.5-turbo');
  expect((await admin.post('/api/v1/settings/consequences/?category=chat', body)).status).toBe(400);
  const long = await admin.patch(url('chat'), { ['x'.repeat(100_000)]: 1 });
  expect([long.status, long.text.length < 1_000]).toEqual([400, true]);
  const many = await admin.patch(
    url('chat'),
    Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [at, 1])),
  );
  expect([many.status, many.text.length < 10_000]).toEqual([400, true]);
  // Clients of the protocol send settings of other categories along.
  for (const name of ['SITE_URL', 'LICENCE'] as const) {
    expect(settingSpecs[name].category).not.toBe('chat');
    expect((await admin.patch(url('chat'), { [name]: 'x' })).status).toBe(200);
    expect(api.services.settings.get(name)).not.toBe('x');
  }
});
