import type { Behaviour } from '../../engine/resource.ts';
import { onlyOwnSessions } from '../ownTerminal.ts';

/** File transfers, as components report them (reference 05 §6.4). */
export const ftpLogBehaviour = (): Behaviour => ({
  beforeWrite: async ({ before, values, ctx }) => {
    const sessions = [before?.session, values.session].filter((one) => typeof one === 'string' && one !== '');
    await onlyOwnSessions(sessions, ctx);
    return undefined;
  },
});
