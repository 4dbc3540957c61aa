import { createHash } from 'node:crypto';

/** How a machine is recognized by its host key; the first key is trusted where none is recorded yet. */
export type TrustedKey = {
  /** The recorded fingerprint, `SHA256:…`; empty: none yet. */
  recorded: string;
  /** Records the first fingerprint once the machine was signed in to; returns the recorded one. */
  record(fingerprint: string): Promise<string>;
};

/** A machine showed another host key than the recorded one: it was replaced, or it is another machine. */
export class HostKeyChanged extends Error {
  readonly code = 'HostKeyChanged';
  readonly recorded: string;
  readonly shown: string;
  constructor(recorded: string, shown: string) {
    super(`The host key ${shown} is not the recorded one, ${recorded}.`);
    this.recorded = recorded;
    this.shown = shown;
  }
}

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Checks the host keys of one machine, connection by connection; without `trusted`, any key is accepted. */
export const watchHostKey = (trusted: TrustedKey | undefined) => {
  let recorded = trusted?.recorded ?? '';
  return () => {
    let shown = '';
    const changed = () =>
      recorded && shown && recorded !== shown ? new HostKeyChanged(recorded, shown) : undefined;
    return {
      /** Whether the connection may go on; asked before anything secret is sent. */
      verify: (key: Buffer): boolean => {
        shown = fingerprintOf(key);
        return trusted === undefined || !changed();
      },
      /** Why the connection was refused, if because of the key. */
      changed: () => (trusted ? changed() : undefined),
      /** Records the first key. */
      keep: async (): Promise<void> => {
        if (!trusted || recorded) return;
        recorded = await trusted.record(shown);
        const problem = changed();
        if (problem) throw problem;
      },
    };
  };
};
