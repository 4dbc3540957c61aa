import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { PageTabs } from '../../platform/page/PageTabs.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import { CommandTemplateList } from './CommandTemplateList.tsx';
import { PlaybookList } from './PlaybookList.tsx';

/** The user's templates for jobs, by kind. */
export function TemplatesPage() {
  const { t } = useTranslation('ops');
  const can = useCan();
  const tabs = [
    {
      key: 'AdhocList',
      label: t('templates.tabs.AdhocList'),
      hidden: !can('ops.view_adhoc'),
      render: () => <CommandTemplateList />,
    },
    {
      key: 'PlaybookList',
      label: t('templates.tabs.PlaybookList'),
      hidden: !can('ops.view_playbook'),
      render: () => <PlaybookList />,
    },
  ];
  return (
    <PageFrame fill help={t('templates.help')}>
      <PageTabs tabs={tabs} />
    </PageFrame>
  );
}
