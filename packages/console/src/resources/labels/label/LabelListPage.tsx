import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import { useListScope } from '../../../engine/list/ListScope.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import { type Row, textOf } from '../../../engine/resource/row.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { LabelTag } from '../../../theme/LabelTag.tsx';
import { BindDialog } from './BindDialog.tsx';

function Bound({ label, onClose, onBind }: { label: Row; onClose: () => void; onBind: () => void }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const slots: ListSlots = {
    defaults: ['resource', 'res_type'],
    mins: ['resource'],
    hasSelection: false,
    hasImport: false,
    hasExport: false,
    detailPath: () => undefined,
    moreActions: () => [],
    rowActions: (_, usual) => usual.filter(({ name }) => name === 'delete'),
    createActions: () => [
      {
        name: 'bind',
        title: t('label.bind'),
        can: can('labels.change_labeledresource'),
        reason: t('noPermission'),
        onRun: onBind,
      },
    ],
    rowName: (row) => textOf(row.resource),
  };
  return (
    <Modal
      open
      width="60%"
      style={{ top: '3vh', maxWidth: 1000 }}
      title={t('label.boundTo', { label: `${label.name}:${label.value}` })}
      footer={null}
      onCancel={onClose}
    >
      <EmbeddedList
        name="LabelBound"
        url={`/api/v1/labels/labeled-resources/?label=${label.id}`}
        slots={slots}
        isBare
      />
    </Modal>
  );
}

const CountCell = ({ value, row }: CellProps) => {
  const { t } = useTranslation('resources');
  const list = useListScope();
  return (
    <button
      type="button"
      className="num"
      style={{
        border: 0,
        background: 'none',
        color: 'var(--primary)',
        cursor: 'pointer',
        font: 'inherit',
        minHeight: 24,
      }}
      aria-label={t('label.showBound', { label: `${row.name}:${row.value}`, count: Number(value ?? 0) })}
      onClick={() => list?.onOpen?.(row)}
    >
      {Number(value ?? 0).toLocaleString()}
    </button>
  );
};

const NameValue = ({ row }: CellProps) => <LabelTag value={`${row.name}:${row.value}`} />;

/** Labels and what they are bound to. */
export function LabelListPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const [bound, setBound] = useState<Row>();
  const [binding, setBinding] = useState<{ label: Row; refetch: () => void }>();
  const slots: ListSlots = {
    columns: {
      res_count: { Cell: CountCell, width: 110, align: 'right' },
      tag: { Cell: NameValue, title: t('label.title'), width: 200, card: 'tags' },
    },
    detailPath: () => undefined,
    onOpen: setBound,
    rowActions: (row, usual, list) => [
      ...usual,
      {
        name: 'bind',
        title: t('label.bind'),
        order: 15,
        has: !isRoot,
        can: can('labels.change_labeledresource'),
        reason: t('noPermission'),
        onRun: () => setBinding({ label: row, refetch: list.refetch }),
      },
    ],
    rowName: (row) => `${row.name}:${row.value}`,
    emptyText: t('label.emptyText'),
  };
  return (
    <>
      <ResourceListPage {...props} slots={slots} />
      {bound && (
        <Bound
          label={bound}
          onClose={() => setBound(undefined)}
          onBind={() => {
            setBinding({ label: bound, refetch: () => undefined });
            setBound(undefined);
          }}
        />
      )}
      {binding && (
        <BindDialog label={binding.label} onClose={() => setBinding(undefined)} onBound={binding.refetch} />
      )}
    </>
  );
}
