import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import type { Context } from '../../engine/context.ts';
import { languages } from '../../platform/i18n.ts';

/** Settings whose empty value stands for a text of the product. */
const keys: { readonly [N in SettingName]?: string } = {
  EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'messages.user_created.subject',
  EMAIL_CUSTOM_USER_CREATED_HONORIFIC: 'messages.user_created.honorific',
  EMAIL_CUSTOM_USER_CREATED_BODY: 'messages.user_created.body',
};

/** A value as clients read it: the text of the product, in their language, in place of an empty one. */
export const withProductText = (name: string, value: unknown, ctx: Context): unknown => {
  const key = keys[name as SettingName];
  return key && !value ? ctx.t(key) : value;
};

/**
 * A value as it is stored: the product's own text, in any language, stays empty, so that each mail has it in
 * the language of the installation.
 */
export const withoutProductText = (name: string, value: unknown, { engine }: Context): unknown => {
  const key = keys[name as SettingName];
  return key && languages.some((language) => engine.lookup(language, key) === value) ? '' : value;
};
