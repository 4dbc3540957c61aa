import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import type { Http } from '../../platform/http/http.ts';

/** A session from its detail. */
export type SessionRow = RowOf<typeof session, 'retrieve'>;

/** Loads one session. */
export const loadSession = (http: Http, id: string, signal: AbortSignal): Promise<SessionRow> =>
  http.row<typeof session>('/api/v1/terminal/sessions/', id, { signal, disableFlashErrorMsg: true });

const NAMED = /^(.*)\(([^()]*)\)$/s;

/** `Ann Lee` of `Ann Lee(ann)`. */
export const personOf = (display: string): string => NAMED.exec(display)?.[1]?.trim() || display;

/** `root@web-01` of account `Root(root)` and asset `web-01(10.0.0.5)`. */
export const userAtAsset = ({ account, asset }: Pick<SessionRow, 'account' | 'asset'>): string => {
  const username = NAMED.exec(account)?.[2] || account;
  return `${username}@${NAMED.exec(asset)?.[1]?.trim() || asset}`;
};
