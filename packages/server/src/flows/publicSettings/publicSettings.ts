import { AppError } from '@gatehouse/contract/errors.ts';
import { type SettingName, settingNames, settingSpecs } from '@gatehouse/contract/settings/catalogue.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { addRoute, type HttpPorts, queryOf } from '../../engine/http.ts';
import type { Config } from '../../platform/config.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { createStaticFolder } from '../../platform/staticFolder.ts';
import { formatDatetime } from '../../platform/time.ts';
import type { Licence } from '../licence/licence.ts';

type Deps = { settings: Settings; licence: Licence; config: Pick<Config, 'GATEHOUSE_TIME_ZONE'> };

const base = '/api/v1/settings/';
const logo = '/static/mark.svg';

/** Countries of the phone field. */
const callingCodes = [
  ['China(中国)', '+86'],
  ['HongKong(中国香港)', '+852'],
  ['Macao(中国澳门)', '+853'],
  ['Taiwan(中国台湾)', '+886'],
  ['America(America)', '+1'],
  ['Russia(Россия)', '+7'],
  ['France(français)', '+33'],
  ['Britain(Britain)', '+44'],
  ['Germany(Deutschland)', '+49'],
  ['Japan(日本)', '+81'],
  ['Korea(한국)', '+82'],
  ['India(भारत)', '+91'],
].map(([name, value]) => ({ name, value }));

/** Settings every signed-in page may know (reference 02 §10), or those of an object in that answer. */
const publicNames = (place: true | 'PASSWORD_RULE') =>
  settingNames.filter((name) => settingSpecs[name].public === place);

const named = (names: readonly SettingName[], settings: Settings) =>
  Object.fromEntries(names.map((name) => [name, settings.get(name)]));

const openSettings = ({ settings, licence }: Deps) => ({
  XPACK_ENABLED: licence.isEnabled,
  INTERFACE: {
    logo_logout: logo,
    logo_index: logo,
    login_image: '/static/arches.svg',
    favicon: logo,
    login_title: settings.get('INTERFACE_LOGIN_TITLE'),
    theme: settings.get('INTERFACE_THEME'),
    theme_info: {},
    footer_content: '',
  },
  COUNTRY_CALLING_CODES: callingCodes,
});

const publicSettings = (deps: Deps) => ({
  ...openSettings(deps),
  XPACK_LICENSE_IS_VALID: deps.licence.isValid(),
  XPACK_LICENSE_INFO: {
    corporation: deps.licence.isValid() ? (deps.licence.facts()?.corporation ?? '') : '',
  },
  /** Ours: schedules run by these clocks, and pages that preview them name the zone. */
  TIME_ZONE: deps.config.GATEHOUSE_TIME_ZONE,
  PASSWORD_RULE: named(publicNames('PASSWORD_RULE'), deps.settings),
  ...named(publicNames(true), deps.settings),
});

/** Signed-in people, and pages opened with a valid connection token. */
const authorizeToken = async (request: FastifyRequest, ctx: Context): Promise<void> => {
  if (ctx.actor.id) return;
  const token = queryOf(request).get('token');
  const rows = isUuid(token)
    ? await ctx.db.rows(
        sql`select 1 from authentication_connectiontoken k join users_user u on u.id = k."user"
          where k.id = ${token} and k.is_active and k.date_expired > now() and u.is_active`,
      )
    : [];
  if (rows.length === 0) throw new AppError('not_authenticated');
};

/** Registers what pages need to know before and after signing in. */
export const addPublicSettings = (ports: HttpPorts, deps: Deps): void => {
  addRoute(ports, {
    method: 'GET',
    url: `${base}public/open/`,
    need: 'public',
    handle: async () => ({ body: openSettings(deps) }),
  });
  addRoute(ports, {
    method: 'GET',
    url: `${base}public/`,
    need: 'public',
    handle: async (ctx, request) => {
      await authorizeToken(request, ctx);
      return { body: publicSettings(deps) };
    },
  });
  addRoute(ports, {
    method: 'GET',
    url: `${base}server-info/`,
    need: 'public',
    handle: async (ctx, request) => {
      await authorizeToken(request, ctx);
      return { body: { CURRENT_TIME: formatDatetime(new Date(), ctx.zone) } };
    },
  });
  const files = createStaticFolder(new URL('../../../public/', import.meta.url));
  addRoute(ports, {
    method: 'GET',
    url: `${base}logo/`,
    need: 'public',
    file: true,
    handle: async (_ctx, request) => {
      const answer = await files.answer('mark.svg', request.headers, 'public, max-age=300');
      if (!answer) throw new AppError('not_found');
      return answer;
    },
  });
};
