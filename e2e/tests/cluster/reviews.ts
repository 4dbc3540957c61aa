import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ApiClient, createClient, eventually } from '../../clients/api.ts';
import { openTerminal } from '../../clients/terminal.ts';
import { password } from '../../fixtures/estate.ts';
import type { Member } from '../../fixtures/member.ts';
import { everywhere, type Place } from './place.ts';

/** What is done about a review around the kill of a program. */
export type AroundKill = {
  /** At once. */
  killed?: () => Promise<void>;
  /** While the program is down. */
  meanwhile?: () => Promise<void>;
  /** Once it runs again. */
  afterwards: () => Promise<void>;
};

/** Reviews that wait while programs are killed. */
export type Reviews = {
  /** The rounds of a test: two kill the server at this place, two the gateway. */
  around: (round: number, at: number) => Promise<AroundKill>;
  stop: () => Promise<void>;
};

type State = 'pending' | 'approved' | 'rejected' | 'closed';
type Kind = 'command' | 'login-asset' | 'login';

const ticketsOf = ({ admins, database }: Place) => {
  const decide = (admin: ApiClient, kind: Kind, id: string, action: 'approve' | 'reject') =>
    // A connection of the client may have broken with its server.
    eventually('a decision', () =>
      admin.call('PUT', `/api/v1/tickets/apply-${kind}-tickets/${id}/${action}/`, {}).catch(() => undefined),
    );
  const stateAt = async (admin: ApiClient, id: string) =>
    (
      await eventually('a ticket', () =>
        admin
          .call<{ state: { value: State } }>('GET', `/api/v1/tickets/tickets/${id}/`)
          .catch(() => undefined),
      )
    ).body.state.value;
  return {
    decide,
    /** Every server tells this state, and it came about once. */
    expectState: async (id: string, state: State) => {
      for (const admin of admins)
        await eventually(`${state} at each server`, async () => (await stateAt(admin, id)) === state);
      const { rows } = await database.query(
        "select state from tickets_comment where ticket = $1 and type = 'state' and state <> 'pending'",
        [id],
      );
      expect(rows).toEqual(state === 'pending' ? [] : [{ state }]);
    },
  };
};

/** A command that waits for a reviewer in a new session; running it leaves a word in a file. */
const createCommands = async (place: Place, client: ApiClient) => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-reviews-'));
  // The machine may run commands as another account.
  await chmod(folder, 0o777);
  const wait = async (gateway?: Member) => {
    const shell = await place.quietShell(client, gateway);
    const file = join(folder, randomUUID());
    shell.terminal.type(`echo reviewed >> ${file}\r`);
    await shell.terminal.see('Waiting for approval');
    const ticket = await eventually('the ticket of the command', async () => {
      const { rows } = await place.database.query('select id from tickets_ticket where linked_session = $1', [
        shell.id,
      ]);
      return rows[0]?.id as string | undefined;
    });
    return { ...shell, ticket, ran: () => (existsSync(file) ? readFileSync(file, 'utf8') : 'never') };
  };
  return { wait, stop: () => rm(folder, { recursive: true, force: true }) };
};

/** A connection that waits for a reviewer; the rule that demands it is gone by then. */
const waitingConnection = async (place: Place, client: ApiClient, rule: object) => {
  const { id } = await place.create('/api/v1/acls/login-asset-acls/', {
    ...rule,
    name: 'Connections wait',
    rules: { ip_group: ['*'], time_period: [] },
  });
  const asked = await client.call<{ id: string; from_ticket: string; is_active: boolean }>(
    'POST',
    '/api/v1/authentication/connection-token/?create_ticket=1',
    { protocol: 'ssh', connect_method: 'web_cli', asset: place.asset.id, account: 'deploy' },
  );
  expect([asked.status, asked.body.is_active], asked.text).toEqual([201, false]);
  await place.admins[0].call('DELETE', `/api/v1/acls/login-asset-acls/${id}/`);
  const open = () => openTerminal(place.cluster.front.url, asked.body.id, client.cookies());
  return { ticket: asked.body.from_ticket, opens: async () => (await open()).opened() };
};

const guard = '/core/auth/login/guard/';

/** Sign-ins of a user that wait for a reviewer. */
const createSignIns = async ({ cluster, create, user, database }: Place, reviewer: string) => {
  const { id } = await user('eve');
  await create('/api/v1/acls/login-acls/', {
    ...{ name: 'Sign-ins wait', priority: 50, action: 'review', reviewers: [reviewer] },
    ...{ users: { type: 'ids', ids: [id] }, rules: { ip_group: ['*'], time_period: [] } },
  });
  const logged = async () => {
    const { rows } = await database.query(
      "select count(*)::int as entries from audits_userloginlog where rule = 'Sign-ins wait'",
    );
    return rows[0].entries as number;
  };
  return async () => {
    const before = await logged();
    const browser = createClient(cluster.front.url);
    expect(await browser.signIn('eve', password)).toBe('/core/auth/login/wait-confirm/');
    const { body } = await browser.call<{ data: { ticket_id: string } }>(
      'GET',
      '/api/v1/authentication/login-confirm-ticket/status/',
    );
    return {
      ticket: body.data.ticket_id,
      /** Where the browser is led that asks again. */
      leadsTo: async () =>
        eventually('the answer to a sign-in', async () =>
          browser.call('GET', guard).then(
            ({ headers }) => headers.get('location') ?? undefined,
            () => undefined,
          ),
        ),
      /** How often an outcome was written to the login log. */
      outcomes: async () => (await logged()) - before,
    };
  };
};

type Means = {
  place: Place;
  /** The user, and what rules say that concern this user only. */
  client: ApiClient;
  rule: object;
  commands: Awaited<ReturnType<typeof createCommands>>;
  /** Lets a sign-in of another user wait. */
  signIn: Awaited<ReturnType<typeof createSignIns>>;
  tickets: ReturnType<typeof ticketsOf>;
};
/** What happens in a round in which the program at this place is killed. */
type Round = (means: Means, at: number) => Promise<AroundKill>;

/** No server runs for a while; what waited still does, and is approved then. */
const outage: Round = async ({ place, client, rule, commands, signIn, tickets }, at) => {
  const { admins, cluster } = place;
  const command = await commands.wait();
  const connection = await waitingConnection(place, client, rule);
  const entry = await signIn();
  const other = cluster.servers[1 - at]!;
  return {
    meanwhile: async () => {
      await other.kill();
      await other.start();
    },
    afterwards: async () => {
      await tickets.expectState(command.ticket, 'pending');
      await expect(connection.opens()).rejects.toThrow('no shell');
      expect(command.ran()).toBe('never');
      expect(await entry.leadsTo()).toBe('/core/auth/login/wait-confirm/');
      const kinds = [
        ['command', command.ticket],
        ['login-asset', connection.ticket],
        ['login', entry.ticket],
      ] as const;
      for (const [kind, ticket] of kinds) {
        expect((await tickets.decide(admins[0], kind, ticket, 'approve')).status).toBe(200);
        expect((await tickets.decide(admins[1], kind, ticket, 'reject')).status).toBe(400);
        await tickets.expectState(ticket, 'approved');
      }
      await eventually('the approved command', async () => command.ran() !== 'never');
      await connection.opens();
      for (let round = 0; round < 2; round += 1) expect(await entry.leadsTo()).toBe('/ui/');
      expect(await entry.outcomes()).toBe(1);
      await command.terminal.resume();
      command.terminal.close();
      expect(command.ran()).toBe('reviewed\n');
    },
  };
};

/** The other server takes the decision while one is down. */
const rejected: Round = async ({ place: { admins }, commands, signIn, tickets }, at) => {
  const command = await commands.wait();
  const entry = await signIn();
  return {
    killed: async () => {
      for (const [kind, ticket] of [
        ['command', command.ticket],
        ['login', entry.ticket],
      ] as const)
        expect((await tickets.decide(admins[1 - at]!, kind, ticket, 'reject')).status).toBe(200);
      expect(await entry.leadsTo()).toBe('/core/auth/login/?review_refused=1');
    },
    afterwards: async () => {
      await tickets.expectState(entry.ticket, 'rejected');
      expect(await entry.outcomes()).toBe(1);
      if (!command.terminal.isConnected()) await command.terminal.resume();
      await command.terminal.see('refused this command');
      command.terminal.close();
      await tickets.expectState(command.ticket, 'rejected');
      expect(command.ran()).toBe('never');
    },
  };
};

/** Nothing waits any more once the gateway is gone. */
const lost: Round = async ({ place: { admins, cluster }, commands, tickets }, at) => {
  const command = await commands.wait(cluster.gateways[at]);
  return {
    meanwhile: async () => {
      await tickets.expectState(command.ticket, 'closed');
      expect((await tickets.decide(admins[0], 'command', command.ticket, 'approve')).status).toBe(400);
    },
    afterwards: async () => {
      await tickets.expectState(command.ticket, 'closed');
      expect(command.ran()).toBe('never');
    },
  };
};

/** The approval comes when the gateway is gone already. */
const late: Round = async ({ place: { admins, cluster }, commands, tickets }, at) => {
  const command = await commands.wait(cluster.gateways[at]);
  return {
    killed: async () => {
      expect((await tickets.decide(admins[0], 'command', command.ticket, 'approve')).status).toBe(200);
    },
    afterwards: async () => {
      await tickets.expectState(command.ticket, 'approved');
      expect(command.ran()).toBe('never');
    },
  };
};

const rounds = [outage, rejected, lost, late];

/** Reviews of commands, connections and sign-ins; the administrator decides. */
export const startReviews = async (place: Place): Promise<Reviews> => {
  const { admins, create } = place;
  const { id: user, client } = await place.user('bob');
  const { body: reviewer } = await admins[0].call<{ id: string }>('GET', '/api/v1/users/profile/');
  const users = { type: 'ids', ids: [user] };
  const rule = { ...everywhere, action: 'review', reviewers: [reviewer.id], users };
  const words = { name: 'reviewed', content: 'echo reviewed' };
  const group = await create('/api/v1/acls/command-groups/', words);
  const filter = { ...rule, name: 'Commands wait', command_groups: [group.id] };
  await create('/api/v1/acls/command-filter-acls/', filter);
  const commands = await createCommands(place, client);
  const signIn = await createSignIns(place, reviewer.id);
  const means = { place, client, rule, commands, signIn, tickets: ticketsOf(place) };
  return {
    around: (round, at) => rounds[round % rounds.length]!(means, at),
    stop: commands.stop,
  };
};
