import { resourcesOfLabel } from '@gatehouse/contract/layouts/labels/labeledresource.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { label } from '@gatehouse/contract/resources/labels/label.ts';
import type { labeledresource } from '@gatehouse/contract/resources/labels/labeledresource.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import { useListScope } from '../../../engine/list/ListScope.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { LabelTag } from '../../../theme/tag/LabelTag.tsx';
import { BindDialog } from './BindDialog.tsx';

type Label = RowOf<typeof label>;

function Bound({ label, onClose, onBind }: { label: Label; onClose: () => void; onBind: () => void }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const slots: ListSlots<typeof labeledresource> = {
    mode: resourcesOfLabel,
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

const CountCell = ({ value, row }: CellIn<typeof label, 'res_count'>) => {
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
      aria-label={t('label.showBound', { label: `${row.name}:${row.value}`, count: value })}
      onClick={() => list?.onOpen?.(row)}
    >
      {formatNumber(value)}
    </button>
  );
};

const NameValue = ({ row }: { row: Label }) => <LabelTag value={`${row.name}:${row.value}`} />;

/** Labels and their bindings. */
export function LabelListPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const [bound, setBound] = useState<Label>();
  const [binding, setBinding] = useState<{ label: Label; refetch: () => void }>();
  const slots: ListSlots<typeof label, 'tag'> = {
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
