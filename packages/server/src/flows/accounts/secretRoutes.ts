import { accountSecretActions } from '@gatehouse/contract/actions/accounts.ts';
import { accountsecret } from '@gatehouse/contract/resources/accounts/accountsecret.ts';
import { historicalaccount } from '@gatehouse/contract/resources/accounts/historicalaccount.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type ActionInput, implement } from '../../engine/actions/implement.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { type HttpPorts, queryOf, rowId } from '../../engine/http.ts';
import { findRow, listRows, presentOne } from '../../engine/operations/read.ts';
import { listCondition } from '../../engine/query.ts';
import { nameOf, type Resource, type Row } from '../../engine/resource.ts';
import { fieldChoice, pageOf, type Renderer } from '../../engine/routes/resourceRoutes.ts';
import { addressesOf, serveVerb } from '../../engine/routes/serveVerb.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { isSameSealed } from '../../platform/crypto/vault.ts';
import { uuids } from '../../platform/database.ts';
import { newestSecret } from '../../resources/accounts/account/statements.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';
import { refuseWithheld, withheldAmong } from '../access/withheld.ts';
import { addActivityOfEach } from '../audit/activity.ts';

const readable = ['accounts.accountsecret', 'accounts.accounttemplatesecret'] as const;
type Readable = (typeof readable)[number];

const paging = new Set(['limit', 'offset', 'order', 'format', 'fields', 'fields_size', 'draw', 'display']);

/** Describes, for the operate log, which rows were read. */
const describe = (query: URLSearchParams, ctx: Context): string => {
  if (query.has('spm') || query.has('ids')) return ctx.t('access.export.selected');
  const filter = [...query]
    .filter(([name, value]) => value && !paging.has(name))
    .map((part) => part.join('='));
  return filter.length
    ? ctx.t('access.export.filtered', { filter: filter.join(', ') })
    : ctx.t('access.export.all');
};

const recordView = (resource: Resource, row: Partial<Row>, display: string, ctx: Context): Promise<void> =>
  ctx.engine.record(
    [{ action: 'view', resource, row: { id: '', org_id: ctx.org.id, ...row }, display, diff: {} }],
    ctx,
  );

/** Adds a line to the activity of every row whose secret is read. */
const noteRows = async (key: Readable, where: SQL, line: string, ctx: Context): Promise<void> => {
  const rows = sql`(select t.id, t.org_id from ${await visibleRows(key, ctx)} t where ${where})`;
  await addActivityOfEach(rows, { key: `activity.${line}`, user: displayOf(ctx.actor) }, ctx);
};

const exported = async (key: Readable, query: URLSearchParams, ctx: Context): Promise<void> => {
  const resource = ctx.engine.resource(key);
  await recordView(resource, {}, describe(query, ctx), ctx);
  await noteRows(key, await listCondition(resource, query, ctx), 'secret_exported', ctx);
};

/** The log needs the id of every row that is read, whatever fields the caller chose. */
const withIds = (query: URLSearchParams): URLSearchParams => {
  const kept = new URLSearchParams(query);
  const [only, without] = [query.get('fields'), query.get('fields!')];
  const isOther = (name: string) => name.trim() !== 'id';
  if (only) kept.set('fields', `id,${only}`);
  if (without) kept.set('fields!', without.split(',').filter(isOther).join(','));
  return kept;
};

/** Rows of a page, without the secrets that check-outs keep from the caller (decision 0472). */
const withoutWithheld = async <R extends { id?: unknown }>(
  rows: readonly R[],
  ctx: Context,
): Promise<R[]> => {
  const withheld = await withheldAmong(
    rows.map(({ id }) => String(id)),
    ctx.actor.id,
    ctx.db,
  );
  return rows.map((row) =>
    'secret' in row && withheld.has(String(row.id)) ? { ...row, secret: null } : row,
  );
};

const addReadRoutes = (ports: HttpPorts, key: Readable, render: Renderer) => {
  const resource = ports.engine.resource(key);
  serveVerb(ports, resource, 'list', async (ctx, request) => {
    const query = queryOf(request);
    const file = await render(resource, request, ctx);
    if (file?.stream) await exported(key, query, ctx);
    if (file) return file;
    const result = await listRows(resource, withIds(query), ctx);
    const ids = result.rows.map((row) => String(row.id));
    const rows = key === 'accounts.accountsecret' ? await withoutWithheld(result.rows, ctx) : result.rows;
    await recordView(resource, {}, describe(query, ctx), ctx);
    await noteRows(key, sql`t.id = any(${uuids(ids)})`, 'secret_viewed', ctx);
    return { body: pageOf({ ...result, rows }, request), headers: { 'cache-control': 'no-store' } };
  });
  serveVerb(ports, resource, 'retrieve', async (ctx, request) => {
    const row = await findRow(resource, rowId(request), ctx);
    if (key === 'accounts.accountsecret') await refuseWithheld(row.id, ctx);
    await recordView(resource, row, nameOf(resource, row), ctx);
    await noteRows(key, sql`t.id = ${row.id}`, 'secret_viewed', ctx);
    return {
      body: await presentOne(resource, row, ctx, fieldChoice(queryOf(request))),
      headers: { 'cache-control': 'no-store' },
    };
  });
};

/** Id of the newest stored secret when it is the current one: the history shows only earlier ones. */
const currentVersion = async (
  account: Pick<Row<typeof accountsecret>, 'id' | 'secret' | 'secret_type'>,
  ctx: Context,
): Promise<string | undefined> => {
  const newest = await newestSecret(account.id, ctx.db);
  if (newest?.secret_type !== account.secret_type) return undefined;
  const isSame =
    isSameSealed(newest.secret, account.secret) ||
    (await openedSecret(newest.secret, ctx)) === (await openedSecret(account.secret, ctx));
  return isSame ? newest.id : undefined;
};

const histories = async ({ ctx, resource, row, request }: ActionInput<typeof accountsecret>) => {
  const account = await row();
  await refuseWithheld(account.id, ctx);
  const current = await currentVersion(account, ctx);
  const where = sql`t.account = ${account.id} and ${current ? sql`t.id <> ${current}` : sql`true`}`;
  const { fields } = accountsecret.actions.histories.shows;
  const history = ctx.engine.resource(historicalaccount);
  const result = await listRows(history, queryOf(request), ctx, { allowed: true, where, fields });
  if (result.rows.length) {
    await recordView(resource, account, nameOf(resource, account), ctx);
    await noteRows('accounts.accountsecret', sql`t.id = ${account.id}`, 'secret_viewed', ctx);
  }
  return pageOf(result, request);
};

const paths = ['/api/v1/accounts/account-secrets/', '/api/v1/accounts/account-template-secrets/'];

/** Routes served here instead of by the engine. */
export const replacedBySecrets = addressesOf(paths, 'list', 'retrieve');

/**
 * Registers the routes that read secrets: reads are logged, and their answers are never cached (reference 04
 * §2).
 */
export const addSecretRoutes = (ports: HttpPorts, render: Renderer): void => {
  for (const key of readable) addReadRoutes(ports, key, render);
  implement(ports, accountSecretActions, { histories });
};
