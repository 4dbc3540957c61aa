import { createHash } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import type { Database } from '../../platform/database.ts';
import { confirmedPlaces, confirmPlaces } from '../../resources/assets/asset/statements.ts';

/** Whether a machine reached by this protocol proves its identity before it gets a secret. */
export const provesItself = (protocol: string): boolean => protocol === 'ssh' || protocol === 'sftp';

type Place = Pick<Target['connection'], 'asset' | 'domain' | 'protocol'>;

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    : [];

/** Everything that decides which machine answers, and whether others can read what it is sent. */
const hashOf = ({ asset, domain, protocol }: Place): string => {
  const { db_name: _name, ...security } = Object.fromEntries(entriesOf(asset.spec_info));
  const gateways = (domain?.gateways ?? []).map(({ id, address, protocols }) => [
    ...[id, address],
    ...protocols.map(({ name, port }) => `${name}/${port}`).sort(),
  ]);
  const facts = [
    ...[protocol, asset.address, asset.protocols.find(({ name }) => name === protocol)?.port ?? 0],
    ...[Object.entries(security), entriesOf(asset.secret_info)],
    ...[domain?.id ?? null, gateways.map((gateway) => gateway.join(' ')).sort()],
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
};

/**
 * Judges machines that do not prove their identity (decision 0462): they get secrets where a caller who may read them
 * has had secrets sent before, and nowhere else. `note` remembers the places that are new.
 */
export const judgePlaces = async (assets: readonly string[], db: Database) => {
  const known = await confirmedPlaces(assets, db);
  const met = new Map<string, string>();
  return {
    /**
     * Throws why the machine gets no secret. `confirms`: the place is remembered. A command sends the secret of one account
     * by the right to connect as it; that must not open the place to work with all others.
     */
    judge: (place: Place, { trustsFirst, confirms }: { trustsFirst: boolean; confirms: boolean }): void => {
      if (provesItself(place.protocol)) return;
      const [id, hash] = [String(place.asset.id), hashOf(place)];
      if (known.get(id) === hash) return;
      if (!trustsFirst)
        throw new AppError(
          'object_does_not_exist',
          { protocol: place.protocol },
          { messageKey: 'work_no_host_key' },
        );
      if (confirms) met.set(id, hash);
    },
    note: async (): Promise<void> => {
      if (met.size > 0)
        await confirmPlaces(
          [...met].map(([id, place]) => ({ id, place })),
          db,
        );
    },
  };
};

export type Places = Awaited<ReturnType<typeof judgePlaces>>;
