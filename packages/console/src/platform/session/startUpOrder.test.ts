// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { answer, fakeServer, type Refusal, type Seen } from '../../../test/fakeServer.ts';
import { organizationNow } from '../../../test/organizationNow.ts';
import { type Profile, profileWith } from '../../../test/profileWith.ts';
import { openSettings, publicSettings } from '../../../test/publicSettings.ts';
import { createOrgMemory } from './orgMemory.ts';
import { createStartUp } from './startUp.ts';

const HARBOR = organizationNow({ id: '3f2b8c10-1111-4111-8111-111111111111', name: 'Harbor' });
const MILL = organizationNow({ id: '3f2b8c10-2222-4222-8222-222222222222', name: 'Mill' });
const PROFILE = '/api/v1/users/profile/';
const CURRENT = '/api/v1/orgs/orgs/current/';

afterEach(() => localStorage.clear());

const orgOf = (request: Seen) => request.headers.get('X-JMS-ORG');
const profileIn = (org: string | null) =>
  profileWith({
    perms: [`of.${org}`],
    console_orgs: [HARBOR],
    audit_orgs: [MILL],
    workbench_orgs: [HARBOR],
  });

/** A server that answers a profile request when the test says so. */
const setup = async () => {
  const waiting: { org: string | null; request: Seen; answer: (answer?: Profile | Refusal) => void }[] = [];
  const server = fakeServer({
    ...answerTo('GET /api/v1/authentication/user-session/', undefined),
    ...answerTo('GET /api/v1/settings/public/open/', openSettings()),
    ...answerTo('GET /api/v1/settings/public/', publicSettings()),
    ...answerTo(
      `GET ${PROFILE}`,
      (request) =>
        new Promise((resolve) => {
          const org = orgOf(request);
          waiting.push({ org, request, answer: (profile) => resolve(profile ?? profileIn(org)) });
        }),
    ),
    ...answerTo(`GET ${CURRENT}`, (request) => (orgOf(request) === MILL.id ? MILL : HARBOR)),
  });
  const platform = await fakePlatform(server);
  platform.session.reset();
  platform.session.setCurrentOrg(HARBOR);
  const orgMemory = createOrgMemory({ ...platform, tab: platform.storage });
  const refused: string[] = [];
  const startUp = createStartUp({
    http: platform.http,
    session: platform.session,
    orgMemory,
    onProfileRefused: () => refused.push('login'),
    onOrgChanged: () => undefined,
  });
  const started = startUp.load();
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.answer();
  await started;
  await startUp.enter('console', false, '/console/a');
  /** Waits for the nth profile request after start-up. */
  const requests = async (n: number) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(n);
    return waiting[n] as (typeof waiting)[number];
  };
  const state = () => {
    const { currentOrg, perms, view, autoOrg } = platform.session.get();
    return { org: currentOrg?.id, perms: [...perms], view, autoOrg };
  };
  return { platform, startUp, requests, state, refused, waiting };
};

const atHome = { org: HARBOR.id, perms: [`of.${HARBOR.id}`], view: 'console', autoOrg: false };
const inAudit = { org: MILL.id, perms: [`of.${MILL.id}`], view: 'audit', autoOrg: false };
const cookie = () => /X-JMS-ORG=([^;]*)/.exec(document.cookie)?.[1];

test("A-4.2-003 returning before the other area has answered keeps the first area's organization and permissions", async () => {
  const { startUp, requests, state } = await setup();
  const toAudit = startUp.enter('audit', false, '/audit/b');
  const late = await requests(1);
  expect(late.org).toBe(MILL.id);
  expect(state()).toEqual(atHome);
  const back = startUp.enter('console', false, '/console/a');
  expect(late.request.signal?.aborted).toBe(true);
  late.answer();
  await Promise.all([toAudit, back]);
  expect(state()).toEqual(atHome);
  expect(cookie()).toBe(HARBOR.id);
});

test('A-4.2-003 the later of two changes of area wins, whatever answers first', async () => {
  const { startUp, requests, state } = await setup();
  const first = startUp.enter('audit', false, '/audit/b');
  const older = await requests(1);
  const second = startUp.enter('audit', false, '/audit/c');
  const newer = await requests(2);
  newer.answer({ ...profileIn(MILL.id), perms: ['newer'] });
  await second;
  older.answer({ ...profileIn(MILL.id), perms: ['older'] });
  await first;
  expect(state()).toEqual({ ...inAudit, perms: ['newer'] });
});

test('A-4.2-004 an organization picked while an area loads is remembered', async () => {
  const { startUp, requests, state } = await setup();
  const toAudit = startUp.enter('audit', false, '/audit/b');
  const late = await requests(1);
  const picked = organizationNow({ id: '3f2b8c10-3333-4333-8333-333333333333', name: 'Quarry' });
  startUp.choose(picked);
  late.answer();
  await toAudit;
  expect(state().org).toBe(picked.id);
  expect(cookie()).toBe(picked.id);
  expect(localStorage.getItem('jms_current_org_mara')).toContain('Quarry');
});

test('a failed profile request leaves everything unchanged and is repeated', async () => {
  const { startUp, requests, state, refused } = await setup();
  const failing = startUp.enter('audit', false, '/audit/b');
  (await requests(1)).answer(answer(502, ''));
  await expect(failing).rejects.toMatchObject({ status: 502 });
  expect(state()).toEqual(atHome);
  const second = startUp.enter('audit', false, '/audit/b');
  (await requests(2)).answer();
  await second;
  expect(state()).toEqual(inAudit);
  expect(refused).toEqual([]);
});

test('A-4.1-003 a profile refused in another area leads to the sign-in page', async () => {
  const { startUp, requests, refused } = await setup();
  const going = startUp.enter('audit', false, '/audit/b');
  (await requests(1)).answer(answer(403, {}));
  await expect(going).rejects.toMatchObject({ status: 403 });
  expect(refused).toEqual(['login']);
});

test('A-4.2-002 a page over all organizations opens in the root organization, and leaving it restores the previous one', async () => {
  const { startUp, requests, state, platform } = await setup();
  const seen: (string | undefined)[] = [];
  platform.session.subscribe(() => seen.push(platform.session.get().view && state().org));
  const going = startUp.enter('audit', true, '/audit/everything');
  (await requests(1)).answer();
  await going;
  const everywhere = '00000000-0000-0000-0000-000000000000';
  expect(state()).toEqual({ ...inAudit, org: everywhere, autoOrg: true });
  expect(seen).not.toContain(MILL.id);
  expect(cookie()).toBe(MILL.id);
  await startUp.enter('audit', false, '/audit/b');
  expect(state()).toEqual(inAudit);
});

test('what was asked for ahead is not asked for again; a later load asks anew', async () => {
  const { startUp, waiting } = await setup();
  startUp.begin();
  await expect.poll(() => waiting.length).toBe(2);
  const loaded = startUp.load();
  waiting[1]?.answer();
  expect(await loaded).toEqual({ kind: 'ready' });
  expect(waiting).toHaveLength(2);
  const again = startUp.load();
  await expect.poll(() => waiting.length).toBe(3);
  waiting[2]?.answer();
  expect(await again).toEqual({ kind: 'ready' });
});
