import { Cron } from 'croner';

/** The next moment after `from` that a schedule names, in the time zone of the installation. */
export const nextRun = (cron: string, zone: string, from: Date): Date | null =>
  new Cron(cron, { mode: '5-part', timezone: zone }).nextRun(from);
