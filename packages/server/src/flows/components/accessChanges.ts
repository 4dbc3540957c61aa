import type { Notices } from '../../platform/notices.ts';

/** Many changes in a row, as an import makes them, are told at most this often. */
const pauseMs = 1_000;

/**
 * Tells when somebody may have lost access: a trigger of the database says so, whichever way the change came
 * (migrations/0001_extras.sql). The answer ends the telling.
 */
export const whenAccessChanges = (notices: Notices, tell: () => void): (() => void) => {
  let toldAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    timer = undefined;
    toldAt = Date.now();
    tell();
  };
  const end = notices.listen('gatehouse_access', () => {
    timer ??= setTimeout(now, Math.max(0, toldAt + pauseMs - Date.now()));
  });
  return () => {
    clearTimeout(timer);
    end();
  };
};
