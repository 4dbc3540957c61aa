import { commitPattern } from '@gatehouse/contract/ops/repositories.ts';
import { GitFailure } from './failure.ts';
import type { Packets } from './packets.ts';

/** What a host says about a repository before it is asked: where names lead, and what it can do. */
export type Advertised = { refs: Map<string, string>; capabilities: ReadonlySet<string> };

const mostRefs = 200_000;
const nothing = '0'.repeat(40);

const textOf = (packet: Buffer): string => packet.toString('utf8').replace(/\n$/, '');

/** Reads what a host says first. */
export const readAdvertised = async (packets: Packets): Promise<Advertised> => {
  const refs = new Map<string, string>();
  let capabilities: ReadonlySet<string> | undefined;
  for (;;) {
    const packet = await packets.next();
    if (packet === 'flush') break;
    if (packet === undefined || packet.subarray(0, 4).toString('latin1') === 'ERR ')
      throw new GitFailure('noRepository');
    const [line = '', offered = ''] = textOf(packet).split('\0');
    if (!capabilities) capabilities = new Set(offered.split(' '));
    const [hash = '', name = ''] = line.split(' ');
    if (hash === 'shallow') continue;
    if (!commitPattern.test(hash))
      throw new GitFailure(/^[0-9a-f]{64}$/.test(hash) ? 'unsupported' : 'broken');
    if (refs.size >= mostRefs) throw new GitFailure('large');
    if (hash !== nothing) refs.set(name, hash);
  }
  return { refs, capabilities: capabilities ?? new Set() };
};

const canAskForAny = ({ capabilities }: Advertised): boolean =>
  capabilities.has('allow-reachable-sha1-in-want') || capabilities.has('allow-tip-sha1-in-want');

/** The commit to which a name leads: a branch before a tag of the same name, the default branch for an empty name. */
export const resolved = (name: string, advertised: Advertised): string => {
  const { refs } = advertised;
  if (refs.size === 0) throw new GitFailure('empty');
  const tips = [`${name}^{}`, name, `refs/heads/${name}`, `refs/tags/${name}^{}`, `refs/tags/${name}`];
  const found = name === '' ? refs.get('HEAD') : tips.map((tip) => refs.get(tip)).find(Boolean);
  if (found) return found;
  if (!commitPattern.test(name)) throw new GitFailure('noRef', name);
  return wantable(name, advertised);
};

/** A commit, if the host hands it out: it may give those only that branches and tags lead to. */
export const wantable = (commit: string, advertised: Advertised): string => {
  const isTip = [...advertised.refs.values()].includes(commit);
  if (!isTip && !canAskForAny(advertised)) throw new GitFailure('noCommit', commit);
  return commit;
};
