import type pg from 'pg';
import type { ApiClient } from '../../clients/api.ts';
import type { Terminal } from '../../clients/terminal.ts';
import type { Cluster } from '../../fixtures/cluster.ts';
import type { Member } from '../../fixtures/member.ts';

/** A shell of a user, with the gateway that holds its session. */
export type Shell = { terminal: Terminal; id: string; gateway: Member };

/** Two servers and two gateways with a machine behind them. */
export type Place = {
  cluster: Cluster;
  database: pg.Pool;
  /** The administrator, as a client of each server. */
  admins: [ApiClient, ApiClient];
  asset: { id: string };
  create: (path: string, body: unknown) => Promise<{ id: string }>;
  /** Creates a user who may connect to the machine; answers with a client through the balancer. */
  user: (username: string) => Promise<{ id: string; client: ApiClient }>;
  /** A connection token of a user. */
  token: (client: ApiClient) => Promise<string>;
  /** A shell of a user at its prompt, on the given gateway or on either. */
  quietShell: (client: ApiClient, gateway?: Member) => Promise<Shell>;
};

/** What every rule of commands says that is for all assets and accounts. */
export const everywhere = { priority: 50, assets: { type: 'all' }, accounts: ['@ALL'] };
