import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { rowsOf } from '../list/rowsOf.ts';
import type { Row } from '../resource/row.ts';
import { optionLabel } from './optionLabel.ts';
import styles from './Transfer.module.css';
import { TransferPanel } from './TransferPanel.tsx';
import type { TransferOption } from './transferModel.ts';
import { pageOfChosen } from './transferModel.ts';
import { useDebounced } from './useDebounced.ts';

const PAGE_SIZE = 160;
const SEARCH_MS = 240;

type Props = {
  url: string;
  chosen: TransferOption[];
  /** Number of rows per page on either side. */
  pageSize?: number;
  onClose: () => void;
  /** Called on every move between the sides. */
  onMove: (chosen: TransferOption[]) => void;
  /** Rejecting keeps the panes open. */
  onConfirm: (chosen: TransferOption[]) => void | Promise<void>;
};

const useSide = () => {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [checked, setChecked] = useState<string[]>([]);
  return {
    page,
    search,
    checked,
    setChecked,
    // Checked rows of the previous page are out of sight, so they are unchecked.
    turn: (next: number) => {
      setPage(next);
      setChecked([]);
    },
    find: (text: string) => {
      setSearch(text);
      setPage(1);
      setChecked([]);
    },
  };
};

type Side = ReturnType<typeof useSide>;

/** The rows of the left side: the current page from the server. */
const useAvailable = (url: string, side: Side, pageSize: number) => {
  const http = useHttp();
  const search = useDebounced(side.search, SEARCH_MS);
  const { data } = useQuery({
    queryKey: ['transfer', url, search, side.page, pageSize],
    queryFn: ({ signal }) =>
      http.get<Page<Row> | Row[]>(url, {
        params: { search, limit: pageSize, offset: (side.page - 1) * pageSize, fields_size: 'mini' },
        signal,
      }),
  });
  const { rows, total } = rowsOf(data);
  return { options: rows.map((row) => ({ id: String(row.id), label: optionLabel(row) })), total };
};

type MovesProps = {
  left: Side;
  right: Side;
  available: readonly TransferOption[];
  kept: readonly TransferOption[];
  onMove: (chosen: TransferOption[]) => void;
};

/** Buttons that move checked rows to the other side. */
function Moves({ left, right, available, kept, onMove }: MovesProps) {
  const { t } = useTranslation('engine');
  return (
    <div className={styles.moves}>
      <Button
        icon={<RightOutlined aria-hidden />}
        aria-label={t('transfer.add')}
        disabled={left.checked.length === 0}
        onClick={() => {
          onMove([...kept, ...available.filter(({ id }) => left.checked.includes(id))]);
          left.setChecked([]);
        }}
      />
      <Button
        icon={<LeftOutlined aria-hidden />}
        aria-label={t('transfer.remove')}
        disabled={right.checked.length === 0}
        onClick={() => {
          onMove(kept.filter(({ id }) => !right.checked.includes(id)));
          right.setChecked([]);
        }}
      />
    </div>
  );
}

/** Available and chosen rows, each side with search and pages. */
export function TransferPanes({ url, chosen, pageSize = PAGE_SIZE, onClose, onMove, onConfirm }: Props) {
  const { t } = useTranslation('engine');
  const [kept, setKept] = useState(chosen);
  const [isSaving, setSaving] = useState(false);
  const left = useSide();
  const right = useSide();
  const available = useAvailable(url, left, pageSize);
  const keptIds = new Set(kept.map(({ id }) => id));
  const shown = pageOfChosen(kept, { search: right.search, page: right.page, pageSize });
  const move = (next: TransferOption[]) => {
    setKept(next);
    onMove(next);
  };
  const confirm = async () => {
    setSaving(true);
    try {
      await onConfirm(kept);
    } catch {
      setSaving(false);
    }
  };
  return (
    <>
      <div className={styles.sides}>
        <TransferPanel
          title={t('transfer.available')}
          options={available.options.map((option) => ({ ...option, disabled: keptIds.has(option.id) }))}
          total={available.total}
          pageSize={pageSize}
          page={left.page}
          search={left.search}
          checked={left.checked}
          onPage={left.turn}
          onSearch={left.find}
          onChecked={left.setChecked}
        />
        <Moves left={left} right={right} available={available.options} kept={kept} onMove={move} />
        <TransferPanel
          title={t('transfer.selected')}
          options={shown.options}
          total={shown.total}
          pageSize={pageSize}
          page={right.page}
          search={right.search}
          checked={right.checked}
          onPage={right.turn}
          onSearch={right.find}
          onChecked={right.setChecked}
        />
      </div>
      <div className="row" style={{ justifyContent: 'flex-end', marginTop: 14 }}>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button type="primary" loading={isSaving} onClick={() => void confirm()}>
          {t('action.confirm')}
        </Button>
      </div>
    </>
  );
}
