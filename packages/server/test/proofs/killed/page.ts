import type pg from 'pg';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { databaseOf } from '../../../src/platform/database.ts';
import { openSession } from '../../../src/resources/users/user/sessions.ts';
import type { Program } from '../../servers/installation.ts';

/** Signs a user in; returns the cookie. */
export const signedIn = async (userId: string, pool: pg.Pool): Promise<string> => {
  const data = { login_time: Date.now(), backend: 'Password', is_persistent: true, has_mfa: true };
  const options = { userId, remoteAddr: '127.0.0.1', data, seconds: 86_400 };
  return `jms_sessionid=${(await openSession(options, databaseOf(pool))).secret}`;
};

/** A page open at one server, which connects again whenever its socket is lost, as the console does. */
export const openPage = ({ url }: Program, cookie: string) => {
  /** The numbers of unread messages that it was told over the present connection. */
  let told: number[] = [];
  let socket: WebSocket;
  let isClosed = false;
  const connect = () => {
    told = [];
    const mine = new WebSocket(`${url.replace('http', 'ws')}/ws/notifications/site-msg/`, {
      headers: { cookie },
    });
    socket = mine;
    mine.on('error', () => undefined);
    mine.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: string; unread_count?: number };
      if (mine === socket && frame.type === 'unread_count') told.push(frame.unread_count ?? -1);
    });
    mine.on('close', () => {
      if (!isClosed) setTimeout(connect, 100);
    });
  };
  connect();
  onTestFinished(() => {
    isClosed = true;
    socket.terminate();
  });
  return { told: () => [...told], last: () => told.at(-1) };
};
