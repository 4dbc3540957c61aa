import { createHash } from 'node:crypto';
import type { HostKeyReport, HostKeyVerdict, KnownHostKey } from '@gatehouse/contract/wire/connection.ts';
import { SessionFailure } from '../sessionFailure.ts';

/** A host key blob in the form that users and the server know. */
export const describeHostKey = (blob: Buffer): KnownHostKey => {
  const length = blob.readUInt32BE(0);
  return {
    key_type: blob.subarray(4, 4 + length).toString('latin1'),
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
    key: blob.toString('base64'),
  };
};

/** Result of checking a host key that was not refused. */
export type HostKeyFact = { fingerprint: string; first_seen: boolean };

/**
 * Trusts a known key. Any other is reported, and the server decides whether its host may get a secret: the first key
 * of a host may be trusted as such, a changed one is refused until an administrator accepts it.
 */
export const checkHostKey = async (
  blob: Buffer,
  host: {
    target: { id: string; name: string; address: string; port: number };
    known: readonly KnownHostKey[];
    session: string;
    report: (report: HostKeyReport) => Promise<HostKeyVerdict>;
  },
): Promise<HostKeyFact> => {
  const key = describeHostKey(blob);
  if (host.known.some((known) => known.key === key.key))
    return { fingerprint: key.fingerprint, first_seen: false };
  const { id, name, address, port } = host.target;
  const verdict = await host.report({ ...key, asset: id, address, port, session: host.session });
  if (verdict.status !== 'trusted') {
    throw new SessionFailure(`host_key_${verdict.status}`, { host: name, fingerprint: key.fingerprint });
  }
  return { fingerprint: key.fingerprint, first_seen: host.known.length === 0 };
};
