import type { Outbox } from '@gatehouse/component/flows/outbox.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import type { Pauses } from '@gatehouse/component/platform/retry.ts';
import type { TerminalConfig } from '@gatehouse/contract/wire/terminal.ts';
import type { CoreApi } from '../engine/core/coreApi.ts';
import type { Spool } from '../engine/recording/spool.ts';
import type { Syncer } from '../engine/recording/syncer.ts';
import type { ScreenHost } from '../engine/screen/screenHost.ts';
import type { CommandPost } from './commandPost.ts';
import type { Delivery } from './delivery.ts';
import type { TicketEnds } from './gate/ticketEnds.ts';
import type { PermissionRound } from './permission/permissionRound.ts';
import type { Renewals } from './permission/renewals.ts';
import type { Registry } from './registry.ts';

/** What opening a session needs from the process. */
export type SessionDeps = {
  core: CoreApi;
  spool: Spool;
  syncer: Syncer;
  screens: ScreenHost;
  pauses: Pauses;
  outbox: Outbox;
  commands: CommandPost;
  delivery: Delivery;
  registry: Registry;
  checks: Pick<PermissionRound, 'announced_ms'>;
  renewals: Renewals;
  tickets: TicketEnds;
  config: () => TerminalConfig;
  log: Log;
};
