import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../api.ts';
import {
  type Api,
  kindSamples,
  operationsOf,
  sampleOf,
  secretText,
  startConformance,
  urlOf,
} from './samples.ts';
import { isWrittenElsewhere } from './special.ts';

type Metas = Record<string, FieldMeta>;

let api: Api;
beforeAll(async () => {
  api = await startConformance();
});
afterAll(() => api.stop());

const codename = (definition: ResourceDefinition, verb: 'view' | 'add' | 'change' | 'delete') =>
  definition.permissions?.[verb] ??
  `${definition.app}.${verb}_${definition.permissionModel ?? definition.name}`;
const named = everyDefinition.map(
  (definition) => [`${definition.app}.${definition.name}`, definition] as const,
);
const listed = named.filter(([, definition]) => operationsOf(definition).includes('list'));
const creatable = named.filter(
  ([, definition]) => operationsOf(definition).includes('create') && !isWrittenElsewhere(definition),
);
const admin = (org = DEFAULT_ORG_ID) => api.as({ superuser: true, org });
const made = async (definition: ResourceDefinition, org = DEFAULT_ORG_ID) => {
  const answer = await admin(org).post(urlOf(definition), await sampleOf(definition, api, org));
  expect(answer.status, answer.text).toBe(201);
  return answer.json as { id: string | number; [field: string]: unknown };
};

describe.each(listed)('%s as a list', (_key, definition) => {
  test('answers an array without limit and a page with it', async () => {
    expect(Array.isArray((await admin().get(urlOf(definition))).json)).toBe(true);
    const page = await admin().get(`${urlOf(definition)}?limit=1`);
    expect(Object.keys(page.json)).toEqual(['count', 'next', 'previous', 'results']);
  });
  test('requires a signed-in user with the permission', async () => {
    expect((await api.as({ anonymous: true }).get(urlOf(definition))).status).toBe(401);
    if (codename(definition, 'view') !== 'validUser')
      expect((await api.as({ permissions: [] }).get(urlOf(definition))).status).toBe(403);
  });
  test('OPTIONS names every readable field with a label in each language', async () => {
    for (const language of ['en', 'zh-hans', 'zh-hant', 'ja'] as const) {
      const meta = await api.as({ permissions: [], language }).options(urlOf(definition));
      expect(meta.status, meta.text).toBe(200);
      const fields = (meta.json as { actions: { GET: Record<string, { label: string; type: string }> } })
        .actions.GET;
      for (const [name, field] of Object.entries(fields))
        expect(field.label, `${name} in ${language}`).toBeTruthy();
    }
  });
  test('OPTIONS gives real dates as defaults of datetimes, which a form can send back', async () => {
    const meta = await admin().options(urlOf(definition));
    const { POST = {} } = (meta.json as { actions: { POST?: Record<string, FieldMeta> } }).actions;
    const moments = Object.values(POST).filter(({ type }) => type === 'datetime');
    const defaults = moments.flatMap((moment) =>
      moment.default === undefined ? [] : [String(moment.default)],
    );
    expect(defaults.filter((text) => !/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/.test(text))).toEqual([]);
  });
  test('lists booleans after the other fields, and datetimes last', async () => {
    const { GET = {} } = ((await admin().options(urlOf(definition))).json as { actions: { GET?: object } })
      .actions;
    const types = Object.entries(GET as Metas)
      .filter(([name]) => name !== 'org_id' && name !== 'org_name')
      .map(([, { type }]) => ({ boolean: 1, datetime: 2 })[type as string] ?? 0);
    expect(types).toEqual(types.toSorted());
  });
  test('survives nonsense in the query', async () => {
    const answer = await admin().get(
      `${urlOf(definition)}?limit=-5&offset=x&order=--;drop&search=%27%22%5C%25_%00&ids=1,x&fields=id&spm=zzz&labels=:,&date_from=never`,
    );
    expect(answer.status, answer.text).toBeLessThan(500);
  });
  test('is filtered by time without failing', async () => {
    const span = 'date_from=2026-01-01T00:00:00.000Z&date_to=2031-01-01T23:59:59.999Z';
    const answer = await admin().get(`${urlOf(definition)}?${span}`);
    expect(answer.status, answer.text).toBe(200);
  });
});

describe.each(creatable)('%s', (_key, definition) => {
  test('is created, read, changed and deleted', async () => {
    const row = await made(definition);
    const url = `${urlOf(definition)}${row.id}/`;
    if (operationsOf(definition).includes('retrieve')) {
      const shown = (await admin().get(url)).json as object;
      expect(shown).toMatchObject({ id: row.id });
      const { GET = {} } = ((await admin().options(url)).json as { actions: { GET?: Metas } }).actions;
      const sent = Object.entries(GET).filter(([, meta]) => !meta.write_only && meta.own !== null);
      expect(sent.map(([name]) => name)).toEqual(Object.keys(shown));
    }
    if (operationsOf(definition).includes('update')) expect((await admin().patch(url, {})).status).toBe(200);
    if (operationsOf(definition).includes('destroy')) {
      expect((await admin().delete(url)).status).toBe(204);
      expect((await admin().get(url)).status).toBe(404);
    }
  });
  test('without the add permission nothing is written', async () => {
    const before = (await admin().get(`${urlOf(definition)}?limit=1`)).json as { count: number };
    // Where every user may add rows of their own, only those who are not signed in may not.
    const isOpen = codename(definition, 'add') === 'validUser';
    const caller = isOpen ? { anonymous: true } : { permissions: [codename(definition, 'view')] };
    const answer = await api.as(caller).post(urlOf(definition), {});
    expect(answer.status).toBe(isOpen ? 401 : 403);
    expect(((await admin().get(`${urlOf(definition)}?limit=1`)).json as { count: number }).count).toBe(
      before.count,
    );
  });
  test('never answers an invalid value with a server error', async () => {
    const good = await sampleOf(definition, api, DEFAULT_ORG_ID);
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.readOnly || field.hidden) continue;
      for (const invalid of kindSamples[field.kind]?.invalid ?? []) {
        const answer = await admin().post(urlOf(definition), { ...good, [name]: invalid });
        expect(
          answer.status,
          `${name} = ${JSON.stringify(invalid)?.slice(0, 60)}: ${answer.text.slice(0, 200)}`,
        ).toBeLessThan(500);
      }
    }
  });
  test('never sends a secret back', async () => {
    if (!Object.values(definition.fields).some((field) => field.kind === 'secret' && !field.hidden)) return;
    const row = await made(definition);
    const texts = [JSON.stringify(row)];
    for (const path of [
      urlOf(definition),
      `${urlOf(definition)}${row.id}/`,
      `${urlOf(definition)}?format=csv`,
      '/api/v1/audits/operate-logs/',
    ])
      texts.push((await admin().get(path)).text);
    for (const text of texts) expect(text).not.toContain(secretText);
  });
  test('records its creation in the operate log', async () => {
    if (definition.audited === false) return;
    const row = await made(definition);
    const logs = await api.pool.query('select action, diff from audits_operatelog where resource_id = $1', [
      String(row.id),
    ]);
    expect(logs.rows.map((log: { action: string }) => log.action)).toContain('create');
  });
});

describe.each(creatable.filter(([, definition]) => definition.scope === 'org'))(
  '%s belongs to its organization',
  (_key, definition) => {
    test('another organization cannot see, change or delete it', async () => {
      const row = await made(definition, OTHER_ORG_ID);
      const url = `${urlOf(definition)}${row.id}/`;
      const stranger = admin(DEFAULT_ORG_ID);
      expect((await stranger.get(url)).status).toBe(404);
      expect((await stranger.patch(url, {})).status).toBe(404);
      expect((await stranger.delete(url)).status).toBe(404);
      expect((await stranger.get(`${urlOf(definition)}?ids=${row.id}`)).json).toEqual([]);
      expect((await stranger.get(`${urlOf(definition)}?format=csv`)).text).not.toContain(String(row.id));
      expect((await admin(OTHER_ORG_ID).get(url)).status).toBe(200);
    });
    test('the root organization reads it and writes nothing', async () => {
      const row = await made(definition, OTHER_ORG_ID);
      expect((await admin(ROOT_ORG_ID).get(`${urlOf(definition)}${row.id}/`)).status).toBe(200);
      const refused = await admin(ROOT_ORG_ID).post(
        urlOf(definition),
        await sampleOf(definition, api, OTHER_ORG_ID),
      );
      expect(refused.status, refused.text).toBe(400);
    });
  },
);

describe.each(creatable.filter(([, definition]) => definition.bulk !== false && definition.scope === 'org'))(
  '%s in bulk',
  (_key, definition) => {
    test('an empty filter never empties the table', async () => {
      await made(definition);
      await made(definition);
      expect((await admin().delete(urlOf(definition))).status).toBe(400);
    });
    test('a selection is deleted as a whole', async () => {
      const rows = [await made(definition), await made(definition)];
      const kept = await admin().post('/api/v1/common/resources/cache/', {
        resources: rows.map((row) => row.id),
      });
      const { spm } = kept.json as { spm: string };
      expect(((await admin().get(`${urlOf(definition)}?spm=${spm}`)).json as unknown[]).length).toBe(2);
      expect((await admin().delete(`${urlOf(definition)}?spm=${spm}`)).status).toBe(204);
    });
    test('one invalid row of an array rejects all and is reported by its position', async () => {
      const good = await sampleOf(definition, api, DEFAULT_ORG_ID);
      const answer = await admin().post(urlOf(definition), [good, {}]);
      expect(answer.status).toBe(400);
      const body = answer.json as Record<string, unknown>[];
      expect(body[0]).toEqual({});
      expect(Object.keys(body[1] ?? {}).length).toBeGreaterThan(0);
    });
  },
);

const removable = named.filter(
  ([, definition]) =>
    operationsOf(definition).includes('destroy') && operationsOf(definition).includes('list'),
);

describe.each(removable)('%s and bulk deletion', (_key, definition) => {
  const rowsOf = async () => (await admin().get(urlOf(definition))).json as { id: string | number }[];
  test('a query that names nothing deletes nothing', async () => {
    if (operationsOf(definition).includes('create') && !isWrittenElsewhere(definition))
      for (let round = 0; round < 2; round += 1) await made(definition);
    const before = await rowsOf();
    const refusal = definition.bulk === false ? 405 : 400;
    for (const query of [
      '',
      '?limit=1',
      '?search=',
      '?spm=',
      '?id=',
      '?id!=',
      '?labels=',
      '?nonsense=1',
      '?_rel=not',
    ])
      expect((await admin().delete(`${urlOf(definition)}${query}`)).status, query).toBe(refusal);
    expect(await rowsOf()).toHaveLength(before.length);
  });
});
