import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../packages/server/src/platform/database.ts';
import { proofSize, tellFigure } from '../../scripts/proofSize.ts';
import { type ApiClient, createClient, eventually } from '../clients/api.ts';
import { signInFirst } from '../clients/firstSignIn.ts';
import { openTerminal } from '../clients/terminal.ts';
import { watchSession } from '../clients/watcher.ts';
import { type Cluster, startCluster } from '../fixtures/cluster.ts';
import { counting, expectWhole, linesOf, longestPause } from '../fixtures/counting.ts';
import { password, readCast, type SessionRow, shown } from '../fixtures/estate.ts';
import type { Member } from '../fixtures/member.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';
import type { Place, Shell } from './cluster/place.ts';
import { type AroundKill, startReviews } from './cluster/reviews.ts';
import { changeRules } from './cluster/rules.ts';

/** Sessions of a killed gateway end within this time (architecture §5). */
const budgetMs = 5_000;
/** Of a recording, at most the last second may be missing. */
const lostMs = 1_000;
/** Maximum pause that the kill may cause in a shell that survives it, on a busy machine. */
const unnoticedMs = 2_000;
/** Time limit for what depends on heartbeats, which report the number of sessions every 20 s. */
const patienceMs = 60_000;
/** Each round kills one of the four programs, in turn. */
const rounds = proofSize({ small: 4, whole: 24 });

let cluster: Cluster;
let machine: Sshd;
let database: pg.Pool;
/** The administrator, as a client of each server. */
let admins: [ApiClient, ApiClient];
/** The user, through the balancer in front. */
let operator: ApiClient;
let asset: { id: string };

const create = async (path: string, body: unknown): Promise<{ id: string }> => {
  const answer = await admins[0].call<{ id: string }>('POST', path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

/** A user who may connect to the machine. */
const userWithAccess: Place['user'] = async (username) => {
  const { id } = await create('/api/v1/users/users/', {
    ...{ name: username, username, email: `${username}@example.com` },
    ...{ password_strategy: 'custom', password, need_update_password: false },
  });
  await create('/api/v1/perms/asset-permissions/', {
    ...{ name: username, users: [id], assets: [asset.id], accounts: ['@ALL'] },
  });
  const client = createClient(cluster.front.url);
  expect(await client.signIn(username, password)).toMatch(/^\/(ui\/)?$/);
  return { id, client };
};

beforeAll(async () => {
  [cluster, machine] = await Promise.all([startCluster(), startSshd()]);
  database = openPool(cluster.databaseUrl, 1);
  // Gateways answer before the servers know their addresses.
  await eventually('both gateways to be known', async () => {
    const { rowCount } = await database.query('select from terminal_gateway');
    return rowCount === 2;
  });
  admins = cluster.servers.map(({ url }) => createClient(url)) as [ApiClient, ApiClient];
  const [{ url }] = cluster.servers;
  await signInFirst({ url, adminPassword: cluster.adminPassword }, admins[0], password);
  expect(await admins[1].signIn('admin', password)).toMatch(/^\/(ui\/)?$/);
  asset = await create('/api/v1/assets/hosts/', {
    name: 'web-01',
    address: '127.0.0.1',
    platform: 1,
    protocols: [{ name: 'ssh', port: machine.port }],
  });
  await create('/api/v1/accounts/accounts/', {
    name: 'deploy',
    username: machine.username,
    asset: asset.id,
    secret_type: 'ssh_key',
    secret: machine.private_key,
  });
  operator = (await userWithAccess('ann')).client;
});
afterAll(async () => {
  await database?.end();
  await machine?.stop();
  await cluster?.stop();
});

const sessionAt = async (admin: ApiClient, id: string): Promise<SessionRow> =>
  (await admin.call<SessionRow>('GET', `/api/v1/terminal/sessions/${id}/`)).body;

const recordingAt = async (admin: ApiClient, { url }: Member, id: string) => {
  const replay = await admin.call<{ src: string }>('GET', `/api/v1/terminal/sessions/${id}/replay/`);
  expect(replay.status, replay.text).toBe(200);
  const file = await fetch(`${url}${replay.body.src}`, { headers: { cookie: admin.cookies() } });
  return readCast(gunzipSync(await file.arrayBuffer()).toString('utf8'));
};

/** The gateway that holds a session. */
const gatewayOf = async (id: string): Promise<Member> => {
  const { rows } = await database.query(
    'select g.address from terminal_session s join terminal_gateway g on g.terminal = s.terminal where s.id = $1',
    [id],
  );
  const found = cluster.gateways.find(({ url }) => url === rows[0]?.address);
  if (!found) throw new Error(`no gateway holds ${id}`);
  return found;
};

/** A connection token of a user. */
const tokenOf = (client: ApiClient): Promise<string> =>
  eventually('a token', async () => {
    const answer = await client
      .call<{ id: string }>('POST', '/api/v1/authentication/connection-token/', {
        protocol: 'ssh',
        connect_method: 'web_cli',
        asset: asset.id,
        account: 'deploy',
      })
      .catch(() => undefined);
    return answer?.status === 201 && answer.body.id;
  });

/** A shell, opened through the balancer, in which something was entered and showed that. */
const shellOf = async (client: ApiClient, entered: string, shown: string): Promise<Shell> => {
  const terminal = await openTerminal(cluster.front.url, await tokenOf(client), client.cookies());
  const { session } = await terminal.opened();
  terminal.type(entered);
  await terminal.see(shown);
  return { terminal, id: session.session_id, gateway: await gatewayOf(session.session_id) };
};

/** A counting shell. */
const startShell = (): Promise<Shell> => shellOf(operator, counting, '#3 ');

/**
 * Opens a shell on the given gateway. New sessions go to either, less often to the one that last reported
 * more sessions.
 */
const shellOn = async (gateway: Member, open = startShell): Promise<Shell> => {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const shell = await open();
    if (shell.gateway === gateway) return shell;
    shell.terminal.close();
  }
  const { rows } = await database.query('select address, sessions, date_seen, now() from terminal_gateway');
  throw new Error(`every shell went to the other gateway: ${JSON.stringify(rows)}`);
};

const quietShell: Place['quietShell'] = (client, gateway) => {
  const open = () => shellOf(client, "PS1='bo''x$ '\n", 'box$ ');
  return gateway ? shellOn(gateway, open) : open();
};
const place = (): Place => ({
  ...{ cluster, database, admins, asset, create, quietShell },
  ...{ user: userWithAccess, token: tokenOf },
});

const goesOn = async ({ terminal }: Shell) => {
  const from = linesOf(terminal.text()).length;
  await eventually('the shell to go on', async () => linesOf(terminal.text()).length > from + 5);
};

test('a sign-in at one server counts at the other', async () => {
  const [first, second] = cluster.servers;
  for (const { url } of [first, second]) {
    const profile = await fetch(`${url}/api/v1/users/profile/`, {
      headers: { cookie: admins[0].cookies() },
    });
    expect([profile.status, ((await profile.json()) as { username: string }).username]).toEqual([
      200,
      'admin',
    ]);
  }
});

test('connecting, resuming, watching and replaying go through either server', async () => {
  for (const [at, server] of cluster.servers.entries()) {
    cluster.front.prefer(server.port);
    const shell = await startShell();
    const other = cluster.servers[1 - at]!;
    const watcher = watchSession(other.url, shell.id, admins[1 - at]!.cookies());
    await watcher.see(/"monitoring"/);
    await watcher.see(/#\d+ /);
    shell.terminal.drop();
    cluster.front.prefer(other.port);
    const resumed = await shell.terminal.resume();
    expect(resumed, JSON.stringify(resumed)).toMatchObject({ type: 'resumed', repaint: false });
    await goesOn(shell);
    expectWhole(shell.terminal.text());
    shell.terminal.close();
    await eventually('the recording', async () => (await sessionAt(admins[0], shell.id)).has_replay);
    const texts = await Promise.all(
      cluster.servers.map(async (server, which) =>
        shown(await recordingAt(admins[which]!, server, shell.id)),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(expectWhole(texts[0]!).length).toBeGreaterThan(5);
  }
  cluster.front.prefer();
});

/**
 * Waits until a shell continues, even if its connection has broken or is about to: its window then resumes.
 */
const goesOnAgain = async ({ terminal }: Shell) => {
  const from = linesOf(terminal.text()).length;
  await eventually('the shell to go on through the other server', async () => {
    const resumed = terminal.isConnected() || (await terminal.resume().catch(() => undefined));
    if (typeof resumed === 'object') expect(resumed).toMatchObject({ type: 'resumed', repaint: false });
    return linesOf(terminal.text()).length > from + 5;
  });
};

/** A window whose server was killed continues through the other server and misses nothing. */
const killServer = async (at: number, shells: Shell[], { killed, meanwhile }: AroundKill) => {
  const [victim, other] = [cluster.servers[at]!, cluster.servers[1 - at]!];
  await victim.kill();
  await killed?.();
  for (const shell of shells) {
    await goesOnAgain(shell);
    expect(longestPause(expectWhole(shell.terminal.text()))).toBeLessThan(unnoticedMs);
  }
  const fresh = await startShell();
  fresh.terminal.close();
  // Longer than the servers take to give up a gateway: the sessions must survive the loss of a server.
  await sleep(budgetMs);
  for (const { id } of shells)
    expect(await sessionAt(admins[1 - at]!, id)).toMatchObject({ is_finished: false });
  expect((await fetch(`${other.url}/api/health/`)).status).toBe(200);
  await meanwhile?.();
  await victim.start();
};

/**
 * The sessions of a killed gateway end with the reason `gateway_lost`; their recordings arrive when the
 * gateway is back, and lack at most the last second.
 */
const killGateway = async (at: number, shells: Shell[], around: AroundKill): Promise<number> => {
  const victim = cluster.gateways[at]!;
  const [lost, kept] = [0, 1].map((own) =>
    shells.filter(({ gateway }) => (gateway === victim) === (own === 0)),
  );
  // Long enough that the kill cannot lose the start of the recording.
  await sleep(lostMs);
  const killedAt = Date.now();
  await victim.kill();
  await around.killed?.();
  for (const { id } of lost!)
    await eventually(
      'the end of the session',
      async () => {
        const rows = await Promise.all(admins.map((admin) => sessionAt(admin, id)));
        return rows.every((row) => row.is_finished && row.error_reason.value === 'gateway_lost');
      },
      budgetMs / 1000,
    );
  const took = Date.now() - killedAt;
  expect(took).toBeLessThanOrEqual(budgetMs);
  for (const shell of kept!) {
    await goesOn(shell);
    expect(shell.terminal.isConnected()).toBe(true);
    expect(longestPause(expectWhole(shell.terminal.text()))).toBeLessThan(unnoticedMs);
  }
  const fresh = await startShell();
  expect(fresh.gateway).toBe(cluster.gateways[1 - at]);
  fresh.terminal.close();
  await around.meanwhile?.();
  await victim.start();
  for (const { id } of lost!) {
    await eventually('the recording', async () => (await sessionAt(admins[0], id)).has_replay);
    for (const [which, server] of cluster.servers.entries()) {
      const lines = expectWhole(shown(await recordingAt(admins[which]!, server, id)));
      expect(lines.at(-1)?.at_ms).toBeGreaterThan(killedAt - lostMs);
    }
    expect(await sessionAt(admins[1], id)).toMatchObject({ is_finished: true, is_success: true });
  }
  return took;
};

test('a rule that changes, and a group that a user joins, reach sessions of both gateways through either server', () =>
  changeRules(place()));

test('after kill -9 of either server or either gateway, everything it did not hold continues, and what waited for a reviewer has one outcome', async () => {
  const ends: number[] = [];
  const reviews = await startReviews(place());
  for (let round = 0; round < rounds; round += 1) {
    const shells = [await shellOn(cluster.gateways[0]), await shellOn(cluster.gateways[1])];
    const at = round % 2;
    const around = await reviews.around(round, at);
    if (round % 4 < 2) await killServer(at, shells, around);
    else ends.push(await killGateway(at, shells, around));
    await around.afterwards();
    for (const { terminal } of shells) terminal.close();
  }
  await reviews.stop();
  tellFigure(`sessions of a killed gateway ended after ${ends.map((ms) => `${ms} ms`).join(', ')}`);
});
