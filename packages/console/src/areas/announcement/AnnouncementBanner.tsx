import { CloseOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { useSession } from '../../platform/session/useSession.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { AnnouncementCard } from './AnnouncementCard.tsx';

/** Where the id of the announcement is stored that the user closed. */
const VIEWED = 'AnnouncementViewed';

/** The announcement of the installation, until the user closes it; a changed one has a new id. */
export function AnnouncementBanner() {
  const { t } = useTranslation('shell');
  const { settings } = useSession();
  const { storage } = usePlatform();
  const [viewed, setViewed] = useState(() => storage.get(VIEWED));
  const said = settings.ANNOUNCEMENT ?? {};
  const isSaid = settings.ANNOUNCEMENT_ENABLED === true && Boolean(said.SUBJECT || said.CONTENT);
  if (!isSaid || said.ID === viewed) return null;
  const close = () => {
    storage.set(VIEWED, said.ID ?? '');
    setViewed(said.ID ?? '');
  };
  return (
    <AnnouncementCard
      said={said}
      action={
        <IconButton
          icon={<CloseOutlined aria-hidden />}
          tip={t('announcement.close')}
          size={24}
          onClick={close}
        />
      }
    />
  );
}
