import { AppError } from '@gatehouse/contract/errors.ts';
import {
  type SettingCategoryName,
  type SettingName,
  settingCategories,
  settingSpecs,
} from '@gatehouse/contract/settings/catalogue.ts';
import type { SettingCategory } from '@gatehouse/contract/settings/setting.ts';
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { fieldMeta } from '../../engine/fields/registry.ts';
import { describeForm, type Form, formOf } from '../../engine/form.ts';
import { queryOf } from '../../engine/http.ts';
import { fieldLabel } from '../../engine/labels.ts';
import { plainOptions } from '../../engine/metadata.ts';
import { authorize, can } from '../../engine/permission.ts';
import type { Settings } from '../../platform/settings.ts';
import { boundedField } from './settingRules.ts';

/** A category of settings as a form. */
export type SettingForm = SettingCategory & { name: string; form: Form };

const specsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, settingSpecs[name as SettingName]]));

const formFrom = ([name, category]: [string, SettingCategory]): [string, SettingForm] => {
  const settings = { ...category.settings, ...specsOf(category.also ?? []) };
  const fields = Object.entries(settings).map(([key, { field }]) => [key, field]);
  return [name, { ...category, settings, name, form: formOf('panels', name, Object.fromEntries(fields)) }];
};

const forms = new Map<string, SettingForm>(
  Object.entries<SettingCategory>(settingCategories)
    .filter(([, { closed }]) => closed !== true)
    .map(formFrom),
);

/** Names of forms under which clients know others: that of the assistant, and the one they get unasked. */
const aliases: Readonly<Record<string, string>> = { chatai: 'chat', '': 'basic' };

const named = (request: FastifyRequest): SettingForm | undefined => {
  const category = queryOf(request).get('category') ?? '';
  const found = forms.get(aliases[category] ?? category);
  return found?.closed ? undefined : found;
};

/** A setting for its kind; its texts are those of its own category. */
export const useOf = (name: string, { form }: SettingForm, ctx: Context) => {
  const owner = forms.get(settingSpecs[name as SettingName].category)?.form ?? form;
  return { name, field: form.fields[name] as Form['fields'][string], resource: owner, ctx };
};

/** Label of a setting. */
export const settingLabel = (name: string, found: SettingForm, ctx: Context): string =>
  fieldLabel(useOf(name, found, ctx));

/** OPTIONS of the requested category, at first the basic one, with its fields for users who may see it. */
export const describeSettings = (request: FastifyRequest, settings: Settings, ctx: Context): OptionsBody => {
  const found = named(request);
  if (!found || !can(ctx.actor, found.permission)) return plainOptions('settings');
  const meta = Object.fromEntries(
    Object.keys(found.form.fields).map((name) => {
      const use = useOf(name, found, ctx);
      return [name, fieldMeta({ ...use, field: boundedField(name, use.field, settings) })];
    }),
  );
  return { ...describeForm(found.form, ctx), actions: { GET: meta, PUT: meta, PATCH: meta } };
};

/**
 * The requested category, for reading or for changing; callers without permission are refused before learning
 * whether it exists.
 */
export const settingFormIn = (request: FastifyRequest, ctx: Context, toChange?: 'change'): SettingForm => {
  const found = named(request);
  authorize(ctx, (toChange && found?.change) ?? found?.permission ?? 'superuser');
  // Superusers read the basic settings in place of an unknown category, but do not change them unawares.
  const shown = found ?? (toChange ? undefined : forms.get('basic'));
  if (!shown) throw new AppError('not_found');
  return shown;
};

/** The requested category, for what is told of its settings, also where a page of its own changes them. */
export const toldFormIn = (request: FastifyRequest, ctx: Context): SettingForm => {
  const found = forms.get(queryOf(request).get('category') ?? '');
  if (found?.closed !== 'page') return settingFormIn(request, ctx);
  authorize(ctx, found.permission);
  return found;
};

/** The form of a category. */
export const settingFormOf = (name: SettingCategoryName): SettingForm => forms.get(name) as SettingForm;
