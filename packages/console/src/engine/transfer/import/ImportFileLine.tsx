import FileExcelOutlined from '@ant-design/icons/FileExcelOutlined';
import { Button, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { joined } from '../../../platform/i18n/joined.ts';
import { formatBytes } from '../../../platform/time/bytes.ts';
import styles from './Import.module.css';
import type { ImportController } from './useImport.ts';

/** The file of an import with its size, mode and unknown columns, and how its rows are sent. */
export function ImportFileLine({ controller }: { controller: ImportController }) {
  const { t } = useTranslation('engine');
  const { file, rows = [], columns, unknown, mode, task, speed } = controller;
  const isRunning = task === 'started';
  return (
    <>
      <div className={styles.file}>
        <FileExcelOutlined style={{ fontSize: 22, color: 'var(--ok)' }} aria-hidden="true" />
        <div className="grow">
          <div style={{ fontWeight: 500 }}>{file?.name}</div>
          <div className="sm t3">
            {t('import.summary', {
              rows: t('import.amounts.rows', { count: rows.length }),
              columns: t('import.amounts.columns', { count: columns.length }),
              size: formatBytes(file?.size ?? 0),
            })}{' '}
            · {t(`import.modes.${mode}`)}
          </div>
        </div>
        <Button size="small" disabled={isRunning} onClick={controller.forget}>
          {t('import.replace')}
        </Button>
      </div>
      {unknown.length > 0 && (
        <p className={`sm t2 ${styles.unknown}`} role="status">
          {t('import.unknownColumns', { titles: joined(unknown) })}
        </p>
      )}
      <div className={styles.speed}>
        <span className="t2 md" id="import-speed">
          {t('import.speed')}
        </span>
        <Radio.Group
          aria-labelledby="import-speed"
          value={speed}
          disabled={isRunning}
          options={(['steady', 'fast'] as const).map((value) => ({
            value,
            label: t(`import.speeds.${value}`),
          }))}
          onChange={(event) => controller.setSpeed(event.target.value)}
        />
      </div>
    </>
  );
}
