import { AppError } from '@gatehouse/contract/errors.ts';
import type {
  ConnectionSecret,
  JumpHost,
  KnownHostKey,
  SecretAccount,
} from '@gatehouse/contract/wire/connection.ts';
import { sql } from 'drizzle-orm';
import { type Context, once } from '../../../engine/context.ts';
import { valuesIn } from '../../../engine/resource.ts';
import { type Database, uuids } from '../../../platform/database.ts';
import { type SealedAccount, sealedLoginOf } from '../../../resources/accounts/account/secrets.ts';
import { openedSecret } from '../../../resources/accounts/secretValue.ts';
import { allAssets } from '../../../resources/assets/asset/relations.ts';
import { allDomains } from '../../../resources/assets/domain/relations.ts';
import { allPlatforms } from '../../../resources/assets/platform/relations.ts';
import { allHostKeys } from '../../../resources/terminal/hostkey/relations.ts';
import { assetFacts, platformFacts } from './secretFacts.ts';

/** An asset as far as connections need it. */
export type AssetRow = {
  id: string;
  name: string;
  address: string;
  org_id: string;
  domain: string | null;
  protocols: { name: string; port: number | null }[];
  platform: number;
};
type PlatformRow = {
  id: number;
  name: string;
  charset: string;
  domain_enabled: boolean;
  protocols: { name: string; port: number; setting?: Record<string, unknown> }[];
};

/** The one row that is needed; throws that the token is invalid where there is none. */
export const first = async <T>(rows: Promise<T[]>): Promise<T> => {
  const found = (await rows)[0];
  if (!found) throw new AppError('connection_token_invalid');
  return found;
};

/** Assets to connect to, without those that are not in use. */
export const assetRows = (ids: readonly string[], db: Database): Promise<AssetRow[]> =>
  db.rows<AssetRow>(
    sql`select id::text as id, name, address, org_id::text as org_id, domain::text as domain, protocols, platform::int as platform from ${allAssets} a where id = any(${uuids(ids)}) and is_active and platform is not null`,
  );

/** An asset to connect to; throws where it is not in use. */
export const assetRow = (assetId: string, ctx: Context): Promise<AssetRow> =>
  first(assetRows([assetId], ctx.db));

const platformRow = (platformId: number, ctx: Context): Promise<PlatformRow> =>
  first(
    ctx.db.rows<PlatformRow>(
      sql`select id::int as id, name, charset, domain_enabled, protocols from ${allPlatforms} p where id = ${platformId}`,
    ),
  );

/** A choice that is its own label. */
export const labelled = (value: string) => ({ value, label: value });

const withPorts = (protocols: AssetRow['protocols']) =>
  protocols.filter(
    (protocol): protocol is { name: string; port: number } => !!protocol.port && protocol.port > 0,
  );

/** An account with its secret opened, under the name by which it was asked for. */
export const secretOf = async (
  account: SealedAccount,
  alias: string,
  ctx: Context,
): Promise<SecretAccount> => ({
  id: account.id,
  name: account.name,
  alias,
  username: account.username === 'null' ? '' : account.username,
  secret_type: labelled(account.secret_type),
  secret: (await openedSecret(account.secret, ctx)) ?? '',
  passphrase: null,
  privileged: account.privileged,
  su_from: null,
});

const hostKeys = (assetId: string, address: string, port: number, ctx: Context): Promise<KnownHostKey[]> =>
  ctx.db.rows<KnownHostKey>(
    sql`select key_type, fingerprint, key from ${allHostKeys} h where asset = ${assetId} and address = ${address} and port = ${port} and is_active`,
  );

const sshPort = (protocols: AssetRow['protocols'], protocol = 'ssh') =>
  protocols.find((entry) => entry.name === protocol)?.port ?? 22;

const jumpHosts = async (domain: string, ctx: Context): Promise<JumpHost[]> => {
  const rows =
    await ctx.db.rows<AssetRow>(sql`select a.id::text as id, a.name, a.address, a.org_id::text as org_id, a.protocols, a.platform::int as platform
    from ${allAssets} a join ${allPlatforms} p on p.id = a.platform and p.name = 'Gateway' where a.domain = ${domain} and a.is_active
    order by case a.connectivity when 'ok' then 0 when '-' then 1 else 2 end, random()`);
  const hosts: JumpHost[] = [];
  for (const row of rows) {
    const account = await sealedLoginOf(row.id, ctx.db);
    if (!account) continue;
    const platform = await platformRow(row.platform, ctx);
    hosts.push({
      id: row.id,
      name: row.name,
      address: row.address,
      protocols: withPorts(row.protocols),
      platform: {
        protocols: platform.protocols.map((protocol) => ({
          name: protocol.name,
          port: protocol.port || 22,
          setting: protocol.setting ?? {},
        })),
      },
      account: await secretOf(account, account.name, ctx),
      known_host_keys: await hostKeys(row.id, row.address, sshPort(row.protocols), ctx),
    });
  }
  return hosts;
};

/** What our gateway needs of a platform: only protocols that have a port. */
const platformOnWire = (platform: PlatformRow, known: object) => {
  const shown: Record<string, unknown>[] = 'protocols' in known ? (known.protocols as never) : [];
  const byName = new Map(shown.map((protocol) => [protocol.name, protocol]));
  return {
    id: platform.id,
    name: platform.name,
    charset: labelled(platform.charset),
    protocols: platform.protocols
      .filter(({ port }) => port > 0)
      .map(({ name, port, setting = {} }) => {
        const told = byName.get(name);
        return { ...told, name, port, setting: { ...valuesIn(told?.setting), ...setting } };
      }),
  };
};

/** The gateways through which an asset is reached; null when there are none. */
const domainOf = async (domain: string, ctx: Context): Promise<ConnectionSecret['domain']> => {
  const gateways = await jumpHosts(domain, ctx);
  if (gateways.length === 0) return null;
  const [found] = await ctx.db.rows<{ name: string }>(
    sql`select name from ${allDomains} d where id = ${domain}`,
  );
  return { id: domain, name: found?.name ?? '', gateways };
};

/** A value of the request by the id of what it is about. */
const onceFor = <T>(what: string, id: string | number, ctx: Context, make: () => Promise<T>): Promise<T> =>
  once(ctx, `${what} ${id}`, make);

/** Where an asset is and what it is, the gateways that lead to it, and the host keys that are trusted. */
export const placeOf = async (asset: AssetRow, protocol: string, ctx: Context) => {
  const platform = await onceFor('platform to connect to', asset.platform, ctx, () =>
    platformRow(asset.platform, ctx),
  );
  const known = await onceFor('platform on the wire', asset.platform, ctx, () =>
    platformFacts(platform.id, ctx),
  );
  const { domain_enabled } = platform;
  const domain = domain_enabled && asset.domain;
  const { id, name, address, org_id } = asset;
  return {
    asset: {
      ...(await assetFacts(id, ctx)),
      ...{ id, name, address, org_id, protocols: withPorts(asset.protocols) },
    },
    platform: { ...known, ...platformOnWire(platform, known) },
    domain: domain ? await onceFor('gateways of', domain, ctx, () => domainOf(domain, ctx)) : null,
    known_host_keys: await hostKeys(id, address, sshPort(asset.protocols, protocol), ctx),
  };
};
