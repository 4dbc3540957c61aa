import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { register } from '../engine/register.ts';
import { type Http, Refused } from '../platform/http.ts';
import { keepFormerKey, readFormerKeys, readKeyFile, writeKeyFile } from '../platform/keyFile.ts';
import type { Log } from '../platform/log.ts';
import { type Pauses, untilDone } from '../platform/retry.ts';
import type { AccessKey } from '../platform/signature.ts';

/** The access key of this component, how to renew it, and its predecessors. */
export type Identity = {
  key: () => AccessKey;
  /** Registers again when the key is no longer accepted, for example by a reinstalled server. */
  renew: () => Promise<void>;
  /** Access keys of earlier registrations of this component. */
  formerKeys: () => Promise<AccessKey[]>;
};

const MOST_NAME = 128;
const SETTLED_MS = 30_000;

/** The suffix distinguishes two components on one host. */
const nameOf = (label: string, suffix: string) => {
  const tail = suffix === '' ? '' : `-${suffix}`;
  return `[${label}]-${hostname()}`.slice(0, MOST_NAME - tail.length) + tail;
};

/** Loads the stored key; without one, registers as soon as the server is available. */
export const establishIdentity = async (deps: {
  http: Http;
  /** The component's type on the wire, and the label that starts its name. */
  kind: { type: string; label: string };
  /** Where the current key is kept. */
  key_path: string;
  former_path: string;
  bootstrap_token: string;
  pauses: Pauses;
  log: Log;
}): Promise<Identity> => {
  let renewing: Promise<void> | null = null;
  let renewedAt = 0;

  const enroll = async (): Promise<AccessKey> => {
    let suffix = '';
    const key = await untilDone(
      () =>
        register(deps.http, {
          name: nameOf(deps.kind.label, suffix),
          type: deps.kind.type,
          bootstrap_token: deps.bootstrap_token,
        }),
      {
        pauses: deps.pauses,
        first_ms: 250,
        max_ms: 5_000,
        shouldRetry: (err, failures) => {
          // Usually the name is taken: by an earlier registration whose key was lost, or by another component
          // on the host.
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
    formerKeys: () => readFormerKeys(deps.former_path),
    renew: () => {
      // Refusals of calls made with the old key may still arrive.
      if (Date.now() - renewedAt < SETTLED_MS) return Promise.resolve();
      renewing ??= (async () => {
        if (deps.bootstrap_token === '')
          return deps.log.error('the access key is refused and no bootstrap token is set');
        await keepFormerKey(deps.former_path, current);
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
