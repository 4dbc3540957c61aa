import { type DayPeriod, HALF_HOURS, periodsOf, weekOf } from '@gatehouse/contract/acls/timePeriod.ts';
import { Button } from 'antd';
import { type CSSProperties, useId } from 'react';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useWords } from '../../i18n/useWords.ts';
import { cx } from '../../table/cx.ts';
import type { InputProps } from '../FieldUi.ts';
import styles from './TimePeriod.module.css';
import { dayName, shownDays, timesText, timeText } from './timesText.ts';
import { useWeekGrid } from './useWeekGrid.ts';

const halves = Array.from({ length: HALF_HOURS }, (_, half) => half);
/** A table that is operated by keys is a grid. */
const gridOf = (disabled: boolean) =>
  ({ role: 'grid', 'aria-multiselectable': true, 'aria-readonly': disabled }) as const;
const cellOf = (isOn: boolean) => ({ role: 'gridcell', 'aria-selected': isOn }) as const;
/** Every third hour is written at the edge. */
const isWritten = (half: number): boolean => half % 6 === 0;

const placeOf = (row: number, half: number) => ({ '--row': row + 2, '--half': half + 2 }) as CSSProperties;

type Rows = readonly (readonly boolean[])[];

/** The days of the week with their half-hours, as a grid with one stop for the Tab key. */
function WeekGrid(props: {
  rows: Rows;
  label: string;
  hint: string;
  disabled: boolean;
  onChange: (rows: boolean[][]) => void;
}) {
  const { rows, label, hint, disabled, onChange } = props;
  const { language } = usePlatform();
  const { focus, setFocus, stateAt, grid } = useWeekGrid(rows, onChange, disabled);
  return (
    <table {...gridOf(disabled)} aria-label={label} aria-describedby={hint} className={styles.grid} {...grid}>
      <tbody>
        <tr aria-hidden>
          {halves.filter(isWritten).map((half) => (
            <td key={half} className={styles.hour} style={placeOf(-1, half)}>
              {timeText(half)}
            </td>
          ))}
        </tr>
        {shownDays.map((day, row) => (
          <tr key={day}>
            <th scope="row" className={styles.day} style={placeOf(row, -1)}>
              {dayName(day, language, 'short')}
            </th>
            {halves.map((half) => (
              <td
                key={half}
                {...cellOf(stateAt({ row, half }))}
                aria-label={`${dayName(day, language, 'long')} ${timeText(half)}–${timeText(half + 1)}`}
                tabIndex={focus.row === row && focus.half === half ? 0 : -1}
                data-row={row}
                data-half={half}
                className={cx(styles.cell, half % 2 === 0 && styles.full)}
                style={placeOf(row, half)}
                onFocus={() => setFocus({ row, half })}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Half-hours of the week: painted by pointer or keys, and said in words below. */
export const WeekPicker = ({ id, value, onChange, meta, disabled = false }: InputProps) => {
  const t = useWords();
  const { language } = usePlatform();
  const hint = useId();
  const periods = Array.isArray(value) ? (value as DayPeriod[]) : [];
  const week = weekOf(periods);
  const rows = shownDays.map((day) => week[day] ?? []);
  const change = (next: Rows) => {
    const days = [...shownDays].map((day, row) => [day, next[row] ?? []] as const);
    onChange?.(periodsOf(days.toSorted(([a], [b]) => a - b).map(([, halfHours]) => halfHours)));
  };
  const times = timesText(periods, language, t);
  return (
    <div id={id} className={styles.box}>
      <p id={hint} className={styles.hint}>
        {t('timePeriod.hint')}
      </p>
      <WeekGrid rows={rows} label={meta.label} hint={hint} disabled={disabled} onChange={change} />
      <div className={styles.below}>
        <p role="status" className={styles.words}>
          {times ? t('timePeriod.only', { times }) : t('timePeriod.none')}
        </p>
        <Button
          size="small"
          disabled={disabled}
          onClick={() => change(rows.map((day) => day.map(() => true)))}
        >
          {t('timePeriod.all')}
        </Button>
        <Button size="small" disabled={disabled || !times} onClick={() => onChange?.([])}>
          {t('timePeriod.clear')}
        </Button>
      </div>
    </div>
  );
};
