import { FRAME_HEADER_BYTES, writeFrameHeader } from '@gatehouse/contract/wire/gatewayFrame.ts';

/**
 * The latest output of a session, numbered by byte and kept as frames ready to send. Acknowledged output is
 * freed; of the rest, only the newest is kept, up to the limit.
 */
export type OutputLog = {
  /** Adds bytes and returns them as a frame. */
  append: (bytes: Buffer) => Buffer;
  /** Frees everything before the offset. */
  release: (offset: number) => void;
  /** Frames from the offset on; null when the offset is invalid or some are already freed. */
  since: (offset: number) => Buffer[] | null;
  /** Offset of the next byte. */
  end: () => number;
  /** Bytes held. */
  size: () => number;
};

type Entry = { offset: number; frame: Buffer };

const lengthOf = (entry: Entry) => entry.frame.length - FRAME_HEADER_BYTES;

/** An empty log that never holds much more than `limit` bytes. */
export const createOutputLog = (limit: number): OutputLog => {
  let entries: Entry[] = [];
  let end = 0;
  let held = 0;

  const dropUntil = (index: number) => {
    for (let i = 0; i < index; i += 1) held -= lengthOf(entries[i]!);
    if (index > 0) entries = entries.slice(index);
  };

  return {
    append: (bytes) => {
      const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + bytes.length);
      writeFrameHeader(frame, 'output', end);
      bytes.copy(frame, FRAME_HEADER_BYTES);
      entries.push({ offset: end, frame });
      end += bytes.length;
      held += bytes.length;
      // Entries are dropped in batches, so that a flood does not move the array for every chunk.
      if (held > limit * 1.25) {
        let excess = held - limit;
        let index = 0;
        while (index < entries.length - 1 && excess > 0) {
          excess -= lengthOf(entries[index]!);
          index += 1;
        }
        dropUntil(index);
      }
      return frame;
    },
    release: (offset) => {
      let index = 0;
      while (index < entries.length && entries[index]!.offset + lengthOf(entries[index]!) <= offset)
        index += 1;
      dropUntil(index);
    },
    since: (offset) => {
      if (offset > end || offset < 0) return null;
      if (offset === end) return [];
      const first = entries[0];
      if (!first || first.offset > offset) return null;
      const frames: Buffer[] = [];
      for (const entry of entries) {
        const skip = offset - entry.offset;
        if (skip >= lengthOf(entry)) continue;
        if (skip <= 0) frames.push(entry.frame);
        else {
          const rest = Buffer.from(entry.frame.subarray(skip));
          writeFrameHeader(rest, 'output', offset);
          frames.push(rest);
        }
      }
      return frames;
    },
    end: () => end,
    size: () => held,
  };
};
