import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import { useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../../platform/clipboard/useCopy.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { Failed } from '../../../platform/page/Failed.tsx';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import styles from './quick.module.css';

/** The variables that a command may use; pressing one copies it. */
function Variables() {
  const { t } = useTranslation('runs');
  const http = useHttp();
  const copy = useCopy();
  const query = useQuery({
    queryKey: ['jobVariables'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/ops/variables/help/', { signal, disableFlashErrorMsg: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.error) return <Failed query={query} />;
  if (!query.data) return <SkeletonRows rows={4} columns={2} />;
  return (
    <div className={styles.variables}>
      <p className="t3 sm">{t('quick.variablesHelp')}</p>
      {Object.entries(query.data).map(([name, meaning]) => (
        <button key={name} type="button" onClick={() => void copy(`{{ ${name} }}`)}>
          <code className="mono">{`{{ ${name} }}`}</code>
          <span className="t3">{meaning}</span>
        </button>
      ))}
    </div>
  );
}

/** Opens the variables. */
export function VariablesHelp() {
  const { t } = useTranslation('runs');
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      content={<Variables />}
    >
      <span>
        <IconButton
          icon={<QuestionCircleOutlined aria-hidden />}
          tip={t('quick.variables')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        />
      </span>
    </Popover>
  );
}
