import { appendFileSync, renameSync, statSync } from 'node:fs';

/** A bounded log file: full files are numbered, the oldest is dropped. */
export interface LogFile {
  write: (text: string) => void;
}

export interface LogLimits {
  bytes: number;
  files: number;
}

/** Opens a log file. A full disk loses log lines, but never stops the program that writes them. */
export const createLogFile = (path: string, limits: LogLimits = { bytes: 20_000_000, files: 5 }): LogFile => {
  let size = sizeOf(path);
  const write = (text: string) => {
    try {
      if (size > limits.bytes) {
        for (let number = limits.files - 1; number > 0; number -= 1)
          move(number === 1 ? path : `${path}.${number - 1}`, `${path}.${number}`);
        size = 0;
      }
      appendFileSync(path, text, { mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch {
      size = sizeOf(path);
    }
  };
  return { write };
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const move = (from: string, to: string) => {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to);
};
