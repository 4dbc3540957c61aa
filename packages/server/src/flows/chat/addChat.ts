import type { HttpPorts } from '../../engine/http.ts';
import type { Renderer } from '../../engine/routes/resourceRoutes.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { createConversations } from './conversations.ts';
import { addChatInterrupt } from './interrupt.ts';
import { addChatPrompts } from './prompts.ts';
import { addChatSocket, type ChatDeps } from './socket.ts';
import { addChatTest } from './testing.ts';

/** Registers the assistant: asking, stopping, prompts, and the test of its settings. */
export const addChat = (
  ports: HttpPorts,
  deps: Omit<ChatDeps, 'conversations'> & { vault: Vault },
  render: Renderer,
): void => {
  const conversations = createConversations({ db: ports.db, vault: deps.vault });
  addChatSocket(ports, { ...deps, conversations });
  addChatInterrupt(ports, conversations);
  addChatPrompts(ports, render);
  addChatTest(ports, deps.settings);
};
