import type { Socket } from 'node:net';
import type {
  ConnectionSecret,
  HostKeyReport,
  HostKeyVerdict,
  JumpHost,
} from '@gatehouse/contract/wire/connection.ts';
import type { Client } from 'ssh2';
import { SessionFailure } from '../sessionFailure.ts';
import { connectSsh, type SshConnection } from './connect.ts';
import { dialDirect, dialThrough, type Target } from './dial.ts';
import type { Prompter } from './prompter.ts';

/** What a login is busy with. */
export type Progress = (stage: 'jump_host' | 'connecting' | 'authenticating', host: string) => void;

/** Surroundings of one login. */
export type RouteDeps = {
  session: string;
  prompter: Prompter;
  progress: Progress;
  reportHostKey: (report: HostKeyReport) => Promise<HostKeyVerdict>;
  signal: AbortSignal;
};

/** A login at the target, with the jump host's name when one was used. */
export type RoutedConnection = SshConnection & {
  gateway: string;
  /** What is written meanwhile leaves at once: ssh2 hands each packet over in three pieces. */
  together: (write: () => void) => void;
  close: () => void;
};

const DIAL_MS = 10_000;
/** A dead jump host must not keep the next one waiting for long. */
const JUMP_DIAL_MS = 5_000;
const HANDSHAKE_MS = 20_000;

type WithProtocols = {
  id: string;
  name: string;
  address: string;
  protocols: { name: string; port: number }[];
};

const targetOf = (host: WithProtocols): Target => ({
  id: host.id,
  name: host.name,
  address: host.address,
  port: host.protocols.find((one) => one.name === 'ssh')?.port ?? 22,
});

const allowsOld = (platform: ConnectionSecret['platform'] | JumpHost['platform']): boolean =>
  platform?.protocols.find((one) => one.name === 'ssh')?.setting.old_ssh_version === true;

type Jump = { name: string; client: Client; socket: Socket };

const connectJump = async (jump: JumpHost, deps: RouteDeps): Promise<Jump> => {
  const target = targetOf(jump);
  const socket = await dialDirect(target, deps.signal, JUMP_DIAL_MS);
  const { client } = await connectSsh({
    ...deps,
    target,
    socket,
    account: jump.account,
    allow_old: allowsOld(jump.platform),
    known: jump.known_host_keys,
    // Secrets of jump hosts belong to administrators; a person connecting to an asset is never asked for them.
    prompter: {
      ask: () =>
        Promise.reject(
          new SessionFailure('auth_failed', { host: jump.name, username: jump.account.username }),
        ),
    },
    timeout_ms: HANDSHAKE_MS,
  });
  return { name: jump.name, client, socket };
};

/** Jump hosts are alternatives: the first that answers wins. A changed key is never passed over silently. */
const firstJump = async (jumps: readonly JumpHost[], deps: RouteDeps): Promise<Jump> => {
  for (const jump of jumps) {
    try {
      deps.progress('jump_host', jump.name);
      return await connectJump(jump, deps);
    } catch (error) {
      if (deps.signal.aborted || !(error instanceof SessionFailure) || error.reason === 'host_key_changed')
        throw error;
    }
  }
  throw new SessionFailure('jump_host_failed', { names: jumps.map((jump) => jump.name).join(', ') });
};

/** Reaches the asset of a connection, directly or through its domain, and logs in. */
export const connectRoute = async (secret: ConnectionSecret, deps: RouteDeps): Promise<RoutedConnection> => {
  const target = targetOf(secret.asset);
  const jumps = secret.domain?.gateways ?? [];
  const jump = jumps.length > 0 ? await firstJump(jumps, deps) : null;
  try {
    deps.progress('connecting', target.name);
    const socket = jump
      ? await dialThrough(jump.client, target, DIAL_MS)
      : await dialDirect(target, deps.signal, DIAL_MS);
    deps.progress('authenticating', target.name);
    const connection = await connectSsh({
      ...deps,
      target,
      socket,
      account: secret.account,
      allow_old: allowsOld(secret.platform),
      known: secret.known_host_keys,
      timeout_ms: HANDSHAKE_MS,
    });
    const wire = jump?.socket ?? socket;
    const together = (write: () => void) => {
      wire.cork();
      write();
      wire.uncork();
    };
    const close = () => {
      connection.client.destroy();
      jump?.client.destroy();
    };
    // Whatever side breaks first takes the other along.
    connection.client.on('close', () => jump?.client.destroy());
    return { ...connection, gateway: jump?.name ?? '', together, close };
  } catch (error) {
    jump?.client.destroy();
    throw error;
  }
};
