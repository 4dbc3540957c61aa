import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * For servers in tests: hands over the whole body of a request. A request that is cut off before its end is dropped, as
 * it is when the program under test stops; what fails in `take` stays unhandled, and fails the run.
 */
export const onBody = (request: IncomingMessage, take: (body: Buffer) => unknown): void => {
  void buffer(request).then(take, () => undefined);
};
