import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { ComputedInput } from './computed/ComputedInput.tsx';
import type { Input } from './FieldUi.ts';
import { fieldUis, kindOf } from './registry.ts';

const files = import.meta.glob<Record<string, Input>>('./*/*Input.tsx', { eager: true });

/** Inputs by kind: `./json/JsonInput.tsx` holds the input of `json`. */
const inputs = Object.fromEntries(
  Object.entries(files).map(([path, file]) => {
    const [, kind = '', name = ''] = path.split(/[./]+/);
    return [kind, file[name]];
  }),
);

/** The input of a field; a kind without an input of its own or of another kind is only displayed. */
export const inputOf = (meta: FieldMeta): Input => {
  const kind = kindOf(meta);
  return inputs[kind] ?? inputs[fieldUis[kind].editedAs ?? ''] ?? ComputedInput;
};
