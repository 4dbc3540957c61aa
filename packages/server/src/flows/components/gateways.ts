import { protocols as knownProtocols } from '@gatehouse/contract/assets/protocols.ts';
import { gatewayOfferSchema } from '@gatehouse/contract/wire/terminal.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { isRefusedHost } from '../../platform/outgoing/checkedHost.ts';
import { isForbiddenAddress } from '../../platform/outgoing/refusedAddress.ts';
import { terminalOfSession } from '../../resources/terminal/session/index.ts';
import { registeredGateways } from '../../resources/terminal/terminal/index.ts';
import { protocolOfToken } from '../connect/tokens.ts';
import { connectMethods } from './connectMethods.ts';

/** Protocol offered even before a gateway has registered. */
const ALWAYS = 'ssh';
const anyHost = new Set(['0.0.0.0', '[::]']);

/**
 * A gateway that listens on all addresses does not know its own: it is reached at the address its heartbeat
 * came from.
 */
const reachableAt = (address: string, remoteAddr: string): string => {
  const url = new URL(address);
  if (anyHost.has(url.hostname)) url.hostname = remoteAddr.includes(':') ? `[${remoteAddr}]` : remoteAddr;
  return url.origin;
};

/**
 * Stores what a gateway reports in its heartbeat; ignores invalid offers, those of other
 * component types, and addresses that nothing is sent to.
 */
export const takeGatewayOffer = async (
  terminalId: string,
  said: unknown,
  { remoteAddr, sessions, db }: { remoteAddr: string; sessions: number; db: Database },
): Promise<void> => {
  const offer = gatewayOfferSchema.safeParse(said);
  if (!offer.success) return;
  const address = reachableAt(offer.data.address, remoteAddr);
  if (isRefusedHost(new URL(address).hostname, isForbiddenAddress)) return;
  const protocols = JSON.stringify(offer.data.protocols);
  await db.rows(sql`insert into terminal_gateway (terminal, address, protocols, sessions, date_seen)
    select g.id, ${address}, ${protocols}::jsonb, ${sessions}, now() from ${registeredGateways} g where g.id = ${terminalId}
    on conflict (terminal) do update set address = excluded.address, protocols = excluded.protocols,
      sessions = excluded.sessions, date_seen = excluded.date_seen`);
};

/**
 * The ways to connect, by protocol: none for those that no registered gateway opens, as clients of the protocol
 * look every protocol up. SSH is always offered.
 */
export const openableMethods = async (
  taken: { has(method: string): boolean },
  db: Database,
): Promise<Record<string, readonly (typeof connectMethods)[number][]>> => {
  const rows = await db.rows<{ name: string }>(
    sql`select distinct jsonb_array_elements_text(g.protocols) as name from terminal_gateway g
      join ${registeredGateways} t on t.id = g.terminal`,
  );
  const left = connectMethods.filter(({ value }) => !taken.has(value));
  const opened = new Set([ALWAYS, ...rows.map(({ name }) => name)]);
  return Object.fromEntries(knownProtocols.map(({ name }) => [name, opened.has(name) ? left : []]));
};

const addresses = (rows: { address: string }[]): string[] => rows.map(({ address }) => address);

/**
 * Addresses of the gateways seen in the last minute that open the protocol of a token, in the order to try
 * them: random, but gateways with fewer sessions come first more often.
 */
export const gatewaysForToken = async (token: string, db: Database): Promise<string[]> => {
  const protocol = (await protocolOfToken(token, db)) ?? ALWAYS;
  return addresses(
    await db.rows<{ address: string }>(
      sql`select g.address from terminal_gateway g join ${registeredGateways} t on t.id = g.terminal
        where g.date_seen > now() - interval '60 seconds' and g.protocols ? ${protocol}::text
        order by random() * (g.sessions + 1)`,
    ),
  );
};

/** Address of the gateway that a session belongs to; empty when there is none. */
export const gatewayOfSession = async (session: string, db: Database): Promise<string[]> => {
  const terminal = await terminalOfSession(session, db);
  if (terminal === undefined) return [];
  return addresses(
    await db.rows<{ address: string }>(
      sql`select g.address from terminal_gateway g join ${registeredGateways} t on t.id = g.terminal
        where g.terminal = ${terminal}`,
    ),
  );
};
