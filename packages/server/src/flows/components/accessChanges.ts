import type { Events } from '../../platform/events.ts';

/**
 * Minimum time between two reports, in milliseconds: many changes in a row, such as an import, are reported
 * together.
 */
const pauseMs = 1_000;

/**
 * Calls `tell` when access may have been taken away. Database triggers publish the event, whatever made the
 * change (migrations/0001_extras.sql). Returns a function that unsubscribes.
 */
export const whenAccessChanges = (events: Events, tell: () => void): (() => void) => {
  let sentAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    timer = undefined;
    sentAt = Date.now();
    tell();
  };
  const end = events.on('access', () => {
    timer ??= setTimeout(now, Math.max(0, sentAt + pauseMs - Date.now()));
  });
  return () => {
    clearTimeout(timer);
    end();
  };
};
