import { AppError } from '@gatehouse/contract/errors.ts';
import { countSecrets, moveSecrets } from '../../flows/vault/moveSecrets.ts';
import { Refusal } from '../../platform/refusal.ts';
import { keyValueAt } from '../../platform/secretStore/keyValue.ts';
import { vaultPlaceOf } from '../../platform/secretStore/secretStore.ts';
import type { Services } from '../services.ts';

/** How the command is used. */
export const vaultUsage = 'Use npm run vault -- status, npm run vault -- sync or npm run vault -- back.';

type Installation = Pick<Services, 'unhurried' | 'settings' | 'lookup'>;

/** Says each time another tenth is done. */
const tenths = (say: (line: string) => void) => {
  let told = 0;
  return (percent: number) => {
    const tenth = Math.floor(percent / 10);
    if (tenth <= told) return;
    told = tenth;
    say(`${tenth * 10}%`);
  };
};

const counted = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'secret' : 'secrets'}`;

/** Where new secrets go must agree with where they are moved, or the move would have no end. */
const refuseAgainst = (verb: 'sync' | 'back', isOn: boolean): void => {
  if (verb === 'back' && isOn)
    throw new Refusal(
      'Start the servers without GATEHOUSE_VAULT_ENABLED first: new secrets still go to the vault.',
    );
  if (verb === 'sync' && !isOn)
    throw new Refusal(
      'Start the servers with GATEHOUSE_VAULT_ENABLED=1 first: new secrets still go to the database.',
    );
};

/** Tells where the secrets of accounts lie, moves them to the vault, or brings them back. */
export const vaultCommand = async (
  [verb, ...rest]: readonly (string | undefined)[],
  { unhurried: db, settings, lookup }: Installation,
  say: (line: string) => void,
): Promise<void> => {
  if (rest.length > 0 || (verb !== 'status' && verb !== 'sync' && verb !== 'back'))
    throw new Refusal(vaultUsage);
  if (verb === 'status') {
    const { vault, database } = await countSecrets(db);
    say(`new secrets go to the ${settings.get('VAULT_ENABLED') ? 'vault' : 'database'}`);
    return say(`${counted(vault)} in the vault, ${counted(database)} in the database`);
  }
  refuseAgainst(verb, settings.get('VAULT_ENABLED'));
  const keyValue = keyValueAt(vaultPlaceOf(settings));
  const tell = tenths(say);
  const progress = (moved: number, total: number) => tell((100 * moved) / Math.max(1, total));
  const to = verb === 'sync' ? 'vault' : 'database';
  try {
    const moved = await moveSecrets(to, { db, keyValue, progress });
    say(`${counted(moved)} moved to the ${to}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const text = lookup('en', `errors.${error.messageKey}`, error.params) ?? error.messageKey;
    throw new Refusal(`${text} What was moved stays moved; the same command goes on.`);
  }
};
