import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { anonymous, type Context } from '../../src/engine/context.ts';
import { contextOf } from '../../src/engine/http.ts';
import { type ConfirmationInput, openConfirmation } from '../../src/flows/tickets/confirmations/open.ts';
import type { Database } from '../../src/platform/database.ts';
import type { TicketApi } from '../tickets.ts';

/** What opens confirmations in tests, as rules do. */
export const confirmationsOf = ({ services, ann, boss, chief, asset }: TicketApi) => {
  /** The installation, as rules act. */
  const contextIn = (db: Database): Context =>
    contextOf(
      {
        actor: anonymous,
        org: { id: ROOT_ORG_ID, name: '', isRoot: true },
        language: 'en',
        zone: 'UTC',
        remoteAddr: '203.0.113.7',
        decrypt: (value) => value,
      },
      services.engine,
      db,
      [],
    );
  const inTransaction = <T>(work: (ctx: Context) => Promise<T>): Promise<T> =>
    services.db.transaction((tx) => work(contextIn(tx)));
  const common = { applicant: ann.id, reviewers: [boss.id, chief.id] };
  const samples = {
    login_confirm: {
      ...common,
      type: 'login_confirm',
      rule: randomUUID(),
      ip: '203.0.113.7',
      city: 'Graz',
      at: new Date(),
    },
    login_asset_confirm: {
      ...common,
      type: 'login_asset_confirm',
      org: DEFAULT_ORG_ID,
      rule: randomUUID(),
      asset,
      account: 'root',
      ip: '203.0.113.7',
    },
    command_confirm: {
      ...common,
      type: 'command_confirm',
      org: DEFAULT_ORG_ID,
      asset: 'web-1(10.0.0.5)',
      account: 'root(root)',
      command: 'systemctl restart erp',
      session: randomUUID(),
      filter: { id: randomUUID(), name: 'dangerous' },
    },
  } satisfies Record<ConfirmationInput['type'], ConfirmationInput>;
  const ask = (input: ConfirmationInput) => inTransaction((ctx) => openConfirmation(input, ctx));
  /** Opens a ticket of a type, with the test's changes, and returns its id. */
  const open = async (type: ConfirmationInput['type'], more: Partial<ConfirmationInput> = {}) => {
    const opened = await ask({ ...samples[type], ...more } as ConfirmationInput);
    if (opened.outcome !== 'opened') throw new Error(opened.outcome);
    return opened.ticket.id;
  };
  return { samples, ask, open, inTransaction, contextIn };
};
