import { CHAT_PING } from '@gatehouse/contract/wire/chat.ts';
import { SIGNED_OUT_CODE } from '@gatehouse/contract/wire/siteMessages.ts';
import { createSocket, type Socket } from '../../platform/socket/createSocket.ts';

/** Delay before reconnecting, and interval of pings. */
const EVERY_MS = 10_000;

type Deps = {
  url: string;
  onMessage: (data: unknown) => void;
  /** Called when the connection opens, with whether a waiting question was sent on it. */
  onOpen: (hasAsked: boolean) => void;
  onTrouble: () => void;
  onSignedOut: () => void;
};

/**
 * The connection to the assistant: kept alive, reopened when lost, and holding a question asked before it
 * opened.
 */
export const createChatLine = ({ url, onMessage, onOpen, onTrouble, onSignedOut }: Deps) => {
  let socket: Socket | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The first connection attempt is under way. */
  let isComing = false;
  /** A question asked before the connection was open. */
  let early: string | undefined;

  const disconnect = () => {
    clearInterval(timer);
    socket?.close();
    socket = undefined;
    early = undefined;
  };
  const connect = () => {
    disconnect();
    isComing = true;
    socket = createSocket({
      url,
      retryMs: EVERY_MS,
      mayReconnect: (code) => {
        if (code !== SIGNED_OUT_CODE) return true;
        onSignedOut();
        return false;
      },
      onOpen: () => {
        isComing = false;
        const hasAsked = early !== undefined && Boolean(socket?.send(early));
        early = undefined;
        onOpen(hasAsked);
      },
      onMessage: ({ data }) => onMessage(data),
      onTrouble: () => {
        isComing = false;
        early = undefined;
        onTrouble();
      },
    });
    timer = setInterval(() => socket?.send(CHAT_PING), EVERY_MS);
  };
  return {
    connect,
    disconnect,
    /** Sends now, or as soon as the first connection is open; false if neither is possible. */
    ask: (question: string): boolean => {
      if (socket?.send(question)) return true;
      if (isComing) early = question;
      return isComing;
    },
  };
};
