import { randomBytes } from 'node:crypto';
import { type ApiClient, createClient } from '../../e2e/clients/api.ts';
import { signInFirst } from '../../e2e/clients/firstSignIn.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../../e2e/clients/terminal.ts';
import { type Gatehouse, startGatehouse } from '../../e2e/fixtures/gatehouse.ts';

type Created = { id: string };
type Machine = { port: number; username: string; secret: string; secretType: 'password' | 'ssh_key' };

/** A whole installation after its first sign-in. */
export type Installation = {
  gatehouse: Gatehouse;
  admin: ApiClient;
  /** Adds a host that the administrator may connect to; returns a function that opens terminals on it. */
  addMachine: (machine: Machine) => Promise<(options?: TerminalOptions) => Promise<Terminal>>;
};

const created = async (admin: ApiClient, path: string, body: unknown): Promise<Created> => {
  const answer = await admin.call<Created>('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

/** How many rows one request creates. */
const perRequest = 100;

/** Creates many rows, some in each request; returns their ids in order. */
export const fill = async (
  admin: ApiClient,
  path: string,
  count: number,
  row: (at: number) => object,
): Promise<string[]> => {
  const ids: string[] = [];
  for (let from = 0; from < count; from += perRequest) {
    const body = Array.from({ length: Math.min(perRequest, count - from) }, (_, at) => row(from + at));
    const answer = await admin.call<Created[]>('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 600)}`);
    ids.push(...answer.body.map(({ id }) => id));
  }
  return ids;
};

/** Starts an installation in its own folder; `gatehouse.remove()` ends it. */
export const openInstallation = async (environment: NodeJS.ProcessEnv = {}): Promise<Installation> => {
  const gatehouse = await startGatehouse(environment);
  const admin = createClient(gatehouse.url);
  await signInFirst(gatehouse, admin, `Bench-${randomBytes(9).toString('base64url')}-1`);
  await admin.call('PATCH', '/api/v1/users/profile/', { is_first_login: false });
  const me = await admin.call<Created>('GET', '/api/v1/users/profile/');
  const addMachine: Installation['addMachine'] = async (machine) => {
    const name = `machine-${machine.port}`;
    const asset = await created(admin, '/api/v1/assets/hosts/', {
      name,
      address: '127.0.0.1',
      platform: 1,
      protocols: [{ name: 'ssh', port: machine.port }],
    });
    await created(admin, '/api/v1/accounts/accounts/', {
      name: 'deploy',
      username: machine.username,
      asset: asset.id,
      secret_type: machine.secretType,
      secret: machine.secret,
    });
    await created(admin, '/api/v1/perms/asset-permissions/', {
      name,
      users: [me.body.id],
      assets: [asset.id],
      accounts: ['@ALL'],
    });
    return async (options) => {
      const wish = { asset: asset.id, account: 'deploy', protocol: 'ssh', connect_method: 'web_cli' };
      const token = await created(admin, '/api/v1/authentication/connection-token/', wish);
      const terminal = await openTerminal(gatehouse.url, token.id, admin.cookies(), options);
      await terminal.opened();
      return terminal;
    };
  };
  return { gatehouse, admin, addMachine };
};
