import { CHAT_PING } from '@gatehouse/contract/wire/chat.ts';
import { SIGNED_OUT_CODE } from '@gatehouse/contract/wire/siteMessages.ts';
import { createSocket, type Socket } from '../../platform/socket/createSocket.ts';

/** Pause before a lost connection comes back, and between two signs of life. */
const EVERY_MS = 10_000;

type Deps = {
  url: string;
  onMessage: (data: unknown) => void;
  /** The line stands; whether a question asked before that went out over it. */
  onOpen: (hasAsked: boolean) => void;
  onTrouble: () => void;
  onSignedOut: () => void;
};

/** The line to the assistant: kept alive, made again, with the question that was asked before it stood. */
export const createChatLine = ({ url, onMessage, onOpen, onTrouble, onSignedOut }: Deps) => {
  let socket: Socket | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The line is made for the first time since it was asked for. */
  let isComing = false;
  /** A question asked before the line stood. */
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
    /** Sends now, or as soon as a line on its way stands; answers whether it will. */
    ask: (question: string): boolean => {
      if (socket?.send(question)) return true;
      if (isComing) early = question;
      return isComing;
    },
  };
};
