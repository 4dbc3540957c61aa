import { randomUUID } from 'node:crypto';
import { sessionActions, taskActions } from '@gatehouse/contract/actions/terminal.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { listOwnSessions, reportCommands } from '@gatehouse/contract/calls/sessions.ts';
import { reportStatus } from '@gatehouse/contract/calls/terminal.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { session as sessionDefinition } from '@gatehouse/contract/resources/terminal/session.ts';
import { orderedId } from '@gatehouse/contract/wire/orderedId.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { SCREEN_LOST } from '@gatehouse/contract/wire/terminal.ts';
import { sql } from 'drizzle-orm';
import { type Actions, implement } from '../../engine/actions/implement.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows } from '../../engine/operations/read.ts';
import { createMany } from '../../engine/operations/write.ts';
import { everywhere } from '../../engine/organizationScope.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import type { Cache } from '../../platform/cache.ts';
import { isUuid, likeLiteral, uuids } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { onlyOwn, ownTerminal } from '../../resources/ownTerminal.ts';
import { allCommands } from '../../resources/terminal/command/relations.ts';
import { recountCommands } from '../../resources/terminal/session/lost.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { sessionsAssignedTo } from '../../resources/tickets/ticket/statements.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { noteReplayUse } from '../audit/replayUse.ts';
import { isVisitor } from '../connect/visitor.ts';
import { tellUnkept } from '../notifications/commandNews.ts';
import { addInsecureCommands } from '../notifications/insecureCommands.ts';
import { commandKeepingOf, commandStorageOf } from '../storages/commandsElsewhere.ts';
import type { ReplayStores } from '../storages/replayStores.ts';
import { openTasks, orderSessions, takeHeartbeat } from './heartbeat.ts';
import { recordLifecycle } from './lifecycle.ts';
import { describeReplay, noFile, packReplay, storeReplay } from './replay.ts';

/** Where recordings are, and what is remembered of their views. */
type Stores = { replayStores: ReplayStores; cache: Cache };

type Replays = Pick<Actions<typeof sessionActions>, 'replay' | 'uploadReplay' | 'downloadReplay'>;

const replayActions = ({ replayStores: stores, cache }: Stores): Replays => ({
  replay: async ({ ctx, resource, row }) => {
    const session = await row();
    const body = await describeReplay(stores, resource, session, ctx);
    await noteReplayUse(session, cache, ctx);
    return body;
  },
  uploadReplay: {
    noTransaction: true,
    handle: async ({ ctx, row, request }) => {
      if (!request.isMultipart()) return whole(noFile(ctx));
      await ownTerminal(ctx);
      const session = await row();
      await onlyOwn([session.terminal], ctx);
      return whole(await storeReplay(stores, session, request, ctx));
    },
  },
  downloadReplay: async ({ ctx, resource, row }) => {
    const session = await row();
    const answer = await packReplay(stores, resource, session, ctx);
    await noteReplayUse(session, cache, ctx);
    return whole(answer);
  },
});

/**
 * Why a user may not monitor a session; undefined if the user may. Components of the reference only name the
 * user; our gateways also send the visitor's mark, which only a server can make.
 */
const joinRefusal = async (
  { user_id, session_id, visitor }: BodyOf<typeof sessionActions.shapes.validateJoin>,
  ctx: Context,
): Promise<string | undefined> => {
  if (!isUuid(user_id) || !isUuid(session_id)) return ctx.t('errors.invalid_uuid');
  if (visitor !== undefined && !isVisitor(visitor, user_id, ctx.engine.vault))
    return ctx.t('errors.permission_denied');
  const own = await ownTerminal(ctx);
  const session = (
    await ctx.db.rows<{ org_id: string; is_finished: boolean; type: string }>(
      sql`select org_id::text as org_id, is_finished, type from ${allSessions} s where id = ${session_id} and terminal = ${own}`,
    )
  )[0];
  if (!session) return ctx.t('errors.object_does_not_exist');
  if (session.is_finished || session.type !== 'normal') return ctx.t('errors.session_not_joinable');
  if (await ctx.engine.isShutOut(user_id, ctx.db)) return ctx.t('errors.permission_denied');
  // Approvers watch what they let through without further permissions (reference 05 §1.6).
  if ((await sessionsAssignedTo(user_id, [session_id], ctx.db)).length > 0) return undefined;
  const held = await ctx.engine.permissionsOf(user_id, session.org_id, ctx.db);
  return held.has('terminal.monitor_session') ? undefined : ctx.t('errors.permission_denied');
};

const displayOfUser = async (id: string, ctx: Context): Promise<string> => {
  const [user] = await ctx.db.rows<{ name: string; username: string }>(
    sql`select u.name, u.username from ${allUsers} u where u.id = ${id}`,
  );
  return user ? displayOf(user) : '';
};

const addSessionVerbs = (ports: HttpPorts, stores: Stores) => {
  const resource = ports.engine.resource(sessionDefinition);
  implement(ports, sessionActions, {
    ...replayActions(stores),
    lifecycleLog: async ({ ctx, row, body }) => {
      const session = await row();
      await onlyOwn([session.terminal], ctx);
      return { msg: 'ok' as const, id: await recordLifecycle(session, await body(), ctx) };
    },
    validateJoin: {
      noTransaction: true,
      handle: async ({ ctx, body }) => {
        const join = await body();
        const msg = await joinRefusal(join, ctx);
        if (msg) return whole({ status: 401, body: { ok: false, msg } });
        const user = join.visitor === undefined ? {} : { user: await displayOfUser(join.user_id, ctx) };
        return { ok: true as const, msg: '' as const, ...user };
      },
    },
    onlineInfo: async ({ ctx, query: { asset_id: asset, account } }) => {
      if (!asset || !account) return { count: null };
      const found = await ctx.db.rows<{
        n: number;
      }>(sql`select count(*)::int as n from ${await visibleRows('terminal.session', ctx)} t where not is_finished and protocol = 'rdp'
        and asset_id = ${asset} and (account = ${account} or account like ${`%(${likeLiteral(account)})`})`);
      return { count: found[0]?.n ?? 0 };
    },
  });
  bind(ports, listOwnSessions, async ({ ctx, request }) => {
    const query = new URLSearchParams(
      [...queryOf(request)].filter(([name]) => name === 'limit' || name === 'offset'),
    );
    query.set('user_id', ctx.actor.id);
    return pageOf(await listRows(resource, query, everywhere(ctx), { allowed: true }), request);
  });
};

const addTaskVerbs = (ports: HttpPorts) => {
  implement(ports, taskActions, {
    killSession: async ({ ctx, body }) => ({ ok: await orderSessions(await body(), 'kill_session', ctx) }),
    toggleLockSession: async ({ ctx, body }) => {
      const { session_id, task_name } = await body();
      return { ok: await orderSessions([session_id], task_name, ctx) };
    },
  });
  bind(
    ports,
    reportStatus,
    async ({ ctx, body }) => {
      const sent = await body();
      if (!Array.isArray(sent.sessions)) throw fieldError('sessions', 'required');
      const own = await ownTerminal(ctx);
      await takeHeartbeat(own, sent, ctx);
      return openTasks(own, ctx.db);
    },
    { noTransaction: true },
  );
};

/** A row that is no command gets its sentence here: gateways have no texts. */
const worded = (row: Record<string, unknown>, { engine, language }: Context): Record<string, unknown> =>
  row?.input === SCREEN_LOST
    ? { ...row, input: engine.lookup(language, 'gateway.commands.screen_lost') ?? SCREEN_LOST }
    : row;

/** Commands arrive in batches; a command with a known id was reported before and is skipped. */
const addCommandRoute = (ports: HttpPorts, ruleBook: RuleBook) => {
  const resource = ports.engine.resource(command);
  bind(ports, reportCommands, async ({ ctx, body }) => {
    const input = await body();
    const rows = (Array.isArray(input) ? input : [input]) as Record<string, unknown>[];
    if ((await commandKeepingOf(ctx)) === 'nowhere') {
      await tellUnkept(
        rows.map((row) => worded(row, ctx)),
        ruleBook,
        ctx,
      );
      return 'ok';
    }
    const ids = rows.map((row) => row?.id).filter(isUuid);
    const stored = new Set(
      (
        await ctx.db.rows<{ id: string }>(
          sql`select id::text as id from ${allCommands} c where id = any(${uuids(ids)})`,
        )
      ).map((row) => row.id),
    );
    const fresh = rows
      .filter((row) => !stored.has(sentText(row?.id)))
      .map((row, index) => ({ id: orderedId(randomUUID(), Date.now(), index), ...worded(row, ctx) }));
    const outcomes = await createMany(resource, fresh, ctx);
    if (await commandStorageOf(ctx)) await publish(ctx.db, 'commands_to_move');
    await recountCommands(
      fresh.map((row) => sentText((row as Record<string, unknown>).session)),
      ctx.db,
    );
    const failed = outcomes.find((outcome) => outcome.errors);
    return failed
      ? whole({ status: 401, body: { msg: 'invalid', errors: Object.keys(failed.errors ?? {}) } })
      : 'ok';
  });
};

/** Routes served here instead of by the engine. */
export const replacedByComponents: readonly string[] = [
  ...reportCommands.addresses,
  ...reportStatus.addresses,
];

/** Registers the calls on sessions, tasks and commands that are not plain resource routes. */
export const addSessionRoutes = (ports: HttpPorts, stores: Stores & { ruleBook: RuleBook }): void => {
  addSessionVerbs(ports, stores);
  addTaskVerbs(ports);
  addCommandRoute(ports, stores.ruleBook);
  addInsecureCommands(ports, stores);
};
