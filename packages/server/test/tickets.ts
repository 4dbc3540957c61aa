import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { OTHER_ORG_ID, type Reply } from './api.ts';
import { estateOf } from './estate.ts';
import { bodyOf, type Json, startInventory } from './inventory.ts';

const everyday = ['tickets.view_ticket', 'assets.match_asset', 'assets.match_node'];

/** A ticket as answered under the address of its type. */
export type TicketBody = Json & {
  id: string;
  title: string;
  state: { value: string };
  status: { value: string };
  process_map: (Json & { assignees: string[]; state: string })[];
};

export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A server with users: an applicant, system and organization administrators, and a bystander. */
export const startTickets = async (
  environment: NodeJS.ProcessEnv = {},
  options: Parameters<typeof startInventory>[1] = {},
) => {
  const api = await startInventory(environment, options);
  const estate = estateOf(api.pool);
  const bind = (user: string, role: string, org: string | null) =>
    estate.insert('rbac_rolebinding', { user, role, scope: org ? 'org' : 'system', org });
  const userWith = async (username: string, permissions: readonly string[] = everyday) => {
    const id = await estate.user(username);
    return { id, username, ...api.as({ id, username, permissions }) };
  };
  const ann = await userWith('ann');
  const boss = await userWith('boss');
  const chief = await userWith('chief');
  const warden = await userWith('warden');
  const stranger = await userWith('stranger');
  for (const { id } of [boss, chief]) await bind(id, builtinRoles.systemAdmin.id, null);
  await bind(warden.id, builtinRoles.orgAdmin.id, DEFAULT_ORG_ID);
  const foreign = estateOf(api.pool, OTHER_ORG_ID);
  const node = await api.node('/DEFAULT/web');
  const asset = (await api.host({ name: 'web-1', address: '10.0.0.5', nodes: [node.id] })).id;
  const foreignAsset = (await api.host({ name: 'theirs' }, api.other)).id;
  const request = (more: Json = {}): Json => ({
    title: `Access ${randomUUID().slice(0, 8)}`,
    org_id: DEFAULT_ORG_ID,
    apply_assets: [asset],
    apply_accounts: ['@ALL'],
    apply_actions: ['connect', 'upload'],
    apply_date_start: inHours(0),
    apply_date_expired: inHours(24),
    comment: 'for the release',
    ...more,
  });
  const url = '/api/v1/tickets/apply-asset-tickets/';
  const open = async (more: Json = {}, caller: typeof ann = ann): Promise<TicketBody> =>
    bodyOf<TicketBody>(await expectStatus(caller.post(`${url}open/`, request(more)), 201));
  /** Replaces the approval flow of an organization. */
  const setFlow = async (rules: Json[], org = DEFAULT_ORG_ID): Promise<void> => {
    await api.pool.query('delete from tickets_ticketflow where org_id = $1', [org]);
    const admin = api.as({ superuser: true, org });
    await expectStatus(
      admin.post('/api/v1/tickets/flows/', { type: 'apply_asset', approval_level: rules.length, rules }),
      201,
    );
  };
  const ticket = async (id: string, caller: typeof ann = ann): Promise<TicketBody> =>
    bodyOf<TicketBody>(await expectStatus(caller.get(`${url}${id}/`), 200));
  return {
    ...api,
    ...{ estate, foreign, bind, userWith, ann, boss, chief, warden, stranger },
    ...{ asset, foreignAsset, node: node.id, request, url, open, setFlow, ticket },
  };
};

/** The fixture of ticket tests. */
export type TicketApi = Awaited<ReturnType<typeof startTickets>>;

/** An answer with the expected status; any other throws with its body. */
export const expectStatus = async (reply: Promise<Reply>, status: number): Promise<Reply> => {
  const answer = await reply;
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer;
};
