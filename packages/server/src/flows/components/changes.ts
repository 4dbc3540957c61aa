import type { Events } from '../../platform/events.ts';

/**
 * Minimum time between two reports of the same kind, in milliseconds: many changes in a row, such as an import,
 * are reported together. A change of settings or of access rules has to be in force within a second, a fetch included.
 */
const pauses = { access: 1_000, settings: 250, rules: 250 } as const;

/**
 * Calls `tell` when access may have been taken away, or when settings or access rules may have changed. Database
 * triggers publish changes of access and of rules, whatever made them (migrations/0001_extras.sql, 0035). Returns
 * a function that unsubscribes.
 */
export const whenChanges = (what: keyof typeof pauses, events: Events, tell: () => void): (() => void) => {
  let sentAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    timer = undefined;
    sentAt = Date.now();
    tell();
  };
  const end = events.on(what, () => {
    timer ??= setTimeout(now, Math.max(0, sentAt + pauses[what] - Date.now()));
  });
  return () => {
    clearTimeout(timer);
    end();
  };
};
