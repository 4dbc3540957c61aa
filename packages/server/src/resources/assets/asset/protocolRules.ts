import { protocolOf } from '@gatehouse/contract/assets/protocols.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { Row } from '../../../engine/resource.ts';
import type { PlatformRow } from './platformOf.ts';

/** A protocol of an asset. */
export type AssetProtocol = Row<typeof asset>['protocols'][number];

/** Port implied by an address: an explicit one, else 80 for http and 443 for anything else. */
export const portOfAddress = (address: string): number => {
  const url = /^([a-z][a-z0-9+.-]*):\/\/(?:[^@/?#]*@)?(?:\[[^\]]*\]|[^:/?#]*)(?::(\d{1,5}))?/i.exec(address);
  if (url?.[2]) return Number(url[2]);
  if (url) return url[1]?.toLowerCase() === 'http' ? 80 : 443;
  const bare = /^[^:/?#\s]+:(\d{1,5})(?:[/?#]|$)/.exec(address);
  return bare ? Number(bare[1]) : 443;
};

const portFor = (name: string, platform: PlatformRow, address: string): number => {
  const known = protocolOf(name);
  if (known?.port_from_addr) return portOfAddress(address);
  return platform.protocols.find((protocol) => protocol.name === name)?.port ?? known?.port ?? 0;
};

/** Default protocols of an asset: those its platform marks primary, required or default. */
export const defaultProtocols = (platform: PlatformRow, address: string): AssetProtocol[] =>
  platform.protocols
    .filter((protocol) => protocol.primary || protocol.required || protocol.default)
    .map(({ name, port }) => ({
      name,
      port: protocolOf(name)?.port_from_addr ? portOfAddress(address) : port,
    }));

/**
 * Protocols as stored: unknown names are refused, of several with the same name the last counts, an empty
 * port is filled in, and those that are primary or required on the platform must be present.
 */
export const checkProtocols = (
  protocols: readonly AssetProtocol[],
  platform: PlatformRow,
  address: string,
): AssetProtocol[] => {
  const named = new Map(protocols.map((value) => [value.name, value]));
  const offered = new Set(platform.protocols.map(({ name }) => name));
  const strange = [...named.keys()].find((name) => !offered.has(name) && !protocolOf(name));
  if (strange !== undefined)
    throw fieldError('protocols', 'protocol_not_offered', { name: strange.slice(0, 32) });
  const missing = platform.protocols
    .filter((protocol) => (protocol.primary || protocol.required) && !named.has(protocol.name))
    .map(({ name }) => name);
  if (missing.length) throw fieldError('protocols', 'protocols_required', { names: missing.join(', ') });
  return [...named.values()].map(({ name, port }) => ({
    name,
    port: port ?? portFor(name, platform, address),
  }));
};

/** The protocols of an asset, stored or sent, plus those of its platform that it lacks. */
export const withPlatformProtocols = (
  stored: readonly AssetProtocol[],
  platform: PlatformRow,
  address: string,
): AssetProtocol[] => {
  const known = new Set(stored.map(({ name }) => name));
  const added = platform.protocols.filter(({ name }) => !known.has(name));
  return [...stored, ...added.map(({ name }) => ({ name, port: portFor(name, platform, address) }))];
};
