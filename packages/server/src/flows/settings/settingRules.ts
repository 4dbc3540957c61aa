import { randomUUID } from 'node:crypto';
import { signInMethods } from '@gatehouse/contract/authentication/signIn.ts';
import { type FieldErrors, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { isThemeColour, OWN_THEME, themeNames } from '@gatehouse/contract/look/themes.ts';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import {
  type SettingName,
  type SettingValues,
  settingCategories,
} from '@gatehouse/contract/settings/catalogue.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { Refused, refuse } from '../../engine/fields/kind.ts';
import { type Values, valuesIn } from '../../engine/resource.ts';
import { isOrganizationName } from '../../resources/orgs/organization/statements.ts';
import { allReplayStorages } from '../../resources/terminal/replaystorage/relations.ts';
import { leastDays } from '../cleanUp/retentions.ts';
import { isPictureName, pictureSettings } from './pictures.ts';
import { withoutProductText } from './productTexts.ts';

/** Checks a value beyond what its kind does, and returns what is stored. */
type Rule = (value: unknown, ctx: Context) => unknown;

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);
/** A map without spaces around its texts. */
const mapIn = (value: unknown): Values =>
  Object.fromEntries(Object.entries(valuesIn(value)).map(([name, part]) => [name.trim(), trimmed(part)]));

/** Without a username in the map, an external user could not be matched to a user here. */
const mapsUsername: Rule = (value) => {
  const map = mapIn(value);
  return map.username ? map : refuse('map_lacks_username');
};
const mapsToUsername: Rule = (value) => {
  const map = mapIn(value);
  return Object.values(map).includes('username') ? map : refuse('map_lacks_username');
};

const contains =
  (...places: string[]): Rule =>
  (value) => {
    const text = typeof value === 'string' ? value : Object.values(valuesIn(value)).map(sentText).join(' ');
    const missing = places.find((place) => !text.includes(`{${place}}`));
    return missing === undefined ? value : refuse('place_missing', { name: missing });
  };

/** The name of the root organization must not be that of another. */
const isFree: Rule = async (value, { db }) =>
  value && (await isOrganizationName(String(value), db)) ? refuse('unique') : value;

/** A storage of another system, by its name: one of the server would be lost together with it. */
const isFarStorage: Rule = async (value, { db }) => {
  if (value === '') return value;
  const found = await db.rows(
    sql`select 1 from ${allReplayStorages} s where s.name = ${String(value)} and s.type not in ('null', 'server')`,
  );
  return found.length > 0 ? value : refuse('no_far_storage', { name: String(value) });
};

/** Addresses that requests go to. */
const isAddress: Rule = (value) =>
  value === '' || ['http:', 'https:'].includes(URL.parse(String(value))?.protocol ?? '')
    ? value
    : refuse('format_url');

/** Names of ways to sign in. */
const areWays: Rule = (value) => {
  const names = Array.isArray(value) ? value.map((name) => sentText(name).trim()) : [];
  const wrong = names.find((name) => !signInMethods.some((known) => known === name));
  return wrong === undefined ? names : refuse('invalid_choice', { value: wrong });
};

const isPictureOrNone: Rule = (value) =>
  value === '' || isPictureName(String(value)) ? value : refuse('image_unreadable');

const rules: { readonly [name in SettingName]?: Rule } = {
  GLOBAL_ORG_DISPLAY_NAME: isFree,
  BACKUP_STORAGE: isFarStorage,
  // Browsers show an announcement again when its id is new.
  ANNOUNCEMENT: (value) => ({ ...valuesIn(value), ID: randomUUID() }),
  AUTH_BACKENDS_ORDER: areWays,
  AUTH_LDAP_USER_ATTR_MAP: mapsUsername,
  AUTH_OPENID_USER_ATTR_MAP: mapsUsername,
  AUTH_OAUTH2_USER_ATTR_MAP: mapsUsername,
  CAS_RENAME_ATTRIBUTES: mapsToUsername,
  SAML2_RENAME_ATTRIBUTES: mapsToUsername,
  HUAWEI_SMS_ENDPOINT: isAddress,
  CMPP2_VERIFY_TEMPLATE_CODE: contains('code'),
  CUSTOM_SMS_API_PARAMS: contains('phone_numbers', 'code'),
  INTERFACE_LOGIN_TITLE: (value) => (value === '' ? refuse('required') : value),
  INTERFACE_THEME: (value) =>
    themeNames.some((name) => name === value) ? value : refuse('invalid_choice', { value: String(value) }),
  INTERFACE_COLOUR: (value) =>
    value === '' || isThemeColour(String(value)) ? value : refuse('theme_colour'),
  ...Object.fromEntries(pictureSettings.map((name) => [name, isPictureOrNone])),
};

/** The values after the rules of their settings. Throws with a message per setting. */
export const completed = async (values: Values, ctx: Context): Promise<Values> => {
  const errors: FieldErrors = {};
  const done: Values = {};
  for (const [name, value] of Object.entries(values))
    try {
      const rule = rules[name as SettingName];
      done[name] = rule ? await rule(value, ctx) : withoutProductText(name, value, ctx);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      errors[name] = error.reason;
    }
  if (Object.keys(errors).length) throw new ValidationError(errors);
  return done;
};

/** Most characters of signature and template together: with brackets and code they must fit into one message. */
const mostSigned = 65;

type Stored = { get<K extends SettingName>(name: K): SettingValues[K] };

const isRetention = (name: string): boolean => name in settingCategories.clean.settings;

/** A field with the bounds that hold now, as forms are told. */
export const boundedField = (name: string, field: FieldSpec, settings: Stored): FieldSpec =>
  isRetention(name) && 'min' in field
    ? { ...field, min: Math.max(field.min ?? 0, leastDays(settings)) }
    : field;

const refuseShortRetention = (values: Values, settings: Stored): void => {
  const min = leastDays(settings);
  const short = Object.keys(values).filter((name) => isRetention(name) && Number(values[name]) < min);
  if (short.length > 0)
    throw new ValidationError(
      Object.fromEntries(short.map((name) => [name, [{ key: 'least_retention', params: { min } }]])),
    );
};

/** A theme of an own colour has one. */
const refuseMissingColour = (values: Values, settings: Stored): void => {
  if (!('INTERFACE_THEME' in values || 'INTERFACE_COLOUR' in values)) return;
  const now = (name: 'INTERFACE_THEME' | 'INTERFACE_COLOUR') => values[name] ?? settings.get(name);
  if (now('INTERFACE_THEME') === OWN_THEME && now('INTERFACE_COLOUR') === '')
    throw fieldError('INTERFACE_COLOUR', 'theme_colour');
};

/** Refuses values that are valid each, but not together with the others of their category, sent or stored. */
export const refuseTogether = (values: Values, settings: Stored): void => {
  refuseShortRetention(values, settings);
  refuseMissingColour(values, settings);
  const parts = ['CMPP2_VERIFY_SIGN_NAME', 'CMPP2_VERIFY_TEMPLATE_CODE'] as const;
  if (!parts.some((part) => part in values)) return;
  const length = parts.reduce((sum, part) => sum + String(values[part] ?? settings.get(part)).length, 0);
  if (length > mostSigned) throw fieldError(parts[1], 'sms_text_too_long', { max: mostSigned });
};
