import { inIpGroup } from '@gatehouse/contract/network/ipGroup.ts';
import type { endpoint } from '@gatehouse/contract/resources/terminal/endpoint.ts';
import { DEFAULT_ENDPOINT_ID } from '@gatehouse/contract/wire/endpoints.ts';
import type { Row } from '../../engine/resource.ts';

type Endpoint = Row<typeof endpoint>;

/** A rule that takes part in the choice. */
export type Rule = { ip_group: string[]; endpoint: string | null };

/** Whose connection the endpoint is for: the address of the asset, and the values of its labels `endpoint`. */
export type Target = { address: string; wishes: readonly string[] };

/** Protocols that are served at the port of another one. */
const sharedPorts: Readonly<Record<string, string>> = { sftp: 'ssh', telnet: 'ssh' };

/** Whether clients can use the endpoint for a protocol; the default one fits all. */
const serves = (candidate: Endpoint, protocol: string): boolean => {
  if (candidate.id === DEFAULT_ENDPOINT_ID) return true;
  const port = Object.entries(candidate).find(
    ([name]) => name === `${sharedPorts[protocol] ?? protocol}_port`,
  );
  return Number(port?.[1] ?? 0) > 0;
};

const time = ({ date_updated }: Endpoint): number => new Date(date_updated ?? 0).getTime();

/**
 * The endpoint for a connection (reference 05 §4.2): one that a label of the asset names, the latest changed
 * first; else that of the first rule for the address of the asset; else the default one. Each must serve the
 * protocol. `rules` are the active ones by priority.
 */
export const chooseEndpoint = (
  { endpoints, rules }: { endpoints: readonly Endpoint[]; rules: readonly Rule[] },
  { address, wishes }: Target,
  protocol: string,
): Endpoint | undefined => {
  const named = endpoints.filter(({ name }) => wishes.includes(name)).sort((a, b) => time(b) - time(a));
  const ruled = rules
    .filter(({ ip_group }) => inIpGroup(address, ip_group))
    .flatMap((rule) => endpoints.filter(({ id }) => id === rule.endpoint));
  return (
    [...named, ...ruled].find((candidate) => serves(candidate, protocol)) ??
    endpoints.find(({ id }) => id === DEFAULT_ENDPOINT_ID)
  );
};
