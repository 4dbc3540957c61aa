import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { expect } from 'vitest';
import { targetFailure } from '../src/engine/targetFailure.ts';
import type { Outcome, Work } from '../src/engine/way.ts';
import { overSsh } from '../src/ways/ssh/overSsh.ts';
import { wayDeps } from './target.ts';

/** Carries work out over SSH; returns what came of it, or how it failed. */
export const carryOut = async (
  work: Partial<Work> & { connection: ConnectionSecret },
  {
    status = 'trusted',
    signal = new AbortController().signal,
  }: { status?: string; signal?: AbortSignal } = {},
): Promise<Outcome | { failed: string; key: string; params: object; output?: string }> => {
  try {
    return await overSsh(
      { kind: 'ping', system: 'posix', ...work },
      wayDeps({ reportHostKey: async () => ({ id: 'key', status: status as 'trusted' }), signal }),
    );
  } catch (error) {
    const { status: failed, key, params, output } = targetFailure(error, work.connection);
    return { failed, key, params, ...(output !== '' && { output }) };
  }
};
/** How work fails. */
export const failure = (failed: string, key: string, params: object = expect.anything()) =>
  expect.objectContaining({ failed, key, params });
