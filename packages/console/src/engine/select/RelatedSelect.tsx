import { ariaOf } from '../fields/ariaOf.ts';
import { idsOf } from './idsOf.ts';
import type { RelatedInputProps } from './RelatedInputs.tsx';
import { RemoteSelect } from './RemoteSelect.tsx';

/** Related rows chosen in a select. */
export function RelatedSelect(props: RelatedInputProps & { params?: Record<string, unknown> }) {
  const { url, multiple, meta, value, onChange, params } = props;
  return (
    <RemoteSelect
      {...ariaOf(props)}
      url={url}
      params={params}
      multiple={multiple}
      clearable={!meta.required}
      value={idsOf(value)}
      onChange={(next) => onChange?.(multiple ? next : (next[0] ?? null))}
    />
  );
}
