import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { initialValues } from '../../engine/operations/draft.ts';
import { insertRows } from '../../engine/operations/store.ts';
import { record, scripts } from './recordings.ts';

type Member = { id: string; name: string; username: string };
type Target = { asset: string; asset_name: string; address: string; account: string; account_name: string };

/** Past sessions a day; the last two weeks have some. */
const perCompany = 24;

/** Past sessions with real recordings and the commands in them. */
export const seedSessions = async (
  of: { orgId: string; home: string; members: Member[] },
  ctx: Context,
): Promise<void> => {
  const targets =
    await ctx.db.rows<Target>(sql`select a.id::text as asset, a.name as asset_name, a.address, c.id::text as account, c.username as account_name
    from assets_asset a join accounts_account c on c.asset = a.id where a.org_id = ${of.orgId} and a.category = 'host' and c.username = 'deploy' order by a.name limit 12`);
  const [sessions, commands] = [
    ctx.engine.resource('terminal.session'),
    ctx.engine.resource('terminal.command'),
  ];
  for (let at = 0; at < perCompany && targets.length; at += 1) {
    const target = targets[(at * 5) % targets.length] as Target;
    const member = of.members[at % of.members.length] as Member;
    const steps = scripts[at % scripts.length] ?? [];
    const start = new Date(Date.now() - (at * 13 + 2) * 3_600_000 - at * 377_000);
    const { cast, moments, seconds } = record(
      steps,
      `\u001b[32mdeploy@${target.asset_name}\u001b[0m:~$ `,
      start,
    );
    const id = randomUUID();
    const who = `${member.name}(${member.username})`;
    const day = start.toISOString().slice(0, 10);
    await mkdir(join(of.home, 'replay', day), { recursive: true, mode: 0o700 });
    await writeFile(join(of.home, 'replay', day, `${id}.cast.gz`), cast, { mode: 0o600 });
    const texts = {
      user: who,
      asset: `${target.asset_name}(${target.address})`,
      account: `deploy(${target.account_name})`,
      org_id: of.orgId,
    };
    await insertRows(
      sessions,
      [
        {
          ...initialValues(sessions),
          ...texts,
          id,
          user_id: member.id,
          asset_id: target.asset,
          account_id: target.account,
          protocol: 'ssh',
          login_from: 'WT',
          remote_addr: `10.2.14.${20 + (at % 60)}`,
          is_finished: true,
          has_replay: true,
          has_command: true,
          command_amount: steps.length,
          date_start: start.toISOString(),
          date_end: new Date(start.getTime() + seconds * 1000).toISOString(),
          replay_path: `${day}/${id}.cast.gz`,
        },
      ],
      ctx,
    );
    await insertRows(
      commands,
      steps.map((step, index) => ({
        ...initialValues(commands),
        ...texts,
        id: randomUUID(),
        session: id,
        input: step.input,
        output: step.output.replaceAll('\r', ''),
        risk_level: step.risk ?? 0,
        timestamp: Math.floor(start.getTime() / 1000 + (moments[index] ?? 0) / 1000),
        offset_ms: moments[index] ?? 0,
      })),
      ctx,
    );
  }
};
