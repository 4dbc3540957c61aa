import type { ToolFrame, ToolName } from '@gatehouse/contract/wire/tools/tools.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createSocket, type Socket } from '../../platform/socket/createSocket.ts';

/** How the last run ended: by itself, by the user, or because the connection was lost. */
export type RunState = 'ready' | 'running' | 'done' | 'stopped' | 'lost';

/** Characters of output that are kept; older ones are dropped. */
const LONGEST_OUTPUT = 200_000;

const textOf = (data: unknown): string => {
  try {
    return (JSON.parse(String(data)) as ToolFrame).msg.replaceAll('\r\n', '\n');
  } catch {
    return '';
  }
};

/** Runs a tool on the server: one connection for each run, closed to stop it. */
export const useToolRun = () => {
  const [output, setOutput] = useState('');
  const [state, setState] = useState<RunState>('ready');
  const socket = useRef<Socket>(undefined);
  const close = useCallback(() => {
    socket.current?.close();
    socket.current = undefined;
  }, []);
  useEffect(() => close, [close]);

  const start = (tool: ToolName, values: Record<string, unknown>) => {
    close();
    setOutput('');
    setState('running');
    const mine: Socket = createSocket({
      url: '/ws/setting/tools/',
      onOpen: () => mine.send(JSON.stringify({ tool_type: tool, ...values })),
      onMessage: ({ data }) => setOutput((before) => (before + textOf(data)).slice(-LONGEST_OUTPUT)),
      mayReconnect: (code) => {
        socket.current = undefined;
        // 1005 and 1000: the server has said everything.
        setState(code === 1000 || code === 1005 ? 'done' : 'lost');
        return false;
      },
    });
    socket.current = mine;
  };
  const stop = () => {
    close();
    setState('stopped');
  };
  return { output, state, start, stop };
};
