import { type Category, typesOfCategory } from '@gatehouse/contract/assets/categories.ts';
import type { Constraints } from '@gatehouse/contract/assets/constraints.ts';
import { protocolOf } from '@gatehouse/contract/assets/protocols.ts';
import { AppError, type FieldErrors, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row, Values, WriteEvent } from '../../../engine/resource.ts';
import { texts } from '../../../platform/database.ts';
import { ownMethods } from '../../ownMethods.ts';
import { normalizeAutomation } from './automation.ts';
import { constraintsFor } from './constraintsFor.ts';
import { hiddenTypes } from './exposedTypes.ts';
import { normalizeProtocols, type StoredProtocol, shownSetting } from './protocols.ts';

type Deps = { isEnterprise: () => boolean };

const internal = (rows: Row<typeof platform>[]) =>
  rows.map((row) =>
    row.internal === true
      ? new AppError('permission_denied', { name: row.name }, { messageKey: 'platform_internal' })
      : undefined,
  );

const constraintsOfRow = async (row: Values, ctx: Context): Promise<Constraints> => {
  const constraints = await constraintsFor(row.category as Category, String(row.type), ctx);
  if (!constraints) throw fieldError('type', 'platform_type_of_category');
  return constraints;
};

/** Switching users needs a method of the type; the first one by default. */
const suMethod = (row: Values, sent: Values, constraints: Constraints): Values => {
  if (!constraints.su_enabled) return { su_enabled: false, su_method: null };
  const methods: readonly string[] = constraints.su_methods ?? [];
  const isKnown = row.su_method === null || methods.includes(String(row.su_method));
  if (isKnown && (row.su_method !== null || row.su_enabled !== true)) return {};
  if (sent.su_method !== undefined && sent.su_method !== null && sent.su_method !== '' && !isKnown)
    throw fieldError('su_method', 'invalid_choice', { value: String(row.su_method) });
  return { su_method: row.su_enabled === true ? (methods[0] ?? null) : null };
};

const checkCustomFields = (fields: unknown): void => {
  const rows = (Array.isArray(fields) ? fields : []) as Values[];
  const names = new Set<unknown>();
  const errors = rows.map((row): FieldErrors => {
    const isDoubled = names.has(row.name);
    names.add(row.name);
    if (isDoubled) return { name: [{ key: 'unique' }] };
    const needsChoices = row.type === 'choice' && !(row.choices as unknown[] | undefined)?.length;
    return needsChoices ? { choices: [{ key: 'empty_list' }] } : {};
  });
  if (errors.some((entry) => Object.keys(entry).length)) throw new ValidationError({ custom_fields: errors });
};

const idFor = async (
  values: Values,
  before: Row<typeof platform> | undefined,
  ctx: Context,
): Promise<number> => {
  if (before) return Number(before.id);
  if (values.id !== undefined && values.id !== null) return Number(values.id);
  const [next] = await ctx.db.rows<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('assets_platform', 'id'))::int as id`,
  );
  return next?.id ?? 0;
};

const beforeWrite =
  (deps: Deps) =>
  async ({ ctx, before, values, input }: WriteEvent<typeof platform>): Promise<Values> => {
    const row: Values = { ...before, ...values };
    if (!deps.isEnterprise() && hiddenTypes.includes(String(row.type)))
      throw fieldError('type', 'platform_type_of_category');
    const constraints = await constraintsOfRow(row, ctx);
    const platformId = await idFor(values, before, ctx);
    checkCustomFields(row.custom_fields);
    const changed: Values = before ? {} : { id: platformId };
    if (!constraints.domain_enabled) changed.domain_enabled = false;
    Object.assign(changed, suMethod(row, input, constraints));
    if (values.protocols !== undefined)
      changed.protocols = normalizeProtocols(values.protocols as Values[], input.protocols as unknown[], {
        offered: row.category === 'custom' ? undefined : constraints.protocols.map(({ name }) => name),
        stored: (before?.protocols ?? []) as StoredProtocol[],
        isLicensed: deps.isEnterprise(),
      });
    if (values.automation !== undefined || !before)
      changed.automation = normalizeAutomation(
        (values.automation ?? {}) as Values,
        (input.automation ?? {}) as Values,
        (before?.automation ?? {}) as Values,
        { constraints, platformId, own: await ownMethods(ctx.db) },
      );
    return changed;
  };

/** For a category with built-in types, lists only these; a custom platform may have any type. */
const describe: Behaviour<typeof platform>['describe'] = (meta, _ctx, query) => {
  const category = query.get('category') as Category | null;
  const type = meta.type as { choices?: { value: unknown }[] } | undefined;
  const known: readonly string[] | undefined = category ? typesOfCategory[category] : undefined;
  if (type?.choices && known?.length)
    type.choices = type.choices.filter(({ value }) => known.includes(String(value)));
};

/**
 * Platforms: found by id or name. Built-in ones are read-only; others are limited to what their type allows.
 */
export const platformBehaviour = (deps: Deps): Behaviour<typeof platform> => ({
  visibleTo: () => (deps.isEnterprise() ? undefined : sql`not t.type = any(${texts(hiddenTypes)})`),
  locate: async (idOrName, ctx) =>
    (
      await ctx.db.rows<{ id: string }>(
        sql`select id::text as id from assets_platform where name = ${idOrName}`,
      )
    )[0]?.id,
  parts: {
    'protocols.setting': shownSetting,
    'protocols.secret_types': (stored) => protocolOf(String(stored.name))?.secret_types ?? ['password'],
    'protocols.port_from_addr': (stored) => protocolOf(String(stored.name))?.port_from_addr === true,
  },
  beforeWrite: beforeWrite(deps),
  refusals: { update: [internal], destroy: [internal] },
  describe,
});
