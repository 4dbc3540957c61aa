import { fieldError } from '@gatehouse/contract/errors.ts';
import type { ftplog } from '@gatehouse/contract/resources/audits/ftplog.ts';
import type { Behaviour, Row, Values } from '../../../engine/resource.ts';
import { onlyOwnSessions } from '../../ownTerminal.ts';

/** What is told later: whether it succeeded, and once, that a copy was kept. */
const toldLater: ReadonlySet<string> = new Set(['is_success', 'has_file']);

/** Evidence that not even the component that reported it changes (docs/decisions/0264). */
const unchangeable = (before: Row<typeof ftplog>, values: Values<typeof ftplog>): Values<typeof ftplog> =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => name in values && (!toldLater.has(name) || (name === 'has_file' && value === true)),
    ),
  );

/**
 * File operations, as components report them (reference 05 §6.4); each belongs to a session of the component
 * that reports it.
 */
export const ftpLogBehaviour = (): Behaviour<typeof ftplog> => ({
  beforeWrite: async ({ before, values, ctx }) => {
    if (!before && !values.session) throw fieldError('session', 'required');
    const sessions = [before?.session, values.session].filter((session) => session !== undefined);
    await onlyOwnSessions(sessions, ctx);
    return before && unchangeable(before, values);
  },
});
