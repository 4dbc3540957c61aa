import type { Settings } from '../../platform/settings.ts';

/** Whether gateways let lines pass, marked, that may run more than was judged. */
export const passesUnknown = (settings: Pick<Settings, 'get'>): boolean =>
  settings.get('SECURITY_UNKNOWN_COMMAND') === 'accept';
