import {
  type Following,
  type RowsChanged,
  SIGNED_OUT_CODE,
  SITE_MESSAGE_SOCKET,
  type UnreadCount,
} from '@gatehouse/contract/wire/siteMessages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setTold, tellChanged } from '../../platform/changes.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { createSocket } from '../../platform/socket/createSocket.ts';

/** First part of the key of every list of messages; defined here so that the bell does not load the lists. */
export const messagesKey = ['site-messages'];

type Frame = UnreadCount | RowsChanged | Following;

const frameOf = (data: unknown): Partial<Frame> => {
  try {
    return (JSON.parse(String(data)) as Partial<Frame> | null) ?? {};
  } catch {
    return {};
  }
};

/** Number of unread messages: live from the server, recounted on demand. */
export const useUnreadCount = (): { count: number; recount: () => void } => {
  const { t } = useTranslation('common');
  const { http, notify } = usePlatform();
  const client = useQueryClient();
  const [count, setCount] = useState(0);

  const recount = useCallback(() => {
    http
      .call('GET /api/v1/notifications/site-messages/unread-total/', { disableFlashErrorMsg: true })
      .then(({ total }) => setCount(total))
      .catch(() => undefined);
  }, [http]);

  const hear = useEffectEvent((event: MessageEvent) => {
    const frame = frameOf(event.data);
    if (frame.type === 'changed' && frame.path) tellChanged(frame.path);
    if (frame.type === 'following' && frame.paths) setTold(frame.paths);
    if (frame.type !== 'unread_count' || frame.unread_count === undefined) return;
    setCount(frame.unread_count);
    void client.invalidateQueries({ queryKey: messagesKey });
  });
  const complain = useEffectEvent((kind: 'failed' | 'lost') => {
    notify.error(t(kind === 'failed' ? 'error.socketFailed' : 'error.socketLost'), {
      key: SITE_MESSAGE_SOCKET,
    });
    recount();
  });

  useEffect(() => {
    // An outage is reported once, however often reconnecting fails.
    let isTold = false;
    const socket = createSocket({
      url: SITE_MESSAGE_SOCKET,
      onMessage: (event) => hear(event),
      onOpen: () => {
        isTold = false;
      },
      onTrouble: (kind) => {
        setTold([]);
        if (!isTold) complain(kind);
        isTold = true;
      },
      mayReconnect: (code) => code !== SIGNED_OUT_CODE,
    });
    return () => {
      socket.close();
      setTold([]);
    };
  }, []);
  return { count, recount };
};
