import TableOutlined from '@ant-design/icons/TableOutlined';
import { Button, Space } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../platform/part/part.ts';
import { idsOf } from './idsOf.ts';
import type { RelatedInputProps } from './RelatedInputs.tsx';
import { RelatedSelect } from './RelatedSelect.tsx';
import { useRemoteOptions } from './useRemoteOptions.ts';

const TransferDialog = part(() => import('./TransferDialog.tsx').then((m) => m.TransferDialog));

/** Many related rows: found by typing and picked one by one, or moved between two lists in a dialog. */
export function TransferInput(props: RelatedInputProps) {
  const { t } = useTranslation('engine');
  const [isOpen, setOpen] = useState(false);
  const ids = idsOf(props.value);
  const remote = useRemoteOptions({ url: props.url, search: '', chosen: ids, isOpen: false });
  const labelOf = (id: string | number) => remote.labelOf(id) ?? String(id);
  const name = t('select.inLists', { title: props.meta.label });
  return (
    <>
      <Space.Compact block>
        <RelatedSelect {...props} />
        <Button
          icon={<TableOutlined aria-hidden />}
          aria-label={name}
          title={name}
          // Undefined, not false: otherwise the surrounding form could not disable it.
          disabled={remote.isForbidden || props.disabled}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
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
