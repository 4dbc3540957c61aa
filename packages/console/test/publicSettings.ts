import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';

type Open = AnswerOf<Calls['GET /api/v1/settings/public/open/']>;
/** The answer to `settings/public/`. */
export type PublicSettings = AnswerOf<Calls['GET /api/v1/settings/public/']>;

/** Interface settings of an installation that has not changed them. */
export const PLAIN_LOOK: Open['INTERFACE'] = {
  logo_logout: '',
  logo_index: '',
  login_image: '',
  favicon: '',
  login_title: '',
  theme: '',
  theme_info: {},
  footer_content: '',
};

/** Settings that can be read without signing in. */
export const openSettings = (hasLicence = false): Open => ({
  XPACK_ENABLED: hasLicence,
  INTERFACE: PLAIN_LOOK,
  COUNTRY_CALLING_CODES: [],
});

/** Settings that every user can read: a few with default values, and those that a test sets. */
export const publicSettings = (hasLicence = false, over: Partial<PublicSettings> = {}): PublicSettings => ({
  ...openSettings(hasLicence),
  XPACK_LICENSE_IS_VALID: hasLicence,
  XPACK_LICENSE_INFO: { corporation: '' },
  TIME_ZONE: 'UTC',
  PASSWORD_RULE: {},
  ...over,
});
