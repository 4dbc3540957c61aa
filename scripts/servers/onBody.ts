import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * For servers in tests: passes on the whole body of a request. A request that is cut off is dropped, as happens when
 * the program under test stops; an error in `take` stays unhandled and fails the run.
 */
export const onBody = (request: IncomingMessage, take: (body: Buffer) => unknown): void => {
  void buffer(request).then(take, () => undefined);
};
