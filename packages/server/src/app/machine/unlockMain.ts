import { randomUUID } from 'node:crypto';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { displayOf } from '../../engine/context.ts';
import { databaseOf, openPool } from '../../platform/database.ts';
import { createLookup } from '../../platform/i18n.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addOperateLogs } from '../../resources/audits/operatelog/statements.ts';
import { releaseLocks } from '../../resources/users/user/lockOut.ts';
import { userNamed } from '../../resources/users/user/statements.ts';
import { runProgram } from './runProgram.ts';

/**
 * `unlockMain.ts NAME`, started by the launcher, which knows the database (`npm run unlock`): lifts every lock
 * and delay of a user.
 */
const main = async ([username, ...rest]: string[], url: string | undefined): Promise<void> => {
  if (!url || !username || rest.length > 0) throw new Refusal('Name one user: npm run unlock -- NAME');
  const pool = openPool(url, 1);
  try {
    const text = (key: string) => createLookup()('en', key) ?? key;
    const user = await databaseOf(pool).transaction(async (db) => {
      const found = await userNamed(username, db);
      if (!found) throw new Refusal(`There is no user named ${username}.`);
      await releaseLocks(username, db);
      const entry = {
        id: randomUUID(),
        user: 'System',
        action: 'update',
        resource_key: 'users.user',
        resource: displayOf(found).slice(0, 128),
        resource_id: found.id,
        remote_addr: '127.0.0.1',
        org_id: SYSTEM_ORG_ID,
        diff: {
          [text('users.user.fields.login_blocked')]: [text('common.words.yes'), text('common.words.no')],
        },
      };
      await addOperateLogs([entry], db);
      return found;
    });
    console.log(`${displayOf(user)} can sign in from every address again`);
  } finally {
    await pool.end();
  }
};

await runProgram(() => main(process.argv.slice(2), process.env.GATEHOUSE_DATABASE_URL));
