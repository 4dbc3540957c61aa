import type { ServerResponse } from 'node:http';

/** Ends an answer whose reader takes nothing of it for so long. Where nothing waits for him, it is not he who is slow. */
export const endWhenStalled = (response: ServerResponse, ms: number): void => {
  response.setTimeout(ms, () => {
    if (response.writableLength > 0) response.destroy();
  });
};
