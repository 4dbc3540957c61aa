import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../clients/api.ts';
import type { Terminal } from '../clients/terminal.ts';
import { type Estate, openEstate, password, shown } from '../fixtures/estate.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';

/**
 * No byte arrives later than this after the request, even on a busy machine. The 250 ms budget (architecture
 * §5) is measured by the bench, which needs a machine of its own.
 */
const soonMs = 2_000;
const flood = 'while :; do echo $EPOCHREALTIME; done\n';

let estate: Estate;
let machine: Sshd;
let silent: Server;
let asset: { id: string };
let mute: { id: string };

beforeAll(async () => {
  // Accepts connections but stays silent: a login that never ends.
  silent = createServer().listen(0, '127.0.0.1');
  [estate, machine] = await Promise.all([openEstate(), startSshd()]);
  asset = await estate.host('web-01', machine.port);
  mute = await estate.host('mute-01', (silent.address() as AddressInfo).port);
  for (const host of [asset, mute]) await estate.account(host, machine);
  await estate.grant('ops', [asset, mute]);
});
afterAll(async () => {
  await machine?.stop();
  await estate?.remove();
  silent?.close();
});

const openShell = async () => {
  const terminal = await estate.connect({ asset: asset.id, account: 'deploy' });
  const { session } = await terminal.opened();
  return { terminal, id: session.session_id };
};
const terminate = async (id: string) => {
  const answer = await estate.admin.call<{ ok: string[] }>('POST', '/api/v1/terminal/tasks/kill-session/', [
    id,
  ]);
  expect(answer.body.ok).toEqual([id]);
};
/** Why a session ended; a window cut off in the middle of a flood gets the reason when it reconnects. */
const reasonOf = async (terminal: Terminal) => {
  await eventually('the end of the session', async () => !terminal.isConnected());
  const closing = terminal.frames.find((frame) => frame.type === 'closed') ?? (await terminal.resume());
  return closing.type === 'closed' ? closing.reason : 'none: it goes on';
};
/**
 * Opens a shell that prints continuously, ends it by `order`, and measures for how long bytes keep arriving.
 */
const timeUntilSilence = async (order: (id: string) => Promise<void>) => {
  const { terminal, id } = await openShell();
  terminal.type(flood);
  await eventually('a stream of output', async () => terminal.received() > 100_000);
  const ordered = Date.now();
  await order(id);
  const reason = await reasonOf(terminal);
  await sleep(300);
  return { reason, ms: terminal.lastOutputAt() - ordered, id };
};
const activities = async (id: string) =>
  (await estate.admin.call<{ content: string }[]>('GET', `/api/v1/audits/activities/?resource_id=${id}`)).body
    .map((line) => line.content)
    .join('\n');
const endedRow = (id: string) =>
  eventually('the end of the session', async () => {
    const row = await estate.session(id);
    return row.is_finished && row;
  });

test('an administrator ends a flooding session, and no byte arrives more than two seconds later', async () => {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const { reason, ms, id } = await timeUntilSilence(terminate);
    expect(reason).toBe('admin_terminate');
    times.push(ms);
    await endedRow(id);
  }
  times.sort((a, b) => a - b);
  console.log(`terminate: last byte after ms ${times.join(', ')}`);
  expect(times.at(-1)).toBeLessThanOrEqual(soonMs);
});

test('a session that is still logging in to its asset is terminated too, with that reason', async () => {
  const terminal = await estate.connect({ asset: mute.id, account: 'deploy' });
  const waiting = await eventually('the session in the list', async () => {
    const rows = await estate.admin.call<{ id: string; asset_id: string }[]>(
      'GET',
      '/api/v1/terminal/sessions/?is_finished=0',
    );
    return rows.body.find((row) => row.asset_id === mute.id);
  });
  const ordered = Date.now();
  await terminate(waiting.id);
  expect(await reasonOf(terminal)).toBe('admin_terminate');
  expect(Date.now() - ordered).toBeLessThan(soonMs);
  expect(await endedRow(waiting.id)).toMatchObject({ is_success: false, has_replay: false });
});

test('a user who loses the permission loses the session at once, and the log says why', async () => {
  const grant = await estate.grant('short', [asset], ['@ALL']);
  const ops = (await estate.admin.call<{ id: string }[]>('GET', '/api/v1/perms/asset-permissions/?name=ops'))
    .body[0]!;
  await estate.admin.call('PATCH', `/api/v1/perms/asset-permissions/${ops.id}/`, { is_active: false });
  const gone = await timeUntilSilence(async () => {
    const answer = await estate.admin.call('DELETE', `/api/v1/perms/asset-permissions/${grant.id}/`);
    expect(answer.status).toBe(204);
  });
  expect(gone.reason).toBe('permission_expired');
  expect(gone.ms).toBeLessThan(2_000);
  await endedRow(gone.id);
  await eventually('the reason in the log', async () =>
    (await activities(gone.id)).includes('the permission expired'),
  );
  await estate.admin.call('PATCH', `/api/v1/perms/asset-permissions/${ops.id}/`, { is_active: true });
});

test('an expiring permission ends the session on time', async () => {
  const ops = (await estate.admin.call<{ id: string }[]>('GET', '/api/v1/perms/asset-permissions/?name=ops'))
    .body[0]!;
  const { terminal } = await openShell();
  const end = Date.now() + 4_000;
  await estate.admin.call('PATCH', `/api/v1/perms/asset-permissions/${ops.id}/`, {
    date_expired: new Date(end).toISOString(),
  });
  expect(await terminal.frame('notice')).toMatchObject({ code: 'permission_warning' });
  expect(await reasonOf(terminal)).toBe('permission_expired');
  expect(Math.abs(Date.now() - end)).toBeLessThan(2_500);
  await estate.admin.call('PATCH', `/api/v1/perms/asset-permissions/${ops.id}/`, {
    date_expired: '2099-01-01T00:00:00Z',
  });
});

test('a disabled user loses every session, and what was shown is in the recording', async () => {
  const { terminal, id } = await openShell();
  terminal.type('echo seen-$((40+2))\n');
  await terminal.see('seen-42');
  const other = await openShell();
  const path = `/api/v1/users/users/${estate.operatorId}/`;
  await estate.admin.call('PATCH', path, { is_active: false });
  expect(await reasonOf(terminal)).toBe('user_disabled');
  expect(await reasonOf(other.terminal)).toBe('user_disabled');
  await eventually('the recording', async () => (await estate.session(id)).has_replay);
  expect(shown(await estate.recording(id))).toContain('seen-42');
  await estate.admin.call('PATCH', path, { is_active: true });
  await estate.operator.signIn('ann', password);
});

test('changed idle and session limits apply to running sessions too', async () => {
  const [idle, busy] = [await openShell(), await openShell()];
  // Longer than a busy machine may delay the keystrokes below on their way to the gateway.
  const idleMinutes = 0.2;
  await estate.set('SECURITY_MAX_IDLE_TIME', idleMinutes);
  await estate.set('SECURITY_MAX_SESSION_TIME', 0.01);
  const typing = setInterval(() => busy.terminal.isConnected() && busy.terminal.type('date\n'), 500);
  const ends = await Promise.all([idle, busy].map(({ terminal }) => terminal.frame('closed')));
  clearInterval(typing);
  expect(ends).toEqual([
    expect.objectContaining({ reason: 'idle_disconnect', params: { minutes: idleMinutes } }),
    expect.objectContaining({ reason: 'max_session_timeout', params: { hours: 0.01 } }),
  ]);
  expect(busy.terminal.frames).toContainEqual(
    expect.objectContaining({ type: 'notice', code: 'max_session_warning' }),
  );
});
