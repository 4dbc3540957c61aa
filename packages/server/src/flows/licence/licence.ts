import type { KeyObject } from 'node:crypto';
import { licensedPermissions } from '@gatehouse/contract/permissions/licensed.ts';
import type { LicenceFacts } from '@gatehouse/contract/wire/licence.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { isInForce, readLicence, refuseOutOfDate } from './readLicence.ts';
import { trustedKey } from './trustedKey.ts';

/** How long a verified signature is trusted, in milliseconds; limited so that a withdrawn key is noticed. */
const believedMs = 10_000;

/** The only place that determines the edition of this installation. */
export type Licence = {
  /** Whether licensed features are part of this installation at all. */
  isEnabled: boolean;
  /** Whether licensed features may be used now. */
  isValid(): boolean;
  /** The content of the stored licence, even an expired one. */
  facts(): LicenceFacts | undefined;
  /** Permissions that nobody holds now, because their features need a licence. */
  lacking(): ReadonlySet<string> | undefined;
  /** Replaces the stored licence; throws with the reason when it is invalid. */
  replace(text: string, db: Database): Promise<LicenceFacts>;
};

const none: ReadonlySet<string> | undefined = undefined;

/** Facts of a licence with a valid signature; undefined for any other text. */
const believed = (text: string, key: KeyObject | undefined): LicenceFacts | undefined => {
  try {
    return text ? readLicence(text, key) : undefined;
  } catch {
    return undefined;
  }
};

/** The licence of an installation: stored among the settings, so that every server has it at once. */
export const createLicence = (deps: { settings: Settings; config: Config; now?: () => number }): Licence => {
  const { settings, config, now = Date.now } = deps;
  const isEnabled = config.GATEHOUSE_XPACK;
  let known: { text: string; at: number; facts: LicenceFacts | undefined } | undefined;
  const facts = (): LicenceFacts | undefined => {
    const text = settings.get('LICENCE');
    if (known?.text === text && Math.abs(now() - known.at) < believedMs) return known.facts;
    const { key, isRead } = trustedKey(config);
    const last = !isRead && known?.text === text ? known.facts : undefined;
    known = { text, at: now(), facts: isRead ? believed(text, key) : last };
    return known.facts;
  };
  const isValid = () => {
    const found = isEnabled ? facts() : undefined;
    return found !== undefined && isInForce(found, now());
  };
  return {
    isEnabled,
    isValid,
    facts,
    lacking: () => (isValid() ? none : licensedPermissions),
    replace: async (text, db) => {
      const found = readLicence(text, trustedKey(config).key);
      refuseOutOfDate(found, now());
      await settings.set({ LICENCE: text.trim() }, db);
      return found;
    },
  };
};
