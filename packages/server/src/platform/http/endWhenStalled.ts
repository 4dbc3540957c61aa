import type { ServerResponse } from 'node:http';

/**
 * Ends an answer whose client has read nothing for this long. A client that has nothing to read is idle, not
 * slow.
 */
export const endWhenStalled = (response: ServerResponse, ms: number): void => {
  response.setTimeout(ms, () => {
    if (response.writableLength > 0) response.destroy();
  });
};
