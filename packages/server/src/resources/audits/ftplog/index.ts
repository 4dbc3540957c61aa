import { fieldError } from '@gatehouse/contract/errors.ts';
import type { ftplog } from '@gatehouse/contract/resources/audits/ftplog.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { onlyOwnSessions } from '../../ownTerminal.ts';

/**
 * File operations, as components report them (reference 05 §6.4); each belongs to a session of the component
 * that reports it.
 */
export const ftpLogBehaviour = (): Behaviour<typeof ftplog> => ({
  beforeWrite: async ({ before, values, ctx }) => {
    if (!before && !values.session) throw fieldError('session', 'required');
    const sessions = [before?.session, values.session].filter((session) => session !== undefined);
    await onlyOwnSessions(sessions, ctx);
    return undefined;
  },
});
