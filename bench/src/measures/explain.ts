import { sql } from 'drizzle-orm';
import type { OwnServer } from '../ownServer.ts';
import type { Measure } from '../report.ts';

const url = '/api/v1/perms/explain/';

/** Times explanations of connections, and the lists of who reaches what, as the server answers them. */
export const measureExplain = async (server: OwnServer, rounds: number): Promise<Measure[]> => {
  const { db } = server.services;
  const people = await db.rows<{ id: string }>(
    sql`select id::text as id from users_user where username like 'user%'
      order by username not in ('user1', 'user2', 'user3', 'user4'), md5(username) limit 50`,
  );
  const assets = await db.rows<{ id: string }>(
    sql`select id::text as id from assets_asset order by md5(name) limit ${rounds + 5}`,
  );
  const each = async (ask: (user: string, asset: string) => Promise<unknown>): Promise<number[]> => {
    const values: number[] = [];
    for (const [at, asset] of assets.entries()) {
      const started = performance.now();
      await ask(people[at % people.length]?.id ?? '', asset.id);
      if (at >= 5) values.push(performance.now() - started);
    }
    return values;
  };
  const connection = { account: 'root', protocol: 'ssh', connect_method: 'web_cli', address: '10.1.2.3' };
  return [
    {
      what: 'a connection explained',
      unit: 'ms',
      values: await each((user, asset) =>
        server.post(url, { ...connection, user, asset, command: 'ls -la' }),
      ),
      budget: { p99: 50 },
    },
    {
      what: 'who reaches an asset, first page',
      unit: 'ms',
      values: await each((_, asset) => server.get(`${url}users/?asset=${asset}&limit=15&offset=0`)),
    },
    {
      what: 'what a user reaches, first page',
      unit: 'ms',
      values: await each((user) => server.get(`${url}assets/?user=${user}&limit=15&offset=0`)),
    },
  ];
};
