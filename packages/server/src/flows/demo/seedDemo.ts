import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { organization } from '@gatehouse/contract/resources/orgs/organization.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context, Engine, Organization } from '../../engine/context.ts';
import { createMany, update } from '../../engine/operations/write.ts';
import type { Row, Values } from '../../engine/resource.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../platform/database.ts';
import type { Organizations } from '../../platform/organizations.ts';
import type { Settings } from '../../platform/settings.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { noteVerified } from '../../resources/accounts/account/statements.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { noteTested } from '../../resources/assets/asset/statements.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';
import { bindRoles } from '../../resources/rbac/rolebinding/statements.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { assetsOf, companies, people, stages } from './estate.ts';
import { seedReview } from './seedReview.ts';
import { seedGlobalRules, seedRules } from './seedRules.ts';
import { seedSessions } from './seedSessions.ts';
import { seedTickets } from './seedTickets.ts';

/** What the demo needs. */
export type DemoDeps = {
  db: Database;
  engine: Engine;
  organizations: Organizations;
  settings: Settings;
  home: string;
  blobs: Blobs;
  tell: (line: string) => void;
  contextFor: (org: Organization, db: Database) => Context;
};
type Facts = { companyIds: string[]; platforms: Map<string, number>; userIds: Map<string, string> };

/** Stores rows through the operation the API uses; throws on errors, as the demo's data must be valid. */
const store = async (key: string, inputs: Values[], ctx: Context): Promise<Row[]> => {
  const outcomes = await createMany(ctx.engine.resource(key), inputs, ctx);
  return outcomes.map((outcome, index) => {
    if (outcome.errors)
      throw new Error(`demo ${key} ${JSON.stringify(inputs[index])}: ${JSON.stringify(outcome.errors)}`);
    return outcome.row;
  });
};

const within = async <T>(deps: DemoDeps, orgId: string, work: (ctx: Context) => Promise<T>): Promise<T> => {
  const org = deps.organizations.find(orgId);
  if (!org) throw new Error(`organization ${orgId} is unknown`);
  return deps.db.transaction((tx) => work(deps.contextFor(org, tx)));
};

/** Users are created in their first organization and added to the others afterwards. */
const seedPeople = async (deps: DemoDeps, companyIds: string[]): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  for (const [index, companyId] of companyIds.entries())
    await within(deps, companyId, async (ctx) => {
      const hired = people.filter((user) => user.companies[0] === index);
      const inputs = hired.map(({ name, username }) => ({
        name,
        username,
        email: `${username}@example.com`,
        password_strategy: 'custom',
        password: `Demo-${randomBytes(9).toString('base64url')}1`,
        need_update_password: false,
      }));
      for (const [at, row] of (await store('users.user', inputs, ctx)).entries())
        ids.set(hired[at]?.username ?? '', row.id);
    });
  await bindPeople(deps, companyIds, ids);
  return ids;
};

const bindPeople = async (deps: DemoDeps, companyIds: string[], ids: Map<string, string>): Promise<void> => {
  const roles = {
    admin: builtinRoles.orgAdmin.id,
    auditor: builtinRoles.orgAuditor.id,
    user: builtinRoles.orgUser.id,
  };
  const bindings = people.flatMap((user) =>
    user.companies.map((company) => ({
      user: ids.get(user.username) ?? '',
      role: roles[user.role],
      org: companyIds[company] ?? '',
    })),
  );
  for (const user of await adminIds(deps.db))
    bindings.push(...companyIds.map((org) => ({ user, role: roles.admin, org })));
  await bindRoles(
    bindings.map((binding) => ({ ...binding, scope: 'org' })),
    deps.db,
  );
};

const adminIds = async (db: Database): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(
    sql`select id::text as id from ${allUsers} u where username = 'admin'`,
  );
  return found.map(({ id }) => id);
};

/**
 * Records check results for assets and accounts: most checks succeeded, a few failed, and some rows were
 * never checked.
 */
const noteChecks = async (orgId: string, ctx: Context): Promise<void> => {
  const at = new Date(Date.now() - 5 * 3_600_000);
  const checked = (rows: SQL) =>
    ctx.db.rows<{ id: string; connectivity: string }>(sql`select id::text as id,
        case hashtext(id::text) & 15 when 0 then 'err' else 'ok' end as connectivity
      from ${rows} t where org_id = ${orgId} and hashtext(id::text) & 7 <> 7`);
  await noteTested(await checked(allAssets), at, ctx.db);
  await noteVerified(await checked(allAccounts), at, ctx.db);
};

const seedCompany = async (deps: DemoDeps, index: number, facts: Facts): Promise<void> => {
  const company = companies[index];
  const orgId = facts.companyIds[index] ?? '';
  if (!company) return;
  await within(deps, orgId, async (ctx) => {
    const members = people.filter((user) => (user.companies as readonly number[]).includes(index));
    const userIds = members.map((user) => facts.userIds.get(user.username) ?? '');
    const [group] = await store('users.usergroup', [{ name: 'On-call', users: userIds.slice(0, 3) }], ctx);
    for (const [areaAt, area] of company.areas.entries())
      for (const [stageAt, stage] of stages.entries()) {
        const found = assetsOf(area, stage, company.network, areaAt * 2 + stageAt);
        for (const [key, some] of Map.groupBy(found, (asset) => asset.kind.path)) {
          const inputs = some.map((asset) => ({
            name: asset.name,
            address: asset.address,
            platform: facts.platforms.get(asset.kind.platform),
            protocols: asset.kind.protocols,
            nodes_display: [`/${company.name}/${area}/${stage}`],
            labels: asset.labels,
            ...asset.kind.extra,
          }));
          const rows = await store(key, inputs, ctx);
          const accounts = rows.flatMap((row, at) =>
            (some[at]?.kind.accounts ?? []).map((username) => ({
              name: username,
              username,
              asset: row.id,
              secret_type: 'password',
              secret: randomBytes(12).toString('base64url'),
              privileged: ['root', 'Administrator'].includes(username),
            })),
          );
          await store('accounts.account', accounts, ctx);
        }
      }
    await noteChecks(orgId, ctx);
    const nodes = await ctx.db.rows<{ id: string; full_value: string }>(
      sql`select id::text as id, full_value from ${allNodes} n where org_id = ${orgId} and full_value like ${`/${company.name}/%/production`}`,
    );
    await store(
      'perms.assetpermission',
      nodes.map((node) => ({
        name: `Operators of ${node.full_value.split('/')[2]}`,
        user_groups: [group?.id],
        nodes: [node.id],
        accounts: ['@SPEC', 'deploy', 'reporting', 'netops', 'operator'],
      })),
      ctx,
    );
    await seedRules(
      members.map((user) => facts.userIds.get(user.username) ?? ''),
      (key, inputs) => store(key, inputs, ctx),
    );
    await seedSessions(
      {
        orgId,
        blobs: deps.blobs,
        members: members.map((user) => ({ ...user, id: facts.userIds.get(user.username) ?? '' })),
      },
      ctx,
    );
  });
};

type Machine = { host: string; port: number; username: string; private_key_path: string };

/**
 * The launcher's loopback host, as an asset that the user `admin` and every user of the first company may
 * use; absent without sshd.
 */
const seedMachine = async (deps: DemoDeps, facts: Facts): Promise<void> => {
  const text = await readFile(join(deps.home, 'demo', 'machine.json'), 'utf8').catch(() => undefined);
  if (!text) return;
  const machine = JSON.parse(text) as Machine;
  const secret = await readFile(machine.private_key_path, 'utf8');
  await within(deps, facts.companyIds[0] ?? '', async (ctx) => {
    const [asset] = await store(
      'assets.host',
      [
        {
          name: 'this-machine',
          address: machine.host,
          platform: facts.platforms.get('Linux'),
          protocols: [{ name: 'ssh', port: machine.port }],
          labels: ['env:demo'],
          comment: 'A real OpenSSH server on this computer',
        },
      ],
      ctx,
    );
    await store(
      'accounts.account',
      [
        {
          name: machine.username,
          username: machine.username,
          asset: asset?.id,
          secret_type: 'ssh_key',
          secret,
        },
      ],
      ctx,
    );
    const colleagues = people.filter((user) => (user.companies as readonly number[]).includes(0));
    const admins = await adminIds(ctx.db);
    await store(
      'perms.assetpermission',
      [
        {
          name: 'Try it',
          users: [...admins, ...colleagues.map((user) => facts.userIds.get(user.username))],
          assets: [asset?.id],
          accounts: ['@ALL'],
        },
      ],
      ctx,
    );
  });
};

/**
 * Names the default organization after the first company: the first sign-in arrives there, and the demo must
 * not look empty.
 */
const nameDefault = async (name: string, ctx: Context): Promise<void> => {
  const [admin] = await adminIds(ctx.db);
  const asAdmin = { ...ctx, actor: { ...ctx.actor, id: String(admin) } };
  await update(ctx.engine.resource(organization), DEFAULT_ORG_ID, { name }, 'patch', asAdmin);
};

/** Fills a fresh installation with realistic demo data; does nothing if it is already there. */
export const seedDemo = async (deps: DemoDeps): Promise<void> => {
  if (deps.organizations.find(companies[0].name)) return;
  const [first, ...others] = companies.map(({ name }) => ({ name }));
  const companyIds = await within(deps, DEFAULT_ORG_ID, async (ctx) => {
    await nameDefault(String(first?.name), ctx);
    const added = await store('orgs.organization', others, ctx);
    return [DEFAULT_ORG_ID, ...added.map((row) => row.id)];
  });
  await deps.organizations.reload();
  const rows = await deps.db.rows<{ id: number; name: string }>(
    sql`select id::int as id, name from ${allPlatforms} p`,
  );
  const facts: Facts = {
    companyIds,
    platforms: new Map(rows.map((row) => [row.name, row.id])),
    userIds: await seedPeople(deps, companyIds),
  };
  for (const index of companies.keys()) await seedCompany(deps, index, facts);
  await seedMachine(deps, facts);
  const userId = (username: string) => facts.userIds.get(username) ?? '';
  await within(deps, DEFAULT_ORG_ID, (ctx) =>
    seedGlobalRules({ reviewer: userId('m.okafor'), limited: userId('a.ferreira') }, (key, inputs) =>
      store(key, inputs, ctx),
    ),
  );
  await within(deps, DEFAULT_ORG_ID, (ctx) => seedTickets({ settings: deps.settings, companyIds, ctx }));
  await within(deps, DEFAULT_ORG_ID, (ctx) => seedReview(userId('a.ferreira'), store, ctx));
  deps.tell(`Demo estate: ${companies.map(({ name }) => name).join(', ')}`);
};
