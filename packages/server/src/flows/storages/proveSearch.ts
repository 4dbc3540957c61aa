import { AppError } from '@gatehouse/contract/errors.ts';
import { createSearchService, SearchRefused } from '../../platform/search/searchService.ts';
import type { StoredMeta } from '../../resources/storageMeta.ts';
import { openCommandIndex, searchPlaceOf } from './commandIndex.ts';
import type { OpenedMeta } from './openReplayStorage.ts';
import { causeOf } from './probe.ts';

/** How long a search service has to answer, in milliseconds (reference 05 §3.2). */
const pingMs = 3_000;

/** What a command storage is told, with the addresses as they are: with their passwords. */
export const openedSearchMeta = (stored: StoredMeta, vault: { open(sealed: string): string }): OpenedMeta => {
  const { HOSTS: sealed } = stored.secrets;
  return { ...stored.meta, ...(sealed && { HOSTS: JSON.parse(vault.open(sealed)) }) };
};

/** Asks a search service whether it is there; throws why it is not. */
export const pingSearch = async (meta: OpenedMeta): Promise<void> => {
  await createSearchService(searchPlaceOf(meta)).send({ method: 'GET', path: '/' }, pingMs);
};

/** Refuses a command storage that cannot be reached. */
export const proveSearch = async (meta: OpenedMeta): Promise<void> => {
  try {
    await pingSearch(meta);
    await openCommandIndex(meta).prepare();
  } catch (error) {
    const cause = error instanceof SearchRefused ? `HTTP ${error.status}` : causeOf(error);
    throw new AppError('invalid_elasticsearch', { cause });
  }
};
