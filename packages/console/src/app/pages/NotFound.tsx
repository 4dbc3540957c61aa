import { HomeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDocumentTitle } from '../../platform/page/useDocumentTitle.ts';
import { GatePage } from './GatePage.tsx';

/** No such page. */
export function NotFound() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  useDocumentTitle(t('notFound.title'));
  return (
    <GatePage
      isOpen
      title={t('notFound.title')}
      text={t('notFound.text')}
      actions={
        <Button type="primary" icon={<HomeOutlined aria-hidden />} onClick={() => void navigate('/')}>
          {t('goHome')}
        </Button>
      }
    />
  );
}
