import TagOutlined from '@ant-design/icons/TagOutlined';
import { Button, Popover } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../platform/part/part.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';

type Props = { value: string[]; onChange: (labels: string[]) => void };

const LabelChoices = part(() => import('./LabelChoices.tsx').then((m) => m.LabelChoices));

/** Filters a list by labels: a row must match every chosen key, with any of the values chosen for it. */
export function LabelFilter({ value, onChange }: Props) {
  const { t } = useTranslation('engine');
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={
        <>
          <Suspense fallback={<SkeletonRows rows={4} columns={1} height={28} />}>
            <LabelChoices value={value} onChange={onChange} />
          </Suspense>
          {value.length > 0 && (
            <Button size="small" type="text" onClick={() => onChange([])}>
              {t('labels.clear')}
            </Button>
          )}
        </>
      }
    >
      <Button icon={<TagOutlined aria-hidden />}>
        {value.length > 0 ? t('labels.chosen', { count: value.length }) : t('labels.button')}
      </Button>
    </Popover>
  );
}
