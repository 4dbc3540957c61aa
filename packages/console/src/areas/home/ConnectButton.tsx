import { CodeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { connectUrl } from '../../platform/route/webTerminal.ts';

/** Opens the web terminal on an asset in a new tab. */
export function ConnectButton(props: {
  name: string;
  target: Parameters<typeof connectUrl>[0];
  hasIcon?: boolean;
}) {
  const { t } = useTranslation('areas');
  return (
    <Button
      size="small"
      href={connectUrl(props.target)}
      target="_blank"
      rel="noopener"
      icon={props.hasIcon && <CodeOutlined aria-hidden />}
      aria-label={t('home.connectTo', { name: props.name })}
    >
      {t('home.connect')}
    </Button>
  );
}
