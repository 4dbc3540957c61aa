import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QuestionFrame } from './QuestionFrame.tsx';

/** Says what must happen first, and leads there. */
export function FirstDialog(props: {
  title: string;
  /** What the button that leads there says and does. */
  next: { label: string; href?: string; onClick?: () => void };
  onCancel: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const { label, ...way } = props.next;
  return (
    <QuestionFrame
      title={props.title}
      onCancel={props.onCancel}
      footer={
        <>
          <Button onClick={props.onCancel}>{t('action.cancel')}</Button>
          <Button type="primary" {...way}>
            {label}
          </Button>
        </>
      }
    >
      {props.children}
    </QuestionFrame>
  );
}
