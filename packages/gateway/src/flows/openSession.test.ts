import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refused } from '@gatehouse/component/platform/http.ts';
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
const openWith = async (
  prepare: (journal: string) => Promise<void>,
  more: { ticket?: string; relateTicket?: () => Promise<void> } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'spool-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const journal = join(folder, 'one.journal');
  await prepare(journal);
  const done: string[] = [];
  const registry = createRegistry();
  const deps = {
    core: {
      redeem: async () => ({
        ...secretFor({ port: 1, username: 'root' }),
        from_ticket: more.ticket ?? null,
        ...(more.ticket && { protocol: 'telnet' }),
      }),
      createSession: async () => void done.push('created'),
      relateTicket: more.relateTicket ?? (async () => void done.push('related')),
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

test('a session names the ticket that let it through; one whose approval was taken back does not begin', async () => {
  const nothing = async () => undefined;
  const opened = await openWith(nothing, { ticket: 'ticket-1' });
  expect(opened.done).toEqual(['created', 'related', 'delivered']);
  const relateTicket = async () => {
    throw new Refused(400, { detail: 'The approval no longer holds.' });
  };
  const revoked = await openWith(nothing, { ticket: 'ticket-1', relateTicket });
  expect(revoked.failure).toMatchObject({ reason: 'token_refused' });
  expect(revoked.done).toEqual(['created', 'delivered']);
});
