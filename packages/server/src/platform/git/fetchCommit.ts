import type { RepositoryPlace } from '@gatehouse/contract/ops/repositories.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { openSsh, type SshChannel, type SshClient, SshFailure, type SshPlace } from '../ssh/openSsh.ts';
import { type Advertised, readAdvertised, resolved, wantable } from './advertised.ts';
import { GitFailure } from './failure.ts';
import { createJoined, createPackets, FLUSH, type Packets, packetOf } from './packets.ts';

/** A repository, how its host is signed in to, and what is wanted of it. */
export type FetchWish = {
  place: RepositoryPlace;
  privateKey: string;
  /** The confirmed fingerprint of the host; another one is refused before anything is sent. */
  hostKey: string;
  /** A commit that was resolved before, or the name of a branch or tag; an empty name is the default branch. */
  want: { commit: string } | { name: string };
  most: { bytes: number; seconds: number };
};

/** A commit, and the pack with all its files. */
export type Fetched = { commit: string; pack: Buffer };

/** All that a host may say before the pack: names of branches and tags. */
const mostAdvertised = 16 * 1024 * 1024;
const [fromPack, fromFailure] = [1, 3];

const opened = (client: SshClient, path: string): Promise<SshChannel> =>
  new Promise((resolve, reject) => {
    // The path has no character that means something to a shell, see `repositoryPlace`.
    client.exec(`git-upload-pack '${path}'`, (error, channel) =>
      error ? reject(new GitFailure('noRepository', '', error)) : resolve(channel),
    );
  });

const ask = (commit: string, { capabilities }: Advertised): string => {
  if (!capabilities.has('side-band-64k') || !capabilities.has('shallow')) throw new GitFailure('unsupported');
  const wished = ['side-band-64k', 'ofs-delta', 'no-progress'].filter((name) => capabilities.has(name));
  return packetOf(`want ${commit} ${wished.join(' ')}\n`) + packetOf('deepen 1\n') + FLUSH;
};

/** Skips what a host answers before the pack. */
const skipShallow = async (packets: Packets): Promise<void> => {
  for (;;) {
    const packet = await packets.next();
    if (packet === 'flush') return;
    if (packet === undefined) throw new GitFailure('broken');
    const line = packet.toString('latin1');
    if (line.startsWith('ERR ')) throw new GitFailure('noCommit');
    if (!/^(?:un)?shallow [0-9a-f]{40}/.test(line)) throw new GitFailure('broken');
  }
};

const readPack = async (packets: Packets, most: number): Promise<Buffer> => {
  const answer = await packets.next();
  if (!Buffer.isBuffer(answer) || answer.toString('latin1').trim() !== 'NAK') throw new GitFailure('broken');
  const pack = createJoined(most);
  for (;;) {
    const packet = await packets.next();
    if (packet === 'flush') return pack.all();
    if (packet === undefined || packet.length === 0 || packet[0] === fromFailure)
      throw new GitFailure('broken');
    if (packet[0] === fromPack) pack.add(packet.subarray(1));
  }
};

const speak = async (channel: SshChannel, { want, most }: FetchWish): Promise<Fetched> => {
  channel.stderr.resume();
  const packets = createPackets(channel, mostAdvertised + most.bytes);
  const advertised = await readAdvertised(packets);
  const commit = 'commit' in want ? wantable(want.commit, advertised) : resolved(want.name, advertised);
  channel.write(ask(commit, advertised));
  await skipShallow(packets);
  channel.write(packetOf('done\n'));
  return { commit, pack: await readPack(packets, most.bytes) };
};

const failureOf = (error: unknown, late: AbortSignal): unknown => {
  if (late.aborted) return new GitFailure('slow');
  if (error instanceof SshFailure) return new GitFailure(error.reason, error.detail, error);
  return error;
};

/**
 * Fetches one commit without its history over SSH, in memory. Nothing of a repository reaches a file system or another
 * program (docs/decisions/0481).
 */
export const fetchCommit = async (
  wish: FetchWish,
  signal: AbortSignal,
  door?: Pick<Outgoing, 'dial'>,
): Promise<Fetched> => {
  const { place, privateKey, hostKey, most } = wish;
  const { path, ...machine } = place;
  const late = AbortSignal.timeout(most.seconds * 1_000);
  const until = AbortSignal.any([signal, late]);
  const target: SshPlace = {
    ...machine,
    secret: { privateKey },
    knownTypes: [],
    isTrusted: async ({ fingerprint }) => fingerprint === hostKey,
  };
  let client: SshClient | undefined;
  try {
    client = await openSsh(target, until, door);
    const spoken = speak(await opened(client, path), wish);
    // A host that falls silent leaves the channel open.
    const ended = new Promise<never>((_, failed) =>
      until.addEventListener('abort', () => failed(until.reason), { once: true }),
    );
    return await Promise.race([spoken, ended]);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, late);
  } finally {
    client?.destroy();
  }
};
