import { z } from 'zod';
import {
  type SettingName,
  type SettingPlacedIn,
  type SettingValues,
  settingNames,
  settingSpecs,
} from './catalogue.ts';

const open = {
  XPACK_ENABLED: z.boolean(),
  INTERFACE: z.object({
    logo_logout: z.string(),
    logo_index: z.string(),
    login_image: z.string(),
    favicon: z.string(),
    login_title: z.string(),
    theme: z.string(),
    theme_info: z.object({
      name: z.string().optional(),
      colors: z.record(z.string(), z.string()).optional(),
    }),
    footer_content: z.string(),
  }),
  COUNTRY_CALLING_CODES: z.array(z.object({ name: z.string(), value: z.string() })),
};

/** Settings that can be read without signing in. */
export const openSettings = z.object(open);

/**
 * Names of the settings every user may read: those at the top level of the answer, or those in one of its
 * objects.
 */
export const publicNames = (place: true | 'PASSWORD_RULE'): SettingName[] =>
  settingNames.filter((name) => settingSpecs[name].public === place);

const named = (names: readonly SettingName[]) => Object.fromEntries(names.map((name) => [name, z.unknown()]));

/** Settings every user may read. */
export const publicSettings = z.object({
  ...open,
  XPACK_LICENSE_IS_VALID: z.boolean(),
  XPACK_LICENSE_INFO: z.object({ corporation: z.string() }),
  TIME_ZONE: z.string().describe("Time zone of the server's schedules"),
  PASSWORD_RULE: z.object(named(publicNames('PASSWORD_RULE'))),
  ...named(publicNames(true)),
}) as unknown as z.ZodType<z.output<typeof openSettings> & Partial<SettingValues> & PublicFacts>;

/** The settings that passwords must comply with. */
export type PasswordRule = Partial<Pick<SettingValues, SettingPlacedIn<'PASSWORD_RULE'>>>;

type PublicFacts = {
  XPACK_LICENSE_IS_VALID: boolean;
  XPACK_LICENSE_INFO: { corporation: string };
  TIME_ZONE: string;
  PASSWORD_RULE: PasswordRule;
};
