import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { shortName } from '../../../theme/text/identity.ts';

/** A session as the server returns it, in a list or on its own. */
export type Session = RowOf<typeof session>;

/** Who works where: names a session in titles, confirmations and accessible names. */
export const nameOfSession = ({ user, asset }: Pick<Session, 'user' | 'asset'>): string =>
  `${shortName(user)} → ${shortName(asset)}`;
