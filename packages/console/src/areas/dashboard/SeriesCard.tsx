import { LineChartOutlined, TableOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import { part } from '../../platform/part/part.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import type { Series } from './charts.ts';
import { DataCard } from './DataCard.tsx';
import styles from './dashboard.module.css';
import type { IndexAnswer } from './useIndex.ts';

const SeriesChart = part(() => import('./SeriesChart.tsx').then((m) => m.SeriesChart));

/** A chart over days with its legend; its numbers are also available as a table. */
export function SeriesCard(props: {
  title: string;
  query: UseQueryResult<IndexAnswer>;
  series: (answer: IndexAnswer) => Series[];
  kind?: 'area' | 'bar';
  extra?: ReactNode;
  height?: number;
}) {
  const { title, query, kind = 'area', height = 262 } = props;
  const { t } = useTranslation('areas');
  const [isTable, setIsTable] = useState(false);
  const series = query.data ? props.series(query.data) : [];
  const dates = query.data?.dates_metrics_date ?? [];
  const extra = (
    <>
      {series.length > 1 && series.map((line) => <Legend key={line.name} series={line} />)}
      {props.extra}
      <span className={styles.swap}>
        <IconButton
          icon={isTable ? <LineChartOutlined aria-hidden /> : <TableOutlined aria-hidden />}
          tip={isTable ? t('chart.showChart') : t('chart.showTable')}
          aria-pressed={isTable}
          size={28}
          onClick={() => setIsTable(!isTable)}
        />
      </span>
    </>
  );
  return (
    <DataCard title={title} extra={extra} query={query} minHeight={height}>
      {() =>
        isTable ? (
          <Numbers title={title} dates={dates} series={series} height={height} />
        ) : (
          <Suspense>
            <SeriesChart dates={dates} series={series} kind={kind} height={height} label={title} />
          </Suspense>
        )
      }
    </DataCard>
  );
}

function Legend({ series }: { series: Series }) {
  return (
    <span className={styles.legend}>
      <i style={{ background: series.colour }} />
      {series.name}
    </span>
  );
}

function Numbers(props: { title: string; dates: string[]; series: Series[]; height: number }) {
  const { t } = useTranslation('areas');
  return (
    <div style={{ maxHeight: props.height, overflow: 'auto' }}>
      <table className={styles.numbers}>
        <caption className="visually-hidden">{props.title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.day')}</th>
            {props.series.map((line) => (
              <th key={line.name} scope="col">
                {line.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.dates.map((date, at) => (
            <tr key={date}>
              <th scope="row">{date}</th>
              {props.series.map((line) => (
                <td key={line.name}>{formatNumber(line.values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
