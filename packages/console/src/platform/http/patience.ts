/**
 * How long a request may be silent. Every sign of life starts the time anew, so that a long download is never cut
 * while bytes flow, and one that stalls is not waited for.
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
    /** Aborted when the patience is at its end. */
    signal: limit.signal,
    alive,
    /** Nothing more is waited for. */
    done: () => clearTimeout(timer),
  };
};

/** Answers of these kinds have no body, although Chromium gives them an empty stream. */
const withoutBody = [204, 205, 304];

/** The same answer, whose bytes are heard as they come and whose reading ends with the signal. */
export const heard = (
  response: Response,
  onBytes: (received: number) => void,
  signal: AbortSignal,
): Response => {
  if (!response.body || withoutBody.includes(response.status)) return response;
  let received = 0;
  const listening = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, next) => {
      received += bytes.length;
      onBytes(received);
      next.enqueue(bytes);
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(listening, { signal }), { status, headers });
};
