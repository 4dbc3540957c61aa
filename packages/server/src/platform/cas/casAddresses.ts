import { CasFailure } from './casFailure.ts';

/** A CAS server and the version of its protocol. */
export type CasServer = { url: string; version: 1 | 2 | 3 };

const validation = { 1: 'validate', 2: 'serviceValidate', 3: 'p3/serviceValidate' } as const;

const addressOf = ({ url }: CasServer, path: string, query: Readonly<Record<string, string>>): URL => {
  const base = URL.parse(url.trim());
  if (!base || !/^https?:$/.test(base.protocol) || base.username) throw new CasFailure('address', url);
  const address = new URL(`${base.pathname.replace(/\/+$/, '')}/${path}`, base.origin);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
};

/** Where a user signs in, to come back to `service` with a ticket. */
export const casLoginAddress = (server: CasServer, service: string): URL =>
  addressOf(server, 'login', { service });

/** Where a user signs out of the server, too; it may lead back to `service`. */
export const casLogoutAddress = (server: CasServer, service: string): URL =>
  addressOf(server, 'logout', { service });

/** Where a ticket for `service` is checked. */
export const casValidationAddress = (server: CasServer, service: string, ticket: string): URL =>
  addressOf(server, validation[server.version], { service, ticket });

/**
 * Whether a text may be a service ticket (CAS protocol §3.1, §3.7). Those of proxies are none: a program with
 * one is not the user.
 */
export const isServiceTicket = (text: string): boolean => /^ST-[\w.-]{1,253}$/.test(text);
