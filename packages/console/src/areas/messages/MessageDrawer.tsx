import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { SideDrawer } from '../../platform/dialog/SideDrawer.tsx';
import { Segments } from '../../theme/control/Segments.tsx';
import { MessageDialog } from './MessageDialog.tsx';
import { MessageList } from './MessageList.tsx';
import styles from './messages.module.css';
import { type Shown, type SiteMessage, useMarkRead } from './useMessages.ts';

type Props = { isOpen: boolean; onClose: () => void; onMarked: () => void };

/** The user's messages, beside the page. */
export function MessageDrawer({ isOpen, onClose, onMarked }: Props) {
  const { t } = useTranslation('shell');
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={onClose}
      title={t('messages.title')}
      width={380}
      mobileWidth="70%"
      isColumn
    >
      <Messages onMarked={onMarked} />
    </SideDrawer>
  );
}

function Messages({ onMarked }: Pick<Props, 'onMarked'>) {
  const { t } = useTranslation('shell');
  const confirm = useConfirm();
  const mark = useMarkRead(onMarked);
  const [shown, setShown] = useState<Shown>('unread');
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<SiteMessage>();

  const markRead = (ids: readonly string[]) => {
    mark.mutate(ids);
    setSelected(selected.filter((id) => !ids.includes(id)));
  };
  const markAll = async () => {
    const title = t('messages.allQuestion');
    if (!(await confirm({ title, body: t('messages.allBody'), okText: t('messages.all') }))) return;
    mark.mutate('all');
    setSelected([]);
  };
  const closeDialog = () => {
    if (opened && !opened.has_read) markRead([opened.id]);
    setOpened(undefined);
  };
  return (
    <>
      <div className={styles.bar}>
        <Segments
          label={t('messages.show')}
          value={shown}
          choices={[
            { value: 'unread', label: t('messages.unread') },
            { value: 'all', label: t('messages.everything') },
          ]}
          onPick={(next) => {
            setShown(next);
            setSelected([]);
          }}
        />
        {selected.length > 0 ? (
          <Button size="small" disabled={mark.isPending} onClick={() => markRead(selected)}>
            {t('messages.markSelected', { count: selected.length })}
          </Button>
        ) : (
          <Button size="small" disabled={mark.isPending} onClick={() => void markAll()}>
            {t('messages.all')}
          </Button>
        )}
      </div>
      <MessageList
        shown={shown}
        selected={selected}
        onSelect={setSelected}
        onOpen={setOpened}
        onMark={(id) => markRead([id])}
      />
      {opened && <MessageDialog message={opened} onClose={closeDialog} />}
    </>
  );
}
