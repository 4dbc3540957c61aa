import { randomUUID } from 'node:crypto';
import { seedBuiltins } from '../src/flows/firstStart/seed.ts';
import type { Notices } from '../src/platform/notices.ts';
import { OTHER_ORG_ID, type Reply, startApi } from './api.ts';

/** Any parsed body, for tests that look into it. */
export type Json = { [key: string]: unknown };

/** Body of an answer, typed by the caller. */
export const bodyOf = <T = Json>(reply: Reply): T => reply.json as unknown as T;

/** A server with built-in platforms, administrators of two organizations, and shortcuts to create assets. */
export const startInventory = async (
  environment: NodeJS.ProcessEnv = {},
  options: { log?: (line: string) => void; notices?: (url: string) => Notices } = {},
) => {
  const api = await startApi({ environment, ...options });
  await seedBuiltins(api.services.db);
  const admin = api.as({ superuser: true });
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  const { rows } = await api.pool.query<{ id: string; name: string }>('select id, name from assets_platform');
  const ids = new Map(rows.map((row) => [row.name, Number(row.id)]));
  const platform = (name: string): number => ids.get(name) ?? 0;
  const made = async (reply: Promise<Reply>): Promise<Json & { id: string }> => {
    const answer = await reply;
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return bodyOf<Json & { id: string }>(answer);
  };
  /** A Linux host, with the test's changes. */
  const host = (body: Json = {}, caller = admin, query = '') =>
    made(
      caller.post(`/api/v1/assets/hosts/${query}`, {
        name: `host-${randomUUID().slice(0, 8)}`,
        address: '10.0.0.1',
        platform: platform('Linux'),
        ...body,
      }),
    );
  /** A node by its path of names below the root. */
  const node = (path: string, caller = admin) =>
    made(caller.post('/api/v1/assets/nodes/', { full_value: path }));
  return { ...api, admin, other, platform, made, host, node };
};

/** The fixture of inventory tests. */
export type Inventory = Awaited<ReturnType<typeof startInventory>>;
