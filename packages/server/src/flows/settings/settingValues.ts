import { isDeepStrictEqual } from 'node:util';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import type { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import {
  type SettingName,
  type SettingValues,
  settingSpecs,
} from '@gatehouse/contract/settings/catalogue.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { kindOf } from '../../engine/fields/registry.ts';
import { readForm } from '../../engine/form.ts';
import { type Row, type Values, valuesIn } from '../../engine/resource.ts';
import type { Settings } from '../../platform/settings.ts';
import { withProductText } from './productTexts.ts';
import { type SettingForm, settingLabel } from './settingForms.ts';
import { completed, refuseTogether } from './settingRules.ts';

/** A panel's values without secrets; those in `changed` come before the stored ones. */
export const shownValues = (
  panel: SettingForm,
  settings: Settings,
  ctx: Context,
  changed: Values = {},
): Values => {
  const readable = Object.entries(panel.form.fields).filter(([, field]) => !field.writeOnly);
  return Object.fromEntries(
    readable.map(([name, field]) => {
      const value = name in changed ? changed[name] : settings.get(name as SettingName);
      const { present } = kindOf(field);
      const shown = present ? present(value, { name, field, resource: panel.form, ctx }) : value;
      return [name, withProductText(name, shown, ctx)];
    }),
  );
};

/** A whole update names every setting that clients know as required, even one that may be empty. */
const refuseMissing = ({ form }: SettingForm, sent: Values): void => {
  const missing = Object.entries(form.fields).filter(
    ([name, { told }]) => told?.required && sent[name] === undefined,
  );
  if (missing.length === 0) return;
  throw new ValidationError(Object.fromEntries(missing.map(([name]) => [name, [{ key: 'required' }]])));
};

/** How many unknown names a refusal tells, and how many characters of each. */
const mostTold = { names: 20, characters: 128 };

/**
 * Refuses names that are no setting at all. Those of other categories are left to `valuesFrom`, which ignores
 * them, as clients of the protocol expect.
 */
export const refuseUnknown = (body: unknown): void => {
  const unknown = Object.keys(valuesIn(body)).filter((name) => !Object.hasOwn(settingSpecs, name));
  if (unknown.length === 0) return;
  const told = unknown.slice(0, mostTold.names).map((name) => name.slice(0, mostTold.characters));
  throw new ValidationError(Object.fromEntries(told.map((name) => [name, [{ key: 'unknown_setting' }]])));
};

/** Values of a body with its secrets decrypted; omitted values and empty secrets are left out. */
export const valuesFrom = async (
  panel: SettingForm,
  body: unknown,
  mode: 'create' | 'patch',
  ctx: Context,
): Promise<Values> => {
  const sent = valuesIn(body);
  if (mode === 'create') refuseMissing(panel, sent);
  const parsed = await readForm(panel.form, body, mode, ctx);
  const isSecret = (name: string) => panel.form.fields[name]?.writeOnly === true;
  const named = Object.entries(parsed)
    .filter(([name, value]) => sent[name] !== undefined && !(isSecret(name) && value === null))
    .map(([name, value]) => [name, isSecret(name) ? ctx.engine.vault.open(String(value)) : value]);
  return completed(Object.fromEntries(named), ctx);
};

/** Stored secrets that `values` leaves out although it changes a setting they are bound to. */
export const outlivedSecrets = (panel: SettingForm, values: Values, settings: Settings): SettingName[] =>
  Object.entries(panel.settings)
    .filter(([secret, { bound }]) =>
      bound?.some(
        (place) =>
          values[secret] === undefined &&
          values[place] !== undefined &&
          values[place] !== settings.get(place as SettingName),
      ),
    )
    .map(([secret]) => secret as SettingName);

/** Masks usernames and passwords in the URLs of a string. */
export const withoutUsers = (text: string): string => text.replace(/(:\/\/)[^\s/?#]*@/g, '$1******@');

/** Whether a value stays in the store: no file, log or answer has it. */
export const isHidden = (name: SettingName, value: unknown): boolean => {
  const { field } = settingSpecs[name];
  const hasUser = typeof value === 'string' && withoutUsers(value) !== value;
  return field.writeOnly === true || field.noDiff === true || hasUser;
};

/** A value as the operate log has it: without secrets. */
export const loggedText = (panel: SettingForm, name: string, value: unknown): string => {
  const field = panel.form.fields[name];
  if (field?.writeOnly || field?.noDiff) return '******';
  return withoutUsers(typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''));
};

/** A change as lines of a log entry: labels, with the texts before and after. */
export const diffOf = (panel: SettingForm, changed: Values, settings: Settings, ctx: Context) =>
  Object.fromEntries(
    Object.entries(changed).map(([name, value]): [string, [string, string]] => [
      settingLabel(name, panel, ctx),
      [loggedText(panel, name, settings.get(name as SettingName)), loggedText(panel, name, value)],
    ]),
  );

/** The typed values before and after a change; null for those that stay in the store. */
const reversalOf = (panel: SettingForm, changed: Values, settings: Settings): ChangedValues => ({
  category: panel.name,
  values: Object.fromEntries(
    Object.entries(changed).map(([key, after]) => {
      const name = key as SettingName;
      const before = settings.get(name);
      return [name, isHidden(name, before) || isHidden(name, after) ? null : [before, after]];
    }),
  ),
});

/** The MFA code is asked for on the sign-in page only while every user needs one (reference 07 §3.22). */
const settled = (panel: SettingForm, values: Values, settings: Settings): Values => {
  const after = (name: 'SECURITY_MFA_AUTH' | 'SECURITY_MFA_IN_LOGIN_PAGE') =>
    values[name] ?? settings.get(name);
  const isMoot = after('SECURITY_MFA_IN_LOGIN_PAGE') === true && after('SECURITY_MFA_AUTH') !== 1;
  return isMoot && 'SECURITY_MFA_AUTH' in panel.form.fields
    ? { ...values, SECURITY_MFA_IN_LOGIN_PAGE: false }
    : values;
};

/** The values that differ from the stored ones, and those that change because of them, such as cleared secrets. */
export const changesOf = (panel: SettingForm, values: Values, settings: Settings): Values => {
  const forgotten = outlivedSecrets(panel, values, settings).map((name) => [name, '']);
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(forgotten), ...settled(panel, values, settings) }).filter(
      ([name, value]) => !isDeepStrictEqual(settings.get(name as SettingName), value),
    ),
  );
};

/** Typed values of a change, as the operate log keeps them. */
export type ChangedValues = NonNullable<Row<typeof operatelog>['reversal']>;

/**
 * Stores changed values, clears secrets bound to a setting that changes without them, writes the operate log
 * and has every server reload the settings. Returns the values that are then stored.
 */
export const storeValues = async (
  panel: SettingForm,
  values: Values,
  settings: Settings,
  ctx: Context,
  /** Further lines of the log entry. */
  notes: Record<string, [string, string]> = {},
): Promise<Values> => {
  refuseTogether(values, settings);
  const changed = changesOf(panel, values, settings);
  const result = { ...settled(panel, values, settings), ...changed };
  if (Object.keys(changed).length === 0) return result;
  await settings.set(changed as Partial<SettingValues>, ctx.db, displayOf(ctx.actor));
  await ctx.engine.record(
    [
      {
        action: 'update',
        resource: panel.form,
        row: { id: panel.name },
        display: ctx.t(`panels.${panel.name}._`),
        diff: { ...diffOf(panel, changed, settings, ctx), ...notes },
        reversal: reversalOf(panel, changed, settings),
      },
    ],
    ctx,
  );
  ctx.afterCommit(() => settings.reload());
  return result;
};
