import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useLeaveGuard } from '../../../platform/page/useLeaveGuard.ts';
import type { ListController } from '../../list/ListSlots.ts';
import { ExportChoice } from './ExportChoice.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { type ExportRange, exportRanges, firstRange, permittedRanges } from './exportRange.ts';
import { isForBrowser, mayWait, useExport } from './useExport.ts';
import { useIdentityFirst } from './useIdentityFirst.ts';

const WIDTH = 700;
const RANGES: readonly ExportRange[] = ['all', 'selected', 'filtered'];

/** Closes the dialog. While a file is being received, the user is asked first, also when leaving the page. */
const useClose = (isRunning: boolean, onClose: () => void) => {
  const { t } = useTranslation('engine');
  const { dialogs } = usePlatform();
  useLeaveGuard(isRunning);
  const ask = async () => {
    const isSure = await dialogs.confirm({
      title: t('export.leave.title'),
      body: t('export.leave.body'),
      okText: t('export.leave.ok'),
      cancelText: t('export.leave.stay'),
    });
    if (isSure) onClose();
  };
  return () => (isRunning ? void ask() : onClose());
};

/** The ranges of a list that can be exported, and their numbers of rows where known. */
const useRanges = (list: ListController) => {
  const chosen = list.selection.rows.length;
  const possible = permittedRanges(exportRanges({ hasFilters: list.hasFilters, chosen }), list.slots);
  // The file ignores the list's date range, so it may have more rows than the list counts.
  const total = list.dates ? undefined : list.total;
  const counts: Record<ExportRange, number | undefined> = { all: total, selected: chosen, filtered: total };
  return { possible, counts };
};

/** Saves rows of a list as a file. */
export function ExportDialog({ list, onClose }: { list: ListController; onClose: () => void }) {
  const { t } = useTranslation('engine');
  const { slots, resource } = list;
  const isProven = useIdentityFirst(slots.mode?.exportConfirm, onClose);
  const { possible, counts } = useRanges(list);
  const [range, setRange] = useState<ExportRange>(() => firstRange(possible));
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv');
  const { received, save, inBackground, stop } = useExport(list, onClose);
  const isRunning = received !== undefined;
  const close = useClose(isRunning, onClose);
  const countOf = (value: ExportRange) => (possible[value] ? counts[value] : undefined);
  const labelOf = (value: ExportRange) =>
    // An estimate decides how the file is received; as a number beside the range it would look exact.
    countOf(value) === undefined || (value !== 'selected' && list.countExactly)
      ? t(`export.ranges.${value}`)
      : t(`export.ranges.${value}Count`, { count: countOf(value) });
  const wish = { range, format, count: counts[range] };
  const canWait = possible[range] && mayWait(list, counts[range]);
  if (!isProven) return null;
  return (
    <Modal
      open
      width={WIDTH}
      style={{ top: '3vh' }}
      title={t('export.title', { titles: resource.titles })}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('action.cancel')}</Button>
          {canWait && (
            <Button disabled={isRunning} onClick={() => void inBackground(wish)}>
              {t('export.background')}
            </Button>
          )}
          <Button
            type="primary"
            loading={isRunning}
            disabled={!possible[range]}
            onClick={() => void save(wish)}
          >
            {t('export.ok')}
          </Button>
        </>
      }
    >
      <div style={{ display: 'grid', gap: 16, padding: '8px 0' }}>
        <ExportChoice
          title={t('export.format')}
          value={format}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'xlsx', label: 'Excel' },
          ]}
          disabled={isRunning}
          onChange={setFormat}
        />
        <ExportChoice
          title={t('export.range')}
          value={range}
          options={RANGES.map((value) => ({ value, label: labelOf(value), disabled: !possible[value] }))}
          disabled={isRunning}
          onChange={setRange}
        />
        {slots.exportTip && <p className="t3 md">{slots.exportTip}</p>}
        {list.dates && <p className="t3 md">{t('export.withoutDates')}</p>}
        {canWait && <p className="t3 md">{t('export.backgroundHelp')}</p>}
        {isForBrowser(counts[range]) && <p className="t3 md">{t('export.byBrowser')}</p>}
        {isRunning && <ExportProgress received={received} onStop={stop} />}
      </div>
    </Modal>
  );
}
