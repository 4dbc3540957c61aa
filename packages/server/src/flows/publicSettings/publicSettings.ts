import { getOpenSettings, getPublicSettings, getServerInfo } from '@gatehouse/contract/calls/settings.ts';
import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import { publicNames } from '@gatehouse/contract/settings/publicSettings.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Config } from '../../platform/config.ts';
import type { Settings } from '../../platform/settings.ts';
import { formatDatetime } from '../../platform/time.ts';
import { lookOf } from '../appearance/look.ts';
import { authorizeToken } from '../connect/authorizeToken.ts';
import type { Licence } from '../licence/licence.ts';

type Deps = { settings: Settings; licence: Licence; config: Pick<Config, 'GATEHOUSE_TIME_ZONE'> };

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
].map(([name = '', value = '']) => ({ name, value }));

const named = (names: readonly SettingName[], settings: Settings) =>
  Object.fromEntries(names.map((name) => [name, settings.get(name)]));

const openSettings = ({ settings, licence }: Deps) => ({
  XPACK_ENABLED: licence.isEnabled,
  INTERFACE: lookOf(settings),
  COUNTRY_CALLING_CODES: callingCodes,
});

const publicSettings = (deps: Deps) => ({
  ...openSettings(deps),
  XPACK_LICENSE_IS_VALID: deps.licence.isValid(),
  XPACK_LICENSE_INFO: {
    corporation: deps.licence.isValid() ? (deps.licence.facts()?.corporation ?? '') : '',
  },
  /** Not in the reference: schedules use this time zone, and pages that preview them name it. */
  TIME_ZONE: deps.config.GATEHOUSE_TIME_ZONE,
  PASSWORD_RULE: named(publicNames('PASSWORD_RULE'), deps.settings),
  ...named(publicNames(true), deps.settings),
});

/** Registers the settings that pages need before and after signing in and the server's time. */
export const addPublicSettings = (ports: HttpPorts, deps: Deps): void => {
  bind(ports, getOpenSettings, async () => openSettings(deps));
  bind(ports, getPublicSettings, async ({ ctx, query }) => {
    await authorizeToken(query.token, ctx);
    return publicSettings(deps);
  });
  bind(ports, getServerInfo, async ({ ctx, query }) => {
    await authorizeToken(query.token, ctx);
    return { CURRENT_TIME: formatDatetime(new Date(), ctx.zone) };
  });
};
