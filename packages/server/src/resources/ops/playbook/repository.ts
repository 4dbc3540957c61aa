import { fieldError } from '@gatehouse/contract/errors.ts';
import { isHostKeyFingerprint, isRefName, repositoryPlace } from '@gatehouse/contract/ops/repositories.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import type { Context } from '../../../engine/context.ts';
import type { Row, Values } from '../../../engine/resource.ts';
import { newPrivateKey, publicKeyOf } from '../../../platform/crypto/sshKey.ts';

type Event = {
  values: Values<typeof playbook>;
  before: Row<typeof playbook> | undefined;
  ctx: Context;
};

const nowhere = { vcs_url: '', vcs_ref: '', vcs_host_key: '' };
const keyComment = 'gatehouse';

const machineOf = (address: string): string => {
  const place = repositoryPlace(address);
  return place ? `${place.host.toLowerCase()} ${place.port}` : '';
};

/** A key of the playbook alone, so that it opens no other repository. */
const newKey = (ctx: Context) => {
  const key = newPrivateKey();
  return { vcs_key: ctx.engine.vault.seal(key), vcs_public_key: publicKeyOf(key, keyComment) };
};

/** The values of a playbook that say where its files come from, checked. */
export const repositoryOf = ({ values, before, ctx }: Event): Values<typeof playbook> => {
  if ((before ?? values).create_method !== 'vcs') return nowhere;
  const address = values.vcs_url ?? before?.vcs_url ?? '';
  const name = values.vcs_ref ?? before?.vcs_ref ?? '';
  if (!address) throw fieldError('vcs_url', 'required');
  if (!repositoryPlace(address)) throw fieldError('vcs_url', 'repository_address');
  if (name && !isRefName(name)) throw fieldError('vcs_ref', 'repository_ref');
  const given = values.vcs_host_key;
  if (given && !isHostKeyFingerprint(given)) throw fieldError('vcs_host_key', 'repository_fingerprint');
  // Another machine has another key: what was confirmed is forgotten, unless a new one came along.
  const isMoved = before !== undefined && machineOf(before.vcs_url) !== machineOf(address);
  const isKept = given === undefined || given === before?.vcs_host_key;
  return { ...(isMoved && isKept && { vcs_host_key: '' }), ...(before ? {} : newKey(ctx)) };
};
