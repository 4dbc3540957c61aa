import { AppError } from '@gatehouse/contract/errors.ts';
import {
  type SettingPanelName,
  settingCategories,
  settingPanels,
} from '@gatehouse/contract/settings/catalogue.ts';
import { mentionedPanels } from '@gatehouse/contract/settings/mentionedPanels.ts';
import type { SettingCategory } from '@gatehouse/contract/settings/setting.ts';
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { describeForm, type Form, formOf } from '../../engine/form.ts';
import { queryOf } from '../../engine/http.ts';
import { resourceTitle } from '../../engine/labels.ts';
import { plainOptions } from '../../engine/metadata.ts';
import { authorize, can } from '../../engine/permission.ts';

/** A panel of settings as a form. */
export type SettingForm = SettingCategory & { name: string; form: Form };

const forms = new Map<string, SettingForm>(
  settingPanels.map((name) => {
    const category: SettingCategory = settingCategories[name];
    const fields = Object.entries(category.settings).map(([key, { field }]) => [key, field]);
    return [name, { ...category, name, form: formOf('panels', name, Object.fromEntries(fields)) }];
  }),
);

const permissionFor = (category: string): string => {
  if (category.startsWith('security')) return settingCategories.security_auth.permission;
  const known: Readonly<Record<string, SettingCategory | undefined>> = settingCategories;
  return known[category]?.permission ?? settingCategories.auth.permission;
};

/** The reference's address for the assistant is `chatai`, its category `chat`; both work. */
const aliases: Readonly<Record<string, string>> = { chatai: 'chat' };

const named = (request: FastifyRequest): SettingForm | undefined => {
  const category = queryOf(request).get('category') ?? '';
  return forms.get(aliases[category] ?? category);
};

/** Panels of the reference that are not served here; OPTIONS mentions their settings. */
const mentioned = new Map<string, Pick<SettingForm, 'permission' | 'form'>>(
  Object.entries(mentionedPanels).map(([name, settings]) => [
    name,
    { permission: permissionFor(name), form: formOf('panels', name, {}, settings) },
  ]),
);

/** OPTIONS of the requested panel, at first the basic one; its fields are shown to users who may see it. */
export const describeSettings = (request: FastifyRequest, ctx: Context): OptionsBody => {
  const found = named(request) ?? mentioned.get(queryOf(request).get('category') ?? 'basic');
  return found && can(ctx.actor, found.permission) ? describeForm(found.form, ctx) : plainOptions('settings');
};

/** The requested panel; callers without permission are refused before learning whether it exists. */
export const settingFormIn = (request: FastifyRequest, ctx: Context): SettingForm => {
  const found = named(request);
  authorize(ctx, found?.permission ?? 'superuser');
  if (!found) throw new AppError('not_found');
  return found;
};

/** The panel of a setting category. */
export const settingFormOf = (name: SettingPanelName): SettingForm => forms.get(name) as SettingForm;

/** The panels the caller may change, with their titles. */
export const panelsFor = (ctx: Context): { category: SettingPanelName; title: string }[] =>
  settingPanels
    .filter((name) => can(ctx.actor, settingCategories[name].permission))
    .map((category) => ({ category, title: resourceTitle(settingFormOf(category).form, ctx) }));
