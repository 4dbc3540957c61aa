import { randomBytes } from 'node:crypto';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import type { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { authorize } from '../../../engine/permission.ts';
import type { NewRow, Row, Values } from '../../../engine/resource.ts';
import { isUuid, uuids } from '../../../platform/database.ts';
import { allAccountTemplates } from '../accounttemplate/relations.ts';
import { templatesHere } from '../accounttemplate/statements.ts';
import { openedSecret, replacedSecret, type SecretPattern, secretFrom } from '../secretValue.ts';
import { refuseCircle } from '../switchCircle.ts';
import { nextVersion } from './history.ts';
import { refuseWhileOpen } from './openChange.ts';
import { type AssetPlatform, platformsOf, whyNotPushed } from './pushNow.ts';
import { allAccounts } from './relations.ts';
import { accountsLike, lockSecrets } from './statements.ts';

type Template = Row<typeof accounttemplate> & SecretPattern;
type Parent = Pick<Template, 'id' | 'username' | 'secret_type'>;
type Known = { accounts: Row<typeof account>[]; on?: AssetPlatform };

/** What is known of an asset that was deleted after the request found it; storing the account then fails. */
const nothing: Known = { accounts: [] };

const assetOf = (row: NewRow<typeof account>): string => row.values.asset ?? '';

const templatesOf = async (rows: NewRow<typeof account>[], ctx: Context): Promise<Map<string, Template>> => {
  const ids = rows.map((row) => row.values.template).filter(isUuid);
  if (!ids.length) return new Map();
  const found = await templatesHere(ids, ctx);
  return new Map(found.map((template) => [template.id, template]));
};

/** The templates that these switch from. */
const parentsOf = (templates: Iterable<Template>, ctx: Context): Promise<Parent[]> => {
  const above = [...templates].map((template) => template.su_from).filter(isUuid);
  return ctx.db.rows<Parent>(
    sql`select id::text as id, username, secret_type from ${allAccountTemplates} t where t.id = any(${uuids(above)})`,
  );
};

/** The accounts of the assets that new ones may meet, and what their platforms allow. */
const knownOf = async (
  rows: NewRow<typeof account>[],
  templates: readonly Pick<Values<typeof account>, 'name' | 'username'>[],
  ctx: Context,
): Promise<Map<string, Known>> => {
  const assets = [...new Set(rows.map(assetOf))];
  const values = [...rows.map((row) => row.values), ...templates];
  const words = new Set(values.flatMap(({ name, username }) => [name ?? '', username ?? '']));
  const ids = rows.map((row) => row.values.su_from).filter(isUuid);
  const accounts = await accountsLike(assets, { words: [...words], ids }, ctx.db);
  const platforms = await platformsOf(assets, ctx);
  const byAsset = Map.groupBy(accounts, (account) => account.asset);
  return new Map([...platforms].map(([id, on]) => [id, { accounts: byAsset.get(id) ?? [], on }]));
};

const fill = async (
  row: NewRow<typeof account>,
  template: Template,
  templates: Parent[],
  known: Known,
  ctx: Context,
): Promise<Values<typeof account>> => {
  const above = templates.find((parent) => parent.id === template.su_from);
  const switchFrom = known.on?.switches
    ? known.accounts.find(
        (account) => account.username === above?.username && account.secret_type === above?.secret_type,
      )
    : undefined;
  const { name, username, secret_type, privileged, is_active, checkout_required, checkout_minutes } =
    template;
  return {
    ...{ name, username, secret_type, privileged, is_active, checkout_required },
    checkout_minutes: Number(checkout_minutes),
    ...(await secretFrom(template, ctx)),
    source: 'template',
    source_id: template.id,
    su_from: switchFrom?.id ?? row.values.su_from ?? null,
  };
};

/** Only a template that this request applies is the source of an account, whatever a client says. */
const forgetClaims = ({ values }: NewRow<typeof account>): void => {
  values.source_id = null;
  if (values.source === 'template') values.source = 'local';
};

const applyTemplates = async (
  rows: NewRow<typeof account>[],
  {
    known,
    templates,
    parents,
  }: { known: Map<string, Known>; templates: Map<string, Template>; parents: Parent[] },
  ctx: Context,
): Promise<void> => {
  for (const row of rows) {
    forgetClaims(row);
    if (!row.values.template) continue;
    const template = templates.get(row.values.template);
    if (template)
      Object.assign(row.values, await fill(row, template, parents, known.get(assetOf(row)) ?? nothing, ctx));
    else row.errors = { template: [{ key: 'does_not_exist', params: { pk: row.values.template } }] };
  }
};

const isNamed = (row: NewRow<typeof account>): boolean =>
  Boolean(row.values.template) || Boolean(row.input.name);

const matchOf = (row: NewRow<typeof account>, { accounts }: Known): Row<typeof account> | undefined => {
  const { name, username, secret_type } = row.values;
  return (
    (isNamed(row) ? accounts.find((account) => account.name === name) : undefined) ??
    accounts.find((account) => account.username === username && account.secret_type === secret_type)
  );
};

const fromTemplate: readonly string[] = [
  'name',
  'username',
  'secret_type',
  'privileged',
  'is_active',
  'checkout_required',
  'checkout_minutes',
  'secret',
  'ssh_key_fingerprint',
  'source',
  'source_id',
];
const neverChanged: readonly string[] = ['id', 'org_id', 'asset', 'template', 'on_invalid'];

const isSameSecret = async (
  values: Values<typeof account>,
  found: Row<typeof account>,
  ctx: Context,
): Promise<boolean> => {
  const type = values.secret_type ?? found.secret_type;
  return (
    type === found.secret_type &&
    (await openedSecret(values.secret, ctx)) === (await replacedSecret(found.secret, ctx))
  );
};

/**
 * Columns that an existing account takes over from a new one: what was sent, or the values of its template.
 */
const takenOver = async (
  row: NewRow<typeof account>,
  found: Row<typeof account>,
  ctx: Context,
): Promise<Values<typeof account>> => {
  const sent = row.values.template ? fromTemplate : [...Object.keys(row.input), 'ssh_key_fingerprint'];
  const changes: Values<typeof account> = Object.fromEntries(
    Object.entries(row.values).filter(
      ([name, value]) => sent.includes(name) && !neverChanged.includes(name) && value !== undefined,
    ),
  );
  if (!changes.secret || (await isSameSecret(changes, found, ctx))) {
    delete changes.secret;
    delete changes.ssh_key_fingerprint;
  }
  return { source_id: null, ...changes, version: await nextVersion(found.id, ctx) };
};

const nameFreely = (row: NewRow<typeof account>, taken: Set<string>): void => {
  const name = row.values.username ?? '';
  if (!name) row.errors = { name: [{ key: 'required' }] };
  else row.values.name = taken.has(name) ? `${name}_${randomBytes(2).toString('hex')}` : name;
};

const replaceExisting = async (
  row: NewRow<typeof account>,
  found: Row<typeof account>,
  ctx: Context,
): Promise<void> => {
  const overwrites = row.values.on_invalid === 'update';
  if (overwrites) authorize(ctx, 'accounts.change_account');
  // A push of the secret that it has begins before this or after it.
  if (overwrites) await lockSecrets([found.id], ctx.db);
  const changes = overwrites ? await takenOver(row, found, ctx) : {};
  await refuseWhileOpen(changes, found, ctx);
  if (changes.su_from) await refuseCircle(allAccounts, { row: found.id, from: changes.su_from }, ctx);
  row.instead = { row: found, changes };
};

const settle = async (
  row: NewRow<typeof account>,
  known: Known,
  taken: Set<string>,
  ctx: Context,
): Promise<void> => {
  const found = matchOf(row, known);
  if (found && (row.values.on_invalid ?? 'error') !== 'error') await replaceExisting(row, found, ctx);
  else if (!isNamed(row)) nameFreely(row, taken);
  const isKept = row.instead && Object.keys(row.instead.changes).length === 0;
  const why =
    row.values.push_now && !isKept
      ? whyNotPushed({ ...row.instead?.row, ...(row.instead?.changes ?? row.values) }, known.on)
      : undefined;
  if (why) row.errors = { push_now: [why] };
  const from = row.values.su_from;
  if (from && !known.accounts.some((account) => account.id === from))
    row.errors = { su_from: [{ key: 'su_from_other_asset' }] };
  taken.add(row.values.name ?? '');
};

/**
 * Resolves new accounts together: templates, names, and what to do where an account exists (reference 04
 * §1.3-1.4).
 */
export const settleNewAccounts = async (
  rows: NewRow<typeof account>[],
  ctx: Context,
  { alone }: { alone: boolean },
): Promise<void> => {
  if (!rows.length) return;
  const templates = await templatesOf(rows, ctx);
  const parents = await parentsOf(templates.values(), ctx);
  const known = await knownOf(rows, [...templates.values(), ...parents], ctx);
  await applyTemplates(rows, { known, templates, parents }, ctx);
  for (const [asset, group] of Map.groupBy(
    rows.filter((row) => !row.errors),
    assetOf,
  )) {
    const there = known.get(asset) ?? nothing;
    const taken = new Set(there.accounts.map((account) => account.name));
    // A form gets errors on its fields by sending `on_invalid`; any other request for a single account gets
    // one sentence.
    const isPlain = alone && group.every((row) => row.input.on_invalid === undefined);
    if (isPlain && group.some((row) => matchOf(row, there)))
      throw new ValidationError([{ key: 'account_exists' }]);
    for (const row of group) await settle(row, there, taken, ctx);
  }
};
