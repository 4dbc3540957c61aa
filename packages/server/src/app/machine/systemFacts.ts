import { anonymous, type Organization } from '../../engine/context.ts';
import type { Facts } from '../../engine/http.ts';
import type { Config } from '../../platform/config.ts';

/** The installation itself as an actor: no user, every permission. */
export const systemFacts = (org: Organization, config: Config): Facts => ({
  actor: { ...anonymous, name: 'System', isSuperuser: true },
  org,
  language: config.GATEHOUSE_LANGUAGE,
  zone: config.GATEHOUSE_TIME_ZONE,
  remoteAddr: '127.0.0.1',
  decrypt: (value) => value,
});
