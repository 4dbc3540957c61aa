/**
 * Limits how long a request may be silent. Every byte restarts the time, so that a long download is not cut
 * off while data arrives, but a stalled one is.
 */
export const createPatience = (ms: number) => {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => limit.abort(), ms);
  };
  alive();
  return {
    /** Aborts when the time is over. */
    signal: limit.signal,
    alive,
    /** Stops waiting. */
    done: () => clearTimeout(timer),
  };
};

/** Answers with these statuses have no body, although Chromium gives them an empty stream. */
const withoutBody = [204, 205, 304];

/** The same answer, which reports its bytes as they arrive and ends when the signal aborts. */
export const heard = (
  response: Response,
  onBytes: (received: number, bytes: Uint8Array) => void,
  signal: AbortSignal,
): Response => {
  if (!response.body || withoutBody.includes(response.status)) return response;
  let received = 0;
  const listening = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, next) => {
      received += bytes.length;
      onBytes(received, bytes);
      next.enqueue(bytes);
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(listening, { signal }), { status, headers });
};
