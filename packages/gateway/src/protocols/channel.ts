import type { HostKeyFact } from '@gatehouse/component/engine/ssh/hostKey.ts';
import type { RouteDeps } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { TargetEnd } from '../engine/terminal/relay.ts';
import type { Size } from '../engine/terminal/size.ts';

/** What a session tells about the way to its machine. */
export type ChannelFacts = {
  /** Name of the jump host in use; empty when the target is reached directly. */
  gateway: string;
  /** Null where the protocol has no host keys. */
  host_key: HostKeyFact | null;
};

/** How a target ended a channel: on its own, or because the connection broke. */
export type ChannelEnd = 'shell_exit' | 'target_gone';

/** A terminal at the target, with the events of its output and its end. */
export type TerminalEnd = TargetEnd & {
  /** Output and end arrive from here on; nothing is lost before. */
  listen: (events: { output: (bytes: Buffer) => void; ended: (how: ChannelEnd) => void }) => void;
};

/** Bytes in both directions that a person sees and types. */
export type TerminalChannel = {
  kind: 'terminal';
  facts: ChannelFacts;
  /** Asks for the terminal; called once the recording is open, because nothing runs unrecorded. */
  begin: (size: Size) => Promise<TerminalEnd>;
  close: () => void;
};

/** A logged-in connection; its kind says what is recorded of it and what a window shows (decision 0146). */
export type Channel = TerminalChannel;

/** What opening a channel needs of the session. */
export type OpenDeps = RouteDeps & { warn: (detail: object, message: string) => void };

/** A way to a machine: reaches it, directly or through a jump host, and logs in. */
export type OpenChannel = (secret: ConnectionSecret, deps: OpenDeps) => Promise<Channel>;
