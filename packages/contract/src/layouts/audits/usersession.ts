import type { ListModeOf } from '../../console/ListMode.ts';
import type { usersession } from '../../resources/audits/usersession.ts';

/** Browsers that are signed in. */
export const onlineSessions: ListModeOf<typeof usersession> = {
  abilities: true,
  without: ['import', 'export'],
};
