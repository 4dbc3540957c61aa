import type { SettingName, SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { kindOf } from '../../engine/fields/registry.ts';
import { readForm } from '../../engine/form.ts';
import type { Values } from '../../engine/resource.ts';
import type { Settings } from '../../platform/settings.ts';
import { type SettingForm, settingLabel } from './settingForms.ts';
import { completed } from './settingRules.ts';

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
      return [name, present ? present(value, { name, field, resource: panel.form, ctx }) : value];
    }),
  );
};

/** Values of a body with its secrets decrypted; omitted values and empty secrets are left out. */
export const valuesFrom = async (
  panel: SettingForm,
  body: unknown,
  mode: 'create' | 'patch',
  ctx: Context,
): Promise<Values> => {
  const parsed = await readForm(panel.form, body, mode, ctx);
  const sent = (body ?? {}) as Values;
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
const withoutUsers = (text: string): string => text.replace(/(:\/\/)[^\s/?#]*@/g, '$1******@');

const diffOf = (panel: SettingForm, changed: Values, settings: Settings, ctx: Context) => {
  const textOf = (name: string, value: unknown) => {
    const field = panel.form.fields[name];
    if (field?.writeOnly || field?.noDiff) return '******';
    return withoutUsers(typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''));
  };
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]): [string, [string, string]] => [
      settingLabel(name, panel, ctx),
      [textOf(name, settings.get(name as SettingName)), textOf(name, value)],
    ]),
  );
};

/**
 * Stores changed values, clears secrets bound to a setting that changes without them, writes the operate log
 * and has every server reload the settings.
 */
export const storeValues = async (
  panel: SettingForm,
  values: Values,
  settings: Settings,
  ctx: Context,
): Promise<void> => {
  const forgotten = outlivedSecrets(panel, values, settings).map((name) => [name, '']);
  const changed = Object.fromEntries(
    Object.entries({ ...Object.fromEntries(forgotten), ...values }).filter(
      ([name, value]) => JSON.stringify(settings.get(name as SettingName)) !== JSON.stringify(value),
    ),
  );
  if (Object.keys(changed).length === 0) return;
  await settings.set(changed as Partial<SettingValues>, ctx.db, displayOf(ctx.actor));
  await ctx.engine.record(
    [
      {
        action: 'update',
        resource: panel.form,
        row: { id: panel.name },
        display: ctx.t(`panels.${panel.name}._`),
        diff: diffOf(panel, changed, settings, ctx),
      },
    ],
    ctx,
  );
  ctx.afterCommit(() => settings.reload());
};
