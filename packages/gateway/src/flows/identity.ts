import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { register } from '../engine/core/register.ts';
import { type Http, Refused } from '../platform/http.ts';
import { keepFormerKey, readFormerKeys, readKeyFile, writeKeyFile } from '../platform/keyFile.ts';
import type { Log } from '../platform/log.ts';
import { type Pauses, untilDone } from '../platform/retry.ts';
import type { AccessKey } from '../platform/signature.ts';

/** The access key of this gateway. */
export type Identity = {
  key: () => AccessKey;
  /** Registers anew when the key is not accepted any more, as after the control plane was set up afresh. */
  renew: () => Promise<void>;
  /** Keys it had before. */
  formerKeys: () => Promise<AccessKey[]>;
};

const MOST_NAME = 128;
const SETTLED_MS = 30_000;

/** A name of its own; a suffix tells two gateways of one host apart. */
const nameOf = (suffix: string) => {
  const tail = suffix === '' ? '' : `-${suffix}`;
  return `[KoKo]-${hostname()}`.slice(0, MOST_NAME - tail.length) + tail;
};

/** The stored key, or a fresh registration; waits as long as the control plane is not there. */
export const establishIdentity = async (deps: {
  http: Http;
  key_path: string;
  bootstrap_token: string;
  pauses: Pauses;
  log: Log;
}): Promise<Identity> => {
  const formerPath = join(dirname(deps.key_path), 'former.json');
  let renewing: Promise<void> | null = null;
  let renewedAt = 0;

  const enroll = async (): Promise<AccessKey> => {
    let suffix = '';
    const key = await untilDone(
      () => register(deps.http, { name: nameOf(suffix), bootstrap_token: deps.bootstrap_token }),
      {
        pauses: deps.pauses,
        first_ms: 250,
        max_ms: 5_000,
        again: (err, failures) => {
          // The usual refusal is a name already taken, by this gateway's lost key or by a neighbour.
          if (err instanceof Refused && err.status === 400) suffix = randomBytes(2).toString('hex');
          if (failures === 1 || failures % 10 === 0) deps.log.warn({ err }, 'registration will be repeated');
          return true;
        },
      },
    );
    await writeKeyFile(deps.key_path, key);
    deps.log.info({ access_key: key.id }, 'registered with the control plane');
    return key;
  };

  let current = (await readKeyFile(deps.key_path)) ?? (await enroll());
  return {
    key: () => current,
    formerKeys: () => readFormerKeys(formerPath),
    renew: () => {
      // Answers to calls made with the old key may still come in.
      if (Date.now() - renewedAt < SETTLED_MS) return Promise.resolve();
      renewing ??= (async () => {
        if (deps.bootstrap_token === '')
          return deps.log.error('the access key is refused and no bootstrap token is set');
        await keepFormerKey(formerPath, current);
        await rm(deps.key_path, { force: true });
        current = await enroll();
      })().finally(() => {
        renewing = null;
        renewedAt = Date.now();
      });
      return renewing;
    },
  };
};
