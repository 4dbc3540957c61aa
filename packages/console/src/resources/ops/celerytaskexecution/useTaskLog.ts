import { SIGNED_OUT_CODE } from '@gatehouse/contract/wire/siteMessages.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { createSocket } from '../../../platform/socket/createSocket.ts';

/** Longest shown log, in characters; the end of a longer one is shown. */
const mostShown = 1_000_000;

type Frame = { message?: string; task?: string; event?: string };

const frameOf = (data: unknown): Frame => {
  try {
    return (JSON.parse(String(data)) as Frame | null) ?? {};
  } catch {
    return {};
  }
};

/** The log of a run as it is written, and whether the run has ended. */
export const useTaskLog = (task: string, type: string) => {
  const [log, setLog] = useState({ text: '', isEnded: false, isLost: false });
  const hear = useEffectEvent((event: MessageEvent, close: () => void) => {
    const { message = '', event: kind } = frameOf(event.data);
    if (kind === 'end') close();
    setLog((before) => ({
      text: (before.text + message.replaceAll('\r\n', '\n')).slice(-mostShown),
      isEnded: before.isEnded || kind === 'end',
      isLost: false,
    }));
  });
  useEffect(() => {
    const socket = createSocket({
      url: '/ws/ops/tasks/log/',
      // The server sends a log from its start, so what was shown before the connection was lost goes.
      onOpen: () => {
        setLog({ text: '', isEnded: false, isLost: false });
        socket.send(JSON.stringify({ task, type }));
      },
      onMessage: (event) => hear(event, () => socket.close()),
      onTrouble: () => setLog((before) => ({ ...before, isLost: true })),
      mayReconnect: (code) => code !== SIGNED_OUT_CODE,
    });
    return () => socket.close();
  }, [task, type]);
  const clear = () => setLog((before) => ({ ...before, text: '' }));
  return { ...log, clear };
};
