import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { ConnectionRenewal } from '@gatehouse/contract/wire/connection.ts';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createNotices } from '../../src/platform/notices.ts';
import { startApi } from '../api.ts';
import { registerComponent } from '../component.ts';
import { estateOf } from '../estate.ts';

type Wire = { id: string; [field: string]: unknown };
type Task = { name: string; args: string };

export const filtersUrl = '/api/v1/acls/command-filter-acls/';
export const groupsUrl = '/api/v1/acls/command-groups/';
export const renewalUrl = '/api/v1/authentication/super-connection-token/renewal/';

/** A filter for every user, asset and account. */
export const forAll = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };

/** An installation with a component, to which ann is connected on host-1 with an account of her own name. */
export const startRunning = async () => {
  const api = await startApi({ notices: (url) => createNotices(url) });
  const admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  const protocols = [{ name: 'ssh', port: 22 }];
  const ids = {
    host: await estate.asset({ name: 'host-1', address: '10.0.0.7', protocols }),
    other: await estate.asset({ name: 'host-2', address: '10.0.0.8', protocols }),
    ann: await estate.user('ann'),
    boss: await estate.user('boss'),
  };
  const made = async (url: string, body: object, caller = admin): Promise<string> => {
    const answer = await caller.post(url, body);
    expect(answer.status, answer.text).toBe(201);
    return (answer.json as Wire).id;
  };
  const gateway = await registerComponent(api, '[KoKo]-running');
  await made('/api/v1/perms/asset-permissions/', {
    ...{
      name: 'ann',
      users: [ids.ann],
      assets: [ids.host],
      accounts: ['@ALL', '@USER'],
      actions: ['connect'],
    },
  });
  const permissions = permissionsOfBuiltinRole(builtinRoles.user);
  const ann = api.as({ id: ids.ann, username: 'ann', permissions });
  /** A connection token of ann's for an account of host-1. */
  const tokenFor = (account: string) =>
    made(
      '/api/v1/authentication/connection-token/',
      { asset: ids.host, account, protocol: 'ssh', connect_method: 'web_cli' },
      ann,
    );
  const token = await tokenFor('@USER');
  await api.app.listen({ host: '127.0.0.1', port: 0 });

  /** The socket of a component, with what it is told. */
  const openSocket = async (key: string, tasks: Task[]): Promise<WebSocket> => {
    const { port } = api.app.server.address() as AddressInfo;
    const headers = { 'x-test-caller': key };
    const opened = new WebSocket(`ws://127.0.0.1:${port}/ws/terminal-task/`, { headers });
    opened.on('message', (data: Buffer, isBinary) => {
      if (isBinary) tasks.push(...(JSON.parse(data.toString('utf8')) as Task[]));
    });
    await once(opened, 'message');
    return opened;
  };
  const heard: Task[] = [];
  const socket = await openSocket(gateway.key, heard);
  /** Whose sessions the component was told to check, every time. */
  const checks = () => heard.filter(({ name }) => name === 'check_permissions').map(({ args }) => args);

  /** The active filters that the running session has by now, with the commands of their groups. */
  const inForce = async (session = token): Promise<string[]> => {
    const { json } = await gateway.patch(renewalUrl, { id: session });
    const { ok, command_filter_acls = [] } = json as ConnectionRenewal;
    expect(ok).toBe(true);
    return command_filter_acls
      .filter(({ is_active }) => is_active)
      .flatMap(({ name, command_groups }) => command_groups.map(({ content }) => `${name}: ${content}`));
  };
  /** Makes a change, waits until the component is told, and asks which filters a session has then. */
  const after = async (change: () => Promise<unknown>, session = token): Promise<string[]> => {
    const before = checks().length;
    await change();
    await expect.poll(() => checks().length, { interval: 5 }).toBeGreaterThan(before);
    return inForce(session);
  };
  const stop = async () => {
    socket.close();
    await api.stop();
  };
  return { api, admin, gateway, ids, token, tokenFor, made, openSocket, heard, checks, inForce, after, stop };
};
