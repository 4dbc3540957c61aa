import { Button, Checkbox, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import type { ListController } from '../ListSlots.ts';
import styles from './ColumnSettings.module.css';
import { ACTIONS } from './columns.ts';
import type { Density } from './useTableLook.ts';

const DENSITIES: readonly Density[] = ['comfortable', 'compact'];

/** Chooses the columns and the row height; minimum columns and the actions are always shown. */
export function ColumnSettings({ list, onClose }: { list: ListController; onClose: () => void }) {
  const { t } = useTranslation('engine');
  const { plan, shown, setShown } = list;
  const [chosen, setChosen] = useState(() => shown.map(({ name }) => name));
  const toggle = (name: string, on: boolean) =>
    setChosen((now) => (on ? [...now, name] : now.filter((other) => other !== name)));
  const finish = (names: string[] | undefined) => {
    setShown(names);
    if (!names) list.setWidths({});
    onClose();
  };
  return (
    <Modal
      open
      width="50%"
      style={{ top: '3vh', minWidth: 320 }}
      title={t('columns.title')}
      onCancel={onClose}
      footer={
        <div className="between">
          <Button type="text" onClick={() => finish(undefined)}>
            {t('columns.restore')}
          </Button>
          <span className="row">
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button
              type="primary"
              onClick={() => finish(plan.all.map(({ name }) => name).filter((name) => chosen.includes(name)))}
            >
              {t('columns.save')}
            </Button>
          </span>
        </div>
      }
    >
      <div className="row">
        <span id="row-height" className="t2 md">
          {t('columns.density')}
        </span>
        <Segmented
          aria-labelledby="row-height"
          size="small"
          value={list.density}
          options={DENSITIES.map((value) => ({ value, label: t(`columns.${value}`) }))}
          onChange={list.setDensity}
        />
      </div>
      <div className={styles.grid}>
        {plan.all.map(({ name, title }) => (
          <Checkbox
            key={name}
            checked={chosen.includes(name) || plan.mins.includes(name)}
            disabled={plan.mins.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
          >
            {title}
          </Checkbox>
        ))}
        <Checkbox key={ACTIONS} checked disabled>
          {t('list.actions')}
        </Checkbox>
      </div>
    </Modal>
  );
}
