import { CopyOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../platform/clipboard/useCopy.ts';
import { IconButton } from './IconButton.tsx';

/** Copies a value. */
export function CopyButton({ text, size = 24 }: { text: string; size?: number }) {
  const { t } = useTranslation('common');
  const copy = useCopy();
  return (
    <IconButton
      icon={<CopyOutlined aria-hidden style={{ fontSize: 13 }} />}
      tip={t('action.copy')}
      size={size}
      onClick={() => void copy(text)}
    />
  );
}
