import { sql } from 'drizzle-orm';
import { accessOf, judge } from '../../../packages/server/src/flows/access/evaluate.ts';
import type { OwnServer } from '../ownServer.ts';
import type { Measure } from '../report.ts';

type User = { id: string; username: string };

/** Times how long it takes to decide whether a user may connect to an asset as root over SSH. */
export const measureAccess = async ({ services: { db } }: OwnServer, rounds: number): Promise<Measure[]> => {
  const people = await db.rows<User>(
    sql`select id::text as id, username from users_user where username like 'user%' order by md5(username) limit 200`,
  );
  const heavy = await db.rows<User>(
    sql`select id::text as id, username from users_user where username in ('user1', 'user2', 'user3', 'user4')`,
  );
  const assets = await db.rows<{ id: string }>(
    sql`select id::text as id from assets_asset order by md5(name) limit ${rounds + 20}`,
  );
  const decide = async (among: User[]) => {
    const values: number[] = [];
    for (const [at, asset] of assets.entries()) {
      const user = among[at % among.length];
      if (!user) throw new Error('nobody to ask for');
      const started = performance.now();
      judge(await accessOf(user, asset.id, db), { account: 'root', protocol: 'ssh' });
      if (at >= 20) values.push(performance.now() - started);
    }
    return values;
  };
  const budget = { p99: 5 };
  return [
    { what: 'access decision', unit: 'ms', values: await decide(people), budget },
    {
      what: 'access decision, people with up to a thousand grants',
      unit: 'ms',
      values: await decide(heavy),
      budget,
    },
  ];
};
