import { open } from 'node:fs/promises';

const BLOCK = 64 * 1024;

/** End of the last complete line in the file; 0 when there is none. */
const lastLineEnd = async (
  read: (position: number, length: number) => Promise<Buffer>,
  size: number,
): Promise<number> => {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - BLOCK);
    const at = (await read(start, end - start)).lastIndexOf(0x0a);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
};

/** The line that ends at the offset, without its line feed. */
const lineBefore = async (
  read: (position: number, length: number) => Promise<Buffer>,
  end: number,
): Promise<string> => {
  let text = Buffer.alloc(0);
  for (let from = end - 1; from > 0; ) {
    const start = Math.max(0, from - BLOCK);
    const block = await read(start, from - start);
    const at = block.lastIndexOf(0x0a);
    text = Buffer.concat([block.subarray(at + 1), text]);
    if (at >= 0) break;
    from = start;
  }
  return text.toString('utf8');
};

const timeOf = (line: string): number | null => {
  try {
    const event: unknown = JSON.parse(line);
    if (Array.isArray(event) && typeof event[0] === 'number') return event[0];
    return event !== null && typeof event === 'object' && 'version' in event ? 0 : null;
  } catch {
    return null;
  }
};

/** Result of repairing a recording after a crash. */
export type Repaired = {
  /** False when not even the header is complete: nothing can be played. */
  playable: boolean;
  /** Seconds from the start to the last event. */
  duration_s: number;
};

/**
 * Cuts a half-written end off a recording, so that it ends with a readable line. The file keeps the time of
 * its last write, by which the end of the session is known.
 */
export const repairRecording = async (path: string): Promise<Repaired> => {
  const file = await open(path, 'r+');
  try {
    const { size, atime, mtime } = await file.stat();
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    let end = await lastLineEnd(read, size);
    let duration: number | null = null;
    // A torn write after a power failure can leave several unreadable lines.
    while (end > 0 && duration === null) {
      const line = await lineBefore(read, end);
      duration = timeOf(line);
      if (duration === null) end -= Buffer.byteLength(line) + 1;
    }
    if (end < size) {
      await file.truncate(Math.max(0, end));
      await file.utimes(atime, mtime);
      await file.datasync();
    }
    return { playable: end > 0, duration_s: duration ?? 0 };
  } finally {
    await file.close();
  }
};
