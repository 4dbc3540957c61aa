import { Mono } from '../../../theme/text/Mono.tsx';
import type { FieldUi } from '../FieldUi.ts';

const SecretCell = () => <Mono>******</Mono>;

/** A secret: encrypted at rest, and never sent back in this field. */
export const ui: FieldUi = {
  Cell: SecretCell,
  column: { width: 120, card: 'hidden' },
  typed: true,
  secret: true,
  toWire: (value) => (value === '' || value === null ? undefined : value),
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    secret: typeof ui;
  }
}
