/**
 * Length of the header of a binary frame on the terminal socket: one byte kind, one byte reserved (0), six
 * bytes big-endian offset; the payload follows. The offset numbers the first payload byte in its stream:
 * output counts from the start of the session, input from the start of the client id. All text is UTF-8,
 * whatever the asset's encoding.
 */
export const FRAME_HEADER_BYTES = 8;

/** Kinds of binary frame: `output` and `repaint` come from the gateway, `input` from the client. */
export const FRAME_KINDS = { output: 1, repaint: 2, input: 3 } as const;

/** One of the frame kinds. */
export type FrameKind = keyof typeof FRAME_KINDS;

const kindNames = new Map<number, FrameKind>(
  Object.entries(FRAME_KINDS).map(([name, code]) => [code, name as FrameKind]),
);

/** Writes the header into the first eight bytes of a buffer with room for it. */
export const writeFrameHeader = (bytes: Uint8Array, kind: FrameKind, offset: number): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, FRAME_HEADER_BYTES);
  view.setUint8(0, FRAME_KINDS[kind]);
  view.setUint8(1, 0);
  view.setUint16(2, Math.floor(offset / 0x1_0000_0000));
  view.setUint32(4, offset % 0x1_0000_0000);
};

/** A frame ready to send. */
export const encodeFrame = (
  kind: FrameKind,
  offset: number,
  payload: Uint8Array,
): Uint8Array<ArrayBuffer> => {
  const frame = new Uint8Array(FRAME_HEADER_BYTES + payload.length);
  writeFrameHeader(frame, kind, offset);
  frame.set(payload, FRAME_HEADER_BYTES);
  return frame;
};

/** The parts of a received frame, without copying; null for any other data. */
export const decodeFrame = (
  bytes: Uint8Array,
): { kind: FrameKind; offset: number; payload: Uint8Array } | null => {
  if (bytes.length < FRAME_HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, FRAME_HEADER_BYTES);
  const kind = kindNames.get(view.getUint8(0));
  if (!kind) return null;
  const offset = view.getUint16(2) * 0x1_0000_0000 + view.getUint32(4);
  return { kind, offset, payload: bytes.subarray(FRAME_HEADER_BYTES) };
};
