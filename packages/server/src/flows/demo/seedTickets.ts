import { assetTicketActions } from '@gatehouse/contract/actions/tickets.ts';
import { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { comment as commentDefinition } from '@gatehouse/contract/resources/tickets/comment.ts';
import { ticketflow } from '@gatehouse/contract/resources/tickets/ticketflow.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { partsIn } from '../../engine/calls/bind.ts';
import { anonymous, type Context } from '../../engine/context.ts';
import { findRow } from '../../engine/operations/read.ts';
import { createMany } from '../../engine/operations/write.ts';
import { insideOrganization } from '../../engine/organizationScope.ts';
import type { Settings } from '../../platform/settings.ts';
import { allAssetNodes, allAssets } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { approve, reject } from '../tickets/decide.ts';
import { openRequest } from '../tickets/open.ts';
import { seedConfirmations } from './seedConfirmations.ts';

const { shapes } = assetTicketActions;

type Seed = { settings: Settings; companyIds: readonly string[]; ctx: Context };
type Wish = { by: string; company: number; title: string; area: string; comment: string; days: number };

/** The context of a demo user. */
const as = async (username: string, ctx: Context): Promise<Context> => {
  const [found] = await ctx.db.rows<{ id: string; name: string; username: string }>(
    sql`select id::text as id, name, username from ${allUsers} u where username = ${username}`,
  );
  if (!found) throw new Error(`demo: nobody is called ${username}`);
  return { ...ctx, actor: { ...anonymous, ...found }, memo: new Map() };
};

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** The first three production assets of an area, by name. */
const assetsOfArea = (org: string, area: string, ctx: Context) =>
  ctx.db.rows<{ id: string }>(sql`select a.id::text as id from ${allAssets} a where a.org_id = ${org}
    and a.id in (select l.asset from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where n.full_value like ${`%/${area}/production`})
    order by a.name limit 3`);

/** What the requests ask for, and the approval grants. */
const accounts = ['@SPEC', 'deploy'];

const ask = async (wish: Wish, { settings, companyIds, ctx }: Seed): Promise<string> => {
  const org = companyIds[wish.company] ?? '';
  const request = {
    title: wish.title,
    org_id: org,
    apply_assets: await assetsOfArea(org, wish.area, ctx),
    apply_accounts: accounts,
    apply_actions: ['connect', 'upload', 'download'],
    apply_date_start: inDays(0),
    apply_date_expired: inDays(wish.days),
    comment: wish.comment,
  };
  const user = await as(wish.by, ctx);
  return (await openRequest(partsIn(shapes.open, request, user), { settings, zone: ctx.zone }, user)).id;
};

const say = async (by: string, ticket: string, body: string, ctx: Context): Promise<void> => {
  const context = { ...(await as(by, ctx)), query: new URLSearchParams({ ticket_id: ticket }) };
  const [outcome] = await createMany(ctx.engine.resource(commentDefinition), [{ body }], context);
  if (outcome?.errors) throw new Error(`demo comment: ${JSON.stringify(outcome.errors)}`);
};

const agree = async (by: string, ticket: string, { companyIds, ctx }: Seed, company = 0): Promise<void> => {
  const times = { apply_date_start: inDays(0), apply_date_expired: inDays(7) };
  const body = { org_id: companyIds[company], apply_accounts: accounts, ...times };
  const user = await as(by, ctx);
  await approve(ticket, partsIn(shapes.approve, body, user), user);
};

const decline = async (by: string, ticket: string, ctx: Context): Promise<void> => {
  const user = await as(by, ctx);
  const requests = ctx.engine.resource(applyassetticket);
  await reject(
    (options) => findRow(requests, ticket, user, options),
    async () => ({}),
    user,
  );
};

/** In the second company, its own administrators decide every asset request first. */
const seedFlow = async ({ companyIds, ctx }: Seed): Promise<void> => {
  const rules = [{ strategy: 'org_admin' }, { strategy: 'super_admin' }];
  const inside = insideOrganization(companyIds[1] ?? ROOT_ORG_ID, ctx);
  const flow = { type: 'apply_asset', approval_level: 2, rules };
  const [outcome] = await createMany(ctx.engine.resource(ticketflow), [flow], inside);
  if (outcome?.errors) throw new Error(`demo flow: ${JSON.stringify(outcome.errors)}`);
};

/** Requests in different states, some of them for the administrator, and decided confirmations. */
export const seedTickets = async (seed: Seed): Promise<void> => {
  const { ctx } = seed;
  await seedFlow(seed);
  const approved = await ask(
    {
      by: 'w.chen',
      company: 0,
      title: 'Index rebuild on the reporting databases',
      area: 'Databases',
      comment: 'Change 4127, agreed with the warehouse team.',
      days: 2,
    },
    seed,
  );
  await say('w.chen', approved, 'The rebuild takes about **four hours**; Saturday would be best.', ctx);
  await say('admin', approved, 'You have it for a week, in case it has to be repeated.', ctx);
  await agree('admin', approved, seed);
  const refused = await ask(
    {
      by: 'p.raman',
      company: 0,
      title: 'Permanent access to the core switches',
      area: 'Network core',
      comment: '',
      days: 365,
    },
    seed,
  );
  await say('admin', refused, 'A year is too long. Ask again for the days of the migration.', ctx);
  await decline('admin', refused, ctx);
  const pending: Wish[] = [
    {
      by: 'j.takeda',
      company: 0,
      title: 'Release 5.2 of the storefront',
      area: 'Storefront',
      comment: 'Deployment on Tuesday evening, roll-back until Thursday.',
      days: 3,
    },
    {
      by: 'm.okafor',
      company: 0,
      title: 'Audit of the ERP application servers',
      area: 'ERP',
      comment: 'Read-only look at the configuration.',
      days: 5,
    },
    {
      by: 'admin',
      company: 1,
      title: 'Clock drift in the control room',
      area: 'Control room',
      comment: '',
      days: 1,
    },
  ];
  for (const wish of pending) await ask(wish, seed);
  const second = await ask(
    {
      by: 'e.demir',
      company: 1,
      title: 'Certificates of the metering gateways',
      area: 'Metering',
      comment: 'They expire at the end of the month.',
      days: 7,
    },
    seed,
  );
  await agree('m.okafor', second, seed, 1);
  const [org = ''] = seed.companyIds;
  const [host] = await assetsOfArea(org, 'Storefront', ctx);
  const [user, admin] = [await as('w.chen', ctx), await as('admin', ctx)];
  await seedConfirmations({ org, asset: host?.id ?? '', user, admin });
};
