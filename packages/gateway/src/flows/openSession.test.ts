import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import { expect, onTestFinished, test } from 'vitest';
import { secretFor } from '../../test/gatewayFixture.ts';
import { type OpenRequest, openSession } from './openSession.ts';
import { createRegistry } from './registry.ts';
import type { SessionDeps } from './sessionDeps.ts';

const request = {
  token: 't',
  visitor: 'v',
  frame: { type: 'open', protocol: 1, client_id: 'c', cols: 80, rows: 24 },
  link: { text: () => undefined },
  prompter: {},
  signal: new AbortController().signal,
} as unknown as OpenRequest;

/** Opens a session whose journal is this file. */
const openWith = async (prepare: (journal: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'spool-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const journal = join(folder, 'one.journal');
  await prepare(journal);
  const done: string[] = [];
  const registry = createRegistry();
  const deps = {
    core: {
      redeem: async () => secretFor({ port: 1, username: 'root' }),
      createSession: async () => void done.push('created'),
    },
    spool: { pathsOf: () => ({ journal }), remove: () => rm(journal, { force: true }) },
    delivery: { deliver: async () => void done.push('delivered') },
    pauses: createPauses(),
    registry,
    log: createLog('gateway', 'silent'),
  } as unknown as SessionDeps;
  const failure = await openSession(deps, request).catch((error: unknown) => error);
  return { failure, done, left: await readdir(folder), running: registry.ids() };
};

test.each([
  ['is full', (journal: string) => symlink('/dev/full', journal)],
  ['has no such folder', (journal: string) => symlink('/nowhere/at/all', journal)],
])('when the disk %s, the user is told, no session begins, and no journal stays', async (_what, prepare) => {
  const { failure, done, left, running } = await openWith(prepare);
  expect(failure).toMatchObject({ reason: 'recording_failed' });
  expect([done, left, running]).toEqual([[], [], []]);
});
