/** The line that is being pasted, in case the machine runs it although it was marked as pasted. */
export type PastedLines = {
  add: (bytes: Buffer) => void;
  /** What was sent since the last line end; null when that was too much to keep. */
  line: () => string | null;
};

/** Longest line that is kept, in bytes. */
const MOST = 64 * 1024;
const PASTE_BEGIN = '\u001b[200~';

/** Starts with an empty line. */
export const createPastedLines = (): PastedLines => {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    add: (bytes) => {
      const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d));
      if (end >= 0) {
        parts = [];
        length = 0;
      }
      const rest = bytes.subarray(end + 1);
      if (rest.length === 0) return;
      length += rest.length;
      if (length <= MOST) parts.push(Buffer.from(rest));
      else parts = [];
    },
    line: () => {
      if (length > MOST) return null;
      const text = Buffer.concat(parts).toString('utf8');
      const begin = text.lastIndexOf(PASTE_BEGIN);
      return begin < 0 ? text : text.slice(begin + PASTE_BEGIN.length);
    },
  };
};
