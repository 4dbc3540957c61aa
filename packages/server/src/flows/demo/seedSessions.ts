import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { session as sessionDefinition } from '@gatehouse/contract/resources/terminal/session.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { initialValues } from '../../engine/operations/draft.ts';
import { insertRows } from '../../engine/operations/store.ts';
import type { Values } from '../../engine/resource.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { type Past, pastOf } from './past.ts';
import { record, scripts } from './recordings.ts';

type Member = { id: string; name: string; username: string };
type Target = { asset: string; asset_name: string; address: string; account: string; account_name: string };
type Company = { orgId: string; blobs: Blobs; members: Member[] };

/** Stores a finished session with its recording and its commands. */
const seedSession = async (past: Past<Member, Target>, of: Company, ctx: Context): Promise<void> => {
  const { start, member, target, remoteAddr } = past;
  const steps = scripts[past.script % scripts.length] ?? [];
  const prompt = `\u001b[32mdeploy@${target.asset_name}\u001b[0m:~$ `;
  const { cast, moments, seconds } = record(steps, prompt, start);
  const id = randomUUID();
  const day = start.toISOString().slice(0, 10);
  await of.blobs.put(`replay/${day}/${id}.cast.gz`, Readable.from([cast]));
  const texts = {
    user: `${member.name}(${member.username})`,
    asset: `${target.asset_name}(${target.address})`,
    account: `deploy(${target.account_name})`,
    org_id: of.orgId,
  };
  const sessions = ctx.engine.resource(sessionDefinition);
  const facts: Values<typeof sessionDefinition> = {
    ...initialValues(sessions),
    ...texts,
    id,
    user_id: member.id,
    asset_id: target.asset,
    account_id: target.account,
    protocol: 'ssh',
    login_from: 'WT',
    remote_addr: remoteAddr,
    is_finished: true,
    has_replay: true,
    has_command: true,
    command_amount: steps.length,
    date_start: start.toISOString(),
    date_end: new Date(start.getTime() + seconds * 1000).toISOString(),
    replay_path: `${day}/${id}.cast.gz`,
  };
  await insertRows(sessions, [facts], ctx);
  const commands = ctx.engine.resource(command);
  const typed = steps.map(
    (step, index): Values<typeof command> => ({
      ...initialValues(commands),
      ...texts,
      id: randomUUID(),
      session: id,
      input: step.input,
      output: step.output.replaceAll('\r', ''),
      risk_level: step.risk ?? 0,
      timestamp: Math.floor(start.getTime() / 1000 + (moments[index] ?? 0) / 1000),
      offset_ms: moments[index] ?? 0,
    }),
  );
  await insertRows(commands, typed, ctx);
};

/** Stores a sign-in before each session, occasionally preceded by one with a mistyped password. */
const seedSignIns = async (pasts: Past<Member, Target>[], ctx: Context): Promise<void> => {
  const logs = ctx.engine.resource(userloginlog);
  const signIn = (
    { member, start, remoteAddr }: Past<Member, Target>,
    before: number,
    isWrong: boolean,
  ): Values<typeof userloginlog> => ({
    ...initialValues(logs),
    id: randomUUID(),
    username: member.username,
    type: 'W',
    ip: remoteAddr,
    city: 'LAN',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    mfa: 0,
    backend: 'password',
    reason: isWrong ? 'password_failed' : '',
    status: !isWrong,
    datetime: new Date(start.getTime() - before * 1000).toISOString(),
  });
  const rows = pasts.flatMap((past, at) => [
    ...(at % 9 === 4 ? [signIn(past, 240, true)] : []),
    signIn(past, 190, false),
  ]);
  await insertRows(logs, rows, ctx);
};

/** Past sessions with real recordings, the commands in them, and the sign-ins before them. */
export const seedSessions = async (of: Company, ctx: Context): Promise<void> => {
  const targets =
    await ctx.db.rows<Target>(sql`select a.id::text as asset, a.name as asset_name, a.address, c.id::text as account, c.username as account_name
    from ${allAssets} a join ${allAccounts} c on c.asset = a.id where a.org_id = ${of.orgId} and a.category = 'host' and c.username = 'deploy' order by a.name limit 40`);
  const pasts = pastOf(of.members, targets, new Date());
  for (const past of pasts) await seedSession(past, of, ctx);
  await seedSignIns(pasts, ctx);
};
