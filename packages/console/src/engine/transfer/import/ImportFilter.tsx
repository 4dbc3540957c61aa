import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import status from '../../../theme/tag/status.module.css';
import styles from './Import.module.css';
import type { countRows, StatusName } from './importTask.ts';

const FILTERS = ['all', 'ok', 'error', 'pending'] as const;
const GLYPHS = { ok: ['done', 'ok'], error: ['bad', 'bad'], pending: ['off', 'off'] } as const;

type Props = {
  value: StatusName | 'all';
  counts: ReturnType<typeof countRows>;
  onChange: (value: StatusName | 'all') => void;
};

/** Filter of the rows shown. */
export function ImportFilter({ value, counts, onChange }: Props) {
  const { t } = useTranslation('engine');
  return (
    <Segmented
      className={styles.filter}
      aria-label={t('import.filter')}
      value={value}
      options={FILTERS.map((name) => {
        const [glyph, kind] = name === 'all' ? [] : GLYPHS[name];
        return {
          value: name,
          label: t(`import.filters.${name}`, { count: counts[name] }),
          icon: glyph && kind && (
            <span className={status[kind]}>
              <Glyph name={glyph} />
            </span>
          ),
        };
      })}
      onChange={onChange}
    />
  );
}
