import { checkAssetLogin, reviewCommand } from '@gatehouse/contract/calls/acls.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { bind, type CallHandler } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { existing } from '../../engine/fields/related.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { insideOrganization } from '../../engine/organizationScope.ts';
import type { Cache } from '../../platform/cache.ts';
import { isUuid } from '../../platform/database.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { onlyOwnSessions, ownTerminal } from '../../resources/ownTerminal.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { usernameIn } from '../accessRules/usernameIn.ts';
import { noteAsking } from '../tickets/confirmations/askedBy.ts';
import { commandText } from '../tickets/confirmations/commandText.ts';
import { heldApproval } from '../tickets/confirmations/held.ts';
import { openConfirmation } from '../tickets/confirmations/open.ts';
import { waitingReview } from '../tickets/confirmations/waiting.ts';
import { filtersFor, judgeByRules, unopened } from './rules.ts';
import { assigneesOf, ticketInfoOf } from './ticketInfo.ts';

type User = { id: string; name: string; username: string };

/** A member of an organization who can sign in. */
const memberOf = async (org: string, id: string, ctx: Context): Promise<User> => {
  const known = isUuid(id) && (await existing([id], 'users.user', insideOrganization(org, ctx))).has(id);
  const [found] = known
    ? await ctx.db.rows<User>(
        sql`select u.id::text as id, u.name, u.username from ${allUsers} u
          where u.id = ${id} and u.is_active and (u.date_expired is null or u.date_expired > now())`,
      )
    : [];
  if (!found) throw fieldError('user_id', 'does_not_exist', { pk: id });
  return found;
};

const assetOf = async (
  id: string,
  ctx: Context,
): Promise<{ id: string; org_id: string; display: string }> => {
  const [found] = isUuid(id)
    ? await ctx.db.rows<{ id: string; org_id: string; display: string }>(
        sql`select a.id::text as id, a.org_id::text as org_id, a.name || '(' || a.address || ')' as display
          from ${allAssets} a where a.id = ${id} and a.is_active`,
      )
    : [];
  if (!found) throw fieldError('asset_id', 'does_not_exist', { pk: id });
  return found;
};

type RuleRouteDeps = { ruleBook: RuleBook; cache: Cache };

const createCheck =
  ({ ruleBook, cache }: RuleRouteDeps): CallHandler<typeof checkAssetLogin> =>
  async ({ ctx, body }) => {
    const { user_id, asset_id, account_username = '', remote_addr = '' } = await body();
    const terminal = await ownTerminal(ctx);
    const asset = await assetOf(asset_id, ctx);
    const user = await memberOf(asset.org_id, user_id, ctx);
    const connection = { user, asset, username: account_username, address: remote_addr };
    const { ticket } = await judgeByRules(connection, ruleBook, {
      ...ctx,
      query: new URLSearchParams('create_ticket=1'),
    });
    if (!ticket) return { need_review: false as const };
    await noteAsking(ticket, terminal, cache, ctx.db);
    const reviewers = (await assigneesOf([ticket], ctx.db)).get(ticket) ?? [];
    const info = ticketInfoOf(ticket, reviewers, 'component');
    return {
      need_review: true as const,
      check_review_status: info.check_ticket_api,
      close_review: info.close_ticket_api,
      ticket_detail_url: info.ticket_detail_page_url,
      reviewers,
      ticket_id: ticket,
    };
  };

type Session = {
  id: string;
  org_id: string;
  user_id: string;
  asset: string;
  asset_id: string;
  account: string;
  is_finished: boolean;
};

const sessionOf = async (id: string, ctx: Context): Promise<Session> => {
  await onlyOwnSessions([id], ctx);
  const [found] = await ctx.db.rows<Session>(
    sql`select s.id::text as id, s.org_id::text as org_id, s.user_id::text as user_id, s.asset, s.asset_id::text as asset_id,
      s.account, s.is_finished from ${allSessions} s where s.id = ${id}`,
  );
  if (!found || found.is_finished) throw fieldError('session_id', 'does_not_exist', { pk: id });
  return found;
};

const createReview =
  ({ ruleBook }: RuleRouteDeps): CallHandler<typeof reviewCommand> =>
  async ({ ctx, body }) => {
    const { session_id, cmd_filter_acl_id, run_command, doubt: told } = await body();
    const { command, doubt } = commandText(run_command, told);
    const session = await sessionOf(session_id, ctx);
    const asset = { id: session.asset_id, org_id: session.org_id };
    const inForce = await filtersFor(
      { user: session.user_id, asset, username: usernameIn(session.account) },
      ruleBook,
      ctx.db,
    );
    const filter = inForce.find(({ id }) => id === cmd_filter_acl_id.toLowerCase());
    if (!filter) throw fieldError('cmd_filter_acl_id', 'does_not_exist', { pk: cmd_filter_acl_id });
    const asked = { session: session.id, filter: filter.id, command };
    const waiting = await waitingReview({ ...asked, isExact: !doubt }, ctx);
    const approved = { ...asked, type: 'command_confirm', applicant: session.user_id } as const;
    const known = waiting ?? (doubt ? undefined : (await heldApproval(approved, ctx.db))?.ticket);
    if (known !== undefined)
      return ticketInfoOf(known, (await assigneesOf([known], ctx.db)).get(known) ?? [], 'component');
    const inside = insideOrganization(session.org_id, ctx);
    const opened = await openConfirmation(
      {
        type: 'command_confirm',
        org: session.org_id,
        applicant: session.user_id,
        asset: session.asset,
        account: session.account,
        command,
        doubt,
        session: session.id,
        filter: { id: filter.id, name: filter.name },
        reviewers: filter.reviewers,
      },
      inside,
    );
    if (opened.outcome !== 'opened') throw unopened(opened.outcome, filter);
    return ticketInfoOf(opened.ticket.id, opened.reviewers.map(displayOf), 'component');
  };

/** Registers what components ask about rules (reference 04 §16.2). */
export const addRuleRoutes = (ports: HttpPorts, deps: RuleRouteDeps): void => {
  bind(ports, checkAssetLogin, createCheck(deps));
  bind(ports, reviewCommand, createReview(deps));
};
