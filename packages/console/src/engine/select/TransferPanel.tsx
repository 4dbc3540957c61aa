import { Checkbox, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Pager } from '../list/paging/Pager.tsx';
import styles from './Transfer.module.css';
import { checkable, type TransferOption, toggledId } from './transferModel.ts';

const PAGE_SIZE = 10;

type Props = {
  title: string;
  options: readonly TransferOption[];
  total: number;
  page: number;
  /** Number of options per page; ten by default. */
  pageSize?: number;
  search: string;
  checked: readonly string[];
  onPage: (page: number) => void;
  onSearch: (search: string) => void;
  onChecked: (ids: string[]) => void;
};

/** One side of a dual list: search, options, pages. */
export function TransferPanel(props: Props) {
  const { title, options, total, page, pageSize = PAGE_SIZE, checked } = props;
  const { t } = useTranslation('engine');
  const all = checkable(options);
  const chosenHere = all.filter((id) => checked.includes(id));
  return (
    <fieldset className={styles.panel}>
      <legend className="visually-hidden">{title}</legend>
      <div className={styles.head}>
        <Checkbox
          checked={all.length > 0 && chosenHere.length === all.length}
          indeterminate={chosenHere.length > 0 && chosenHere.length < all.length}
          disabled={all.length === 0}
          onChange={(event) => props.onChecked(event.target.checked ? all : [])}
        >
          {title}
        </Checkbox>
        <span className="t3 sm num">{t('transfer.count', { checked: checked.length, total })}</span>
      </div>
      <Input
        size="small"
        allowClear
        aria-label={t('transfer.search', { side: title })}
        placeholder={t('transfer.searchPlaceholder')}
        value={props.search}
        onChange={(event) => props.onSearch(event.target.value)}
      />
      <ul className={styles.options}>
        {options.length === 0 && <li className="t3 md">{t('select.nothing')}</li>}
        {options.map(({ id, label, disabled }) => (
          <li key={id}>
            <Checkbox
              checked={checked.includes(id)}
              disabled={disabled}
              onChange={() => props.onChecked(toggledId(checked, id))}
            >
              {label}
            </Checkbox>
          </li>
        ))}
      </ul>
      {total > pageSize && <Pager page={page} pageSize={pageSize} total={total} onPage={props.onPage} />}
    </fieldset>
  );
}
