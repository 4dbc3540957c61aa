import { changePreferences, getPreferences } from '@gatehouse/contract/calls/users.ts';
import { AppError, ValidationError } from '@gatehouse/contract/errors.ts';
import { type FieldSpec, field, type NestedFields } from '@gatehouse/contract/resource/fields.ts';
import { type PreferenceCategory, preferences } from '@gatehouse/contract/users/preferences.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { initialValue, kindOf } from '../../engine/fields/registry.ts';
import { describeForm, type Form, formOf, readForm } from '../../engine/form.ts';
import { addRoute, type HttpPorts, queryOf } from '../../engine/http.ts';
import { groupLabel } from '../../engine/labels.ts';
import type { Values } from '../../engine/resource.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { preferencesOf, setFilePassword, storePreference } from '../../resources/users/user/statements.ts';

const url = '/api/v1/users/preference/';

/**
 * The file encryption password is stored with the user, not among the preferences, because it opens files.
 */
const filePassword = 'secret_key';

const formsByCategory = Object.fromEntries(
  Object.entries(preferences).map(([category, groups]) => [
    category,
    formOf(
      'forms',
      'preference',
      Object.fromEntries(
        Object.entries(groups).map(([group, fields]) => [group, field.nested({ fields, open: false })]),
      ) as Record<string, FieldSpec>,
    ),
  ]),
) as Record<PreferenceCategory, Form>;

const categoryOf = (request: FastifyRequest): PreferenceCategory => {
  const category = queryOf(request).get('category') ?? '';
  if (!Object.hasOwn(preferences, category))
    throw new AppError('permission_denied', {}, { messageKey: 'unknown_preferences' });
  return category as PreferenceCategory;
};

const hasFilePassword = async (ctx: Context): Promise<boolean> => {
  const rows = await ctx.db.rows<{ has: boolean }>(
    sql`select has_file_password as has from ${allUsers} u where id = ${ctx.actor.id}`,
  );
  return rows[0]?.has ?? false;
};

const show = async (category: PreferenceCategory, ctx: Context): Promise<Record<string, Values>> => {
  const form = formsByCategory[category];
  const stored = await preferencesOf(ctx.actor.id, category, ctx.db);
  const hasSecretKey = await hasFilePassword(ctx);
  const shownOf = (name: string, spec: NestedFields[string]) => {
    if (name === 'has_secret_key') return hasSecretKey;
    const value = stored.has(name) ? stored.get(name) : initialValue(spec);
    const { present } = kindOf(spec);
    return present ? present(value, { name, field: spec, resource: form, ctx }) : value;
  };
  const groups = Object.entries(preferences[category] as Record<string, NestedFields>);
  return Object.fromEntries(
    groups.map(([group, fields]) => {
      const readable = Object.entries(fields).filter(([, spec]) => !spec.writeOnly);
      return [group, Object.fromEntries(readable.map(([name, spec]) => [name, shownOf(name, spec)]))];
    }),
  );
};

const storeFilePassword = async (input: Values, ctx: Context): Promise<void> => {
  const sealed = input[filePassword];
  if (typeof sealed !== 'string' || sealed === '') return;
  const repeated = input[`${filePassword}_again`];
  const { vault } = ctx.engine;
  if (typeof repeated !== 'string' || vault.open(repeated) !== vault.open(sealed))
    throw new ValidationError({ basic: { [`${filePassword}_again`]: [{ key: 'password_mismatch' }] } });
  await setFilePassword(ctx.actor.id, sealed, ctx.db);
};

/** Stores the values in the body and keeps all others. */
const store = async (category: PreferenceCategory, body: unknown, ctx: Context): Promise<void> => {
  const parsed = await readForm(formsByCategory[category], body, 'patch', ctx);
  const input = (body ?? {}) as Record<string, Values | undefined>;
  for (const [group, fields] of Object.entries(preferences[category] as Record<string, NestedFields>)) {
    const values = (parsed[group] ?? {}) as Values;
    for (const [name, spec] of Object.entries(fields)) {
      if (input[group]?.[name] === undefined || spec.readOnly || spec.writeOnly) continue;
      await storePreference(ctx.actor.id, { category, name, value: values[name] }, ctx.db);
    }
    if (group === 'basic' && category === 'lina') await storeFilePassword(values, ctx);
  }
};

const described = (category: PreferenceCategory, ctx: Context) => {
  const form = formsByCategory[category];
  const body = describeForm(form, ctx);
  for (const meta of Object.values(body.actions ?? {}))
    for (const [group, field] of Object.entries(meta ?? {})) field.label = groupLabel(group, form, ctx);
  return body;
};

/** Registers personal preferences; each program has its own category. */
export const addPreferences = (ports: HttpPorts): void => {
  bind(ports, getPreferences, async ({ ctx, request }) => show(categoryOf(request), ctx));
  addRoute(ports, {
    method: 'OPTIONS',
    url,
    need: 'validUser',
    handle: async (ctx, request) => ({ body: described(categoryOf(request), ctx) }),
  });
  bind(ports, changePreferences, async ({ ctx, request, body }) => {
    const category = categoryOf(request);
    await store(category, await body(), ctx);
    return show(category, ctx);
  });
};
