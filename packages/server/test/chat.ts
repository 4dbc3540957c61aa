import { CHAT_CONNECTED, CHAT_SOCKET, type ChatFrame } from '@gatehouse/contract/wire/chat.ts';
import { WebSocket } from 'ws';
import type { Browser } from './signedIn.ts';

/** An open socket to the assistant, with a browser's cookies. */
export const openChat = (
  base: string,
  browser: Browser | undefined,
  headers: Record<string, string> = {},
) => {
  const cookie = [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`${base.replace('http', 'ws')}${CHAT_SOCKET}`, {
    headers: { cookie, ...headers },
  });
  const texts: string[] = [];
  const frames: ChatFrame[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('{')) frames.push(JSON.parse(text) as ChatFrame);
    else texts.push(text);
  });
  const ended = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('close', resolve);
    socket.on('error', () => undefined);
  });
  const isOpen = async () => {
    while (!texts.includes(CHAT_CONNECTED)) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  /** The next frame of a type after those already read. */
  const next = async (type: ChatFrame['type']): Promise<ChatFrame> => {
    while (true) {
      const at = frames.findIndex((frame) => frame.type === type);
      if (at >= 0) return frames.splice(0, at + 1)[at] as ChatFrame;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const say = (text: string) => socket.send(text);
  const ask = async (content: string, more: object = {}) => {
    await isOpen();
    say(JSON.stringify({ content, prompt: '', conversation_id: '', ...more }));
  };
  return { socket, texts, frames, ended, isOpen, next, say, ask };
};
