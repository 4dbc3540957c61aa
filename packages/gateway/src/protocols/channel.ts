import type { HostKeyFact } from '@gatehouse/component/engine/ssh/hostKey.ts';
import type { RouteDeps } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { TargetEnd } from '../engine/terminal/relay.ts';
import type { Size } from '../engine/terminal/size.ts';

/** What a session shows about its connection. */
export type ChannelFacts = {
  /** Name of the jump host in use; empty when the asset is reached directly. */
  gateway: string;
  /** Null where the protocol has no host keys. */
  host_key: HostKeyFact | null;
};

/** How a channel ended: the shell exited, or the connection broke. */
export type ChannelEnd = 'shell_exit' | 'target_gone';

/** A terminal on the asset, with events for its output and its end. */
export type TerminalEnd = TargetEnd & {
  /** Output and end are reported from here on; nothing that came earlier is lost. */
  listen: (events: { output: (bytes: Buffer) => void; ended: (how: ChannelEnd) => void }) => void;
};

/** A terminal's bytes in both directions. */
export type TerminalChannel = {
  kind: 'terminal';
  facts: ChannelFacts;
  /** Requests the terminal; called once the recording is open, because nothing runs unrecorded. */
  begin: (size: Size) => Promise<TerminalEnd>;
  close: () => void;
};

/** A logged-in connection; its kind determines what is recorded and what a window shows (decision 0146). */
export type Channel = TerminalChannel;

/** What opening a channel needs from the session. */
export type OpenDeps = RouteDeps & { warn: (detail: object, message: string) => void };

/** Opens a channel of one protocol: connects, directly or through a jump host, and logs in. */
export type OpenChannel = (secret: ConnectionSecret, deps: OpenDeps) => Promise<Channel>;
