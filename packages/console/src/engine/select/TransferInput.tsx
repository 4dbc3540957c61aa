import { Suspense, useState } from 'react';
import { part } from '../../platform/part/part.ts';
import { ariaOf } from '../fields/ariaOf.ts';
import { idsOf } from './idsOf.ts';
import type { RelatedInputProps } from './RelatedInputs.tsx';
import styles from './Transfer.module.css';
import { useRemoteOptions } from './useRemoteOptions.ts';

const TransferDialog = part(() => import('./TransferDialog.tsx').then((m) => m.TransferDialog));

const MOST_TAGS = 10;

/** Many related rows, chosen in a dual list. */
export function TransferInput(props: RelatedInputProps) {
  const [isOpen, setOpen] = useState(false);
  const ids = idsOf(props.value);
  const remote = useRemoteOptions({ url: props.url, search: '', chosen: ids, isOpen: false });
  const labelOf = (id: string | number) => remote.labelOf(id) ?? String(id);
  const { placeholder: _, ...aria } = ariaOf(props);
  return (
    <>
      <button
        type="button"
        {...aria}
        className={styles.trigger}
        disabled={remote.isForbidden || props.disabled}
        onClick={() => setOpen(true)}
      >
        {ids.slice(0, MOST_TAGS).map((id) => (
          <span key={id} className={styles.tag}>
            {labelOf(id)}
          </span>
        ))}
        {ids.length > MOST_TAGS && <span className={styles.tag}>+{ids.length - MOST_TAGS}</span>}
      </button>
      {isOpen && (
        <Suspense>
          <TransferDialog
            title={props.meta.label}
            url={props.url}
            chosen={ids.map((id) => ({ id: String(id), label: labelOf(id) }))}
            onClose={() => setOpen(false)}
            onConfirm={(chosen) => {
              props.onChange?.(chosen.map(({ id }) => id));
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
