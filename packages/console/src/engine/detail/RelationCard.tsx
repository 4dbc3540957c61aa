import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import { RemoteSelect } from '../select/RemoteSelect.tsx';
import styles from './Detail.module.css';

/** A related row as a card lists it. */
export type RelatedItem = { id: string | number; label: string };

/** Number of items shown at first; a button shows the rest. */
const SHOWN = 10;

type Props = {
  title: string;
  icon?: ReactNode;
  /** Source of rows to add; without it or `onAdd`, nothing can be added. */
  optionsUrl?: string;
  params?: Record<string, unknown>;
  items: readonly RelatedItem[];
  canEdit: boolean;
  onAdd?: (ids: (string | number)[]) => Promise<void>;
  onRemove?: (id: string | number) => Promise<void>;
};

/** Related rows, with buttons to add and remove. */
export function RelationCard(props: Props) {
  const { title, icon, optionsUrl, items, canEdit, onAdd, onRemove } = props;
  const { t } = useTranslation('engine');
  const [chosen, setChosen] = useState<(string | number)[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const run = async (work: () => Promise<void> | undefined) => {
    setBusy(true);
    try {
      await work();
    } catch {
      // The request layer has reported the error; the choice stays for a retry.
    } finally {
      setBusy(false);
    }
  };
  const shown = isOpen ? items : items.slice(0, SHOWN);
  return (
    <Card title={title}>
      {optionsUrl && onAdd && (
        <div className={styles.relation}>
          <RemoteSelect
            url={optionsUrl}
            params={props.params}
            multiple
            disabled={!canEdit}
            aria-label={t('detail.relationChoose', { title })}
            placeholder={t('select.choose')}
            value={chosen}
            onChange={setChosen}
          />
          <Button
            disabled={!canEdit || chosen.length === 0}
            loading={isBusy}
            onClick={() => void run(() => onAdd(chosen).then(() => setChosen([])))}
          >
            {t('action.add')}
          </Button>
        </div>
      )}
      {items.length === 0 && <p className="t3 md">{t('list.none')}</p>}
      <ul>
        {shown.map(({ id, label }) => (
          <li key={id} className={styles.related}>
            <span className="row" style={{ minWidth: 0 }}>
              {icon}
              <OverflowText>{label}</OverflowText>
            </span>
            {onRemove && (
              <IconButton
                icon={<CloseOutlined aria-hidden style={{ fontSize: 11 }} />}
                tip={t('detail.relationRemove', { name: label })}
                size={24}
                disabled={!canEdit || isBusy}
                onClick={() => void run(() => onRemove(id))}
              />
            )}
          </li>
        ))}
      </ul>
      {items.length > SHOWN && !isOpen && (
        <Button type="text" size="small" onClick={() => setOpen(true)}>
          {t('detail.showAll', { count: items.length })}
        </Button>
      )}
    </Card>
  );
}
