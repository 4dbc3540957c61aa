import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { protocolOf } from '@gatehouse/contract/assets/protocols.ts';
import type {
  ConnectionSecret,
  HostKeyReport,
  HostKeyVerdict,
  JumpHost,
} from '@gatehouse/contract/wire/connection.ts';
import type { Client } from 'ssh2';
import type { Prompter } from '../prompter.ts';
import { SessionFailure } from '../sessionFailure.ts';
import { connectSsh, type SshConnection } from './connect.ts';
import { dialDirect, dialThrough, type Target } from './dial.ts';

/** Reports the stage a login has reached. */
export type Progress = (stage: 'jump_host' | 'connecting' | 'authenticating', host: string) => void;

/** What a login needs from its session. */
export type RouteDeps = {
  session: string;
  prompter: Prompter;
  progress: Progress;
  reportHostKey: (report: HostKeyReport) => Promise<HostKeyVerdict>;
  signal: AbortSignal;
  /** A connection that has delivered more bytes than this is broken; none: it may deliver any number. */
  most_bytes?: number;
};

/** An open connection to the asset, directly or through a jump host. */
export type Reached = {
  target: Target;
  socket: Duplex;
  /** Name of the jump host in use; empty without one. */
  gateway: string;
  /** Whether the connection to the jump host has closed, which also closes this one. */
  isJumpGone: () => boolean;
  /** Corks the connection during the call, because ssh2 writes each packet in three pieces. */
  together: (write: () => void) => void;
  close: () => void;
};

/** An SSH connection that is logged in to the asset. */
export type RoutedConnection = SshConnection & Pick<Reached, 'gateway' | 'together' | 'close'>;

const DIAL_MS = 10_000;
/** Time limit in ms; shorter than for assets, because a dead jump host delays the attempt at the next one. */
const JUMP_DIAL_MS = 5_000;
const HANDSHAKE_MS = 20_000;

type WithProtocols = {
  id: string;
  name: string;
  address: string;
  protocols: { name: string; port: number }[];
};

const targetOf = (host: WithProtocols, protocol: string): Target => ({
  id: host.id,
  name: host.name,
  address: host.address,
  port: host.protocols.find((entry) => entry.name === protocol)?.port ?? protocolOf(protocol)?.port ?? 0,
});

const allowsOld = (platform: ConnectionSecret['platform'] | JumpHost['platform']): boolean =>
  platform?.protocols.find((protocol) => protocol.name === 'ssh')?.setting.old_ssh_version === true;

type Jump = { name: string; client: Client; socket: Socket };

const untrusted: ReadonlySet<string> = new Set(['host_key_changed', 'host_key_unconfirmed']);

const connectJump = async (jump: JumpHost, deps: RouteDeps): Promise<Jump> => {
  const target = targetOf(jump, 'ssh');
  const socket = await dialDirect(target, deps.signal, JUMP_DIAL_MS, deps.most_bytes);
  const { client } = await connectSsh({
    ...deps,
    target,
    socket,
    account: jump.account,
    allow_old: allowsOld(jump.platform),
    known: jump.known_host_keys,
    // Secrets of jump hosts belong to administrators; users are never asked for them.
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

/**
 * Jump hosts are alternatives: the first that accepts the login is used. A host key that is not trusted is never
 * skipped silently.
 */
const firstJump = async (jumps: readonly JumpHost[], deps: RouteDeps): Promise<Jump> => {
  for (const jump of jumps) {
    try {
      deps.progress('jump_host', jump.name);
      return await connectJump(jump, deps);
    } catch (error) {
      if (deps.signal.aborted || !(error instanceof SessionFailure) || untrusted.has(error.reason))
        throw error;
    }
  }
  throw new SessionFailure('jump_host_failed', { names: jumps.map((jump) => jump.name).join(', ') });
};

/** Connects to a protocol's port on the asset, directly or through its zone. */
export const reachTarget = async (secret: ConnectionSecret, deps: RouteDeps): Promise<Reached> => {
  const target = targetOf(secret.asset, secret.protocol);
  const jumps = secret.domain?.gateways ?? [];
  const jump = jumps.length > 0 ? await firstJump(jumps, deps) : null;
  try {
    deps.progress('connecting', target.name);
    const socket = jump
      ? await dialThrough(jump.client, target, DIAL_MS)
      : await dialDirect(target, deps.signal, DIAL_MS, deps.most_bytes);
    const wire = jump?.socket ?? socket;
    let isJumpGone = false;
    jump?.client.on('close', () => {
      isJumpGone = true;
    });
    // The connection to the jump host serves only this one and closes with it.
    socket.once('close', () => jump?.client.destroy());
    return {
      target,
      socket,
      gateway: jump?.name ?? '',
      isJumpGone: () => isJumpGone,
      together: (write) => {
        wire.cork();
        write();
        wire.uncork();
      },
      close: () => {
        socket.destroy();
        jump?.client.destroy();
      },
    };
  } catch (error) {
    jump?.client.destroy();
    throw error;
  }
};

/** Connects to the asset and logs in over SSH. */
export const connectRoute = async (secret: ConnectionSecret, deps: RouteDeps): Promise<RoutedConnection> => {
  const reached = await reachTarget(secret, deps);
  const { target, socket, gateway, together } = reached;
  try {
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
    connection.client.on('close', reached.close);
    const close = () => {
      connection.client.destroy();
      reached.close();
    };
    return { ...connection, gateway, together, close };
  } catch (error) {
    reached.close();
    throw error;
  }
};
