import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { passConfirmation } from '../tickets/confirmations/decide.ts';
import type { Confirmation, Hold } from '../tickets/confirmations/hold.ts';
import {
  type ConfirmationInput,
  confirmationResource,
  openConfirmation,
} from '../tickets/confirmations/open.ts';
import { refuse } from '../tickets/decide.ts';

type Places = { org: string; asset: string; user: Context; admin: Context };

/** A recorded session of a company. */
const sessionIn = async (org: string, { db }: Context) => {
  const [found] = await db.rows<{ id: string; asset: string; account: string }>(
    sql`select s.id::text as id, s.asset, s.account from ${allSessions} s where s.org_id = ${org} order by s.date_start limit 1`,
  );
  if (!found) throw new Error('demo: the company has no session');
  return found;
};

const open = async (input: ConfirmationInput, { user }: Places): Promise<Confirmation> => {
  const opened = await openConfirmation(input, user);
  if (opened.outcome !== 'opened') throw new Error(`demo confirmation: ${opened.outcome}`);
  return opened.ticket as unknown as Confirmation;
};

/** A sign-in and a command that the administrator let through, and a connection that was turned away. */
export const seedConfirmations = async (places: Places): Promise<void> => {
  const { org, asset, user, admin } = places;
  const common = { applicant: user.actor.id, reviewers: [admin.actor.id], org };
  const pass = async (input: ConfirmationInput, hold: Hold = {}) =>
    passConfirmation(await open(input, places), hold, confirmationResource(input.type, admin), admin);
  const from = { rule: randomUUID(), ip: '198.51.100.24' };
  await pass({ ...common, ...from, type: 'login_confirm', city: 'Lisbon', at: new Date() });
  const connection = {
    ...common,
    ...from,
    type: 'login_asset_confirm',
    asset,
    account: 'root',
  } as const;
  await refuse(await open(connection, places), admin);
  const session = await sessionIn(org, admin);
  await pass(
    {
      ...common,
      type: 'command_confirm',
      asset: session.asset,
      account: session.account,
      command: 'systemctl restart erp-scheduler',
      session: session.id,
      filter: { id: randomUUID(), name: 'Restarts in production' },
    },
    { hold: 'session' },
  );
};
