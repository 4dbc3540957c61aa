import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { expect } from 'vitest';
import type { Browser, Seen, startServer } from '../signedIn.ts';

const { systemAdmin, systemAuditor, user, orgAdmin, orgAuditor, orgUser } = builtinRoles;

const roles = {
  superuser: { system_roles: [systemAdmin.id], org_roles: [orgUser.id] },
  auditor: { system_roles: [systemAuditor.id], org_roles: [orgUser.id] },
  administrator: { system_roles: [user.id], org_roles: [orgAdmin.id] },
  member: { system_roles: [user.id], org_roles: [orgUser.id] },
};

export type Target = { id: string; username: string };
/** A call that acts on a user, directly or through something that belongs to the user. */
export type Act = (by: Browser, target: Target) => Promise<Seen>;

const password = 'Right-password-1';

/** The id of what was created. */
export const created = ({ json, status, text }: Seen): string => {
  expect(status, text).toBe(201);
  return (json as { id: string }).id;
};

/** How many rows of an import failed; undefined for any other answer. */
const failedRows = ({ json }: Seen) => (json as { failed?: number } | undefined)?.failed;

/** Users of every rank, and what is expected of acts on them. */
export const createRanks = (server: Awaited<ReturnType<typeof startServer>>, admin: Browser) => {
  const add = async (rank: keyof typeof roles, more: object = {}): Promise<Target> => {
    const username = `${rank}-${randomUUID().slice(0, 8)}`;
    const facts = { name: username, username, email: `${username}@example.com`, ...roles[rank], ...more };
    return { id: created(await admin.post('/api/v1/users/users/', facts)), username };
  };
  /** A new user of a rank, signed in. */
  const signedIn = async (rank: keyof typeof roles, more: object = {}): Promise<Browser> => {
    const { username } = await add(rank, { password_strategy: 'custom', password, ...more });
    return server.browserOf(username, password);
  };
  return {
    add,
    signedIn,
    query: async <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
      (await server.pool.query(text, values)).rows,
    /** Expects that the caller is refused the act on users of higher rank, who are named. */
    expectRefusedAbove: async (
      { address, act, by }: { address: string; act: Act; by: Browser },
      check: (target: Target) => Promise<void> = async () => undefined,
    ): Promise<void> => {
      for (const rank of ['superuser', 'auditor'] as const) {
        const target = await add(rank);
        const answer = await act(by, target);
        const refused = address.includes('batch-import') ? [200, 1] : [403, undefined];
        expect([answer.status, failedRows(answer)], answer.text).toEqual(refused);
        expect(answer.text, rank).toContain(target.username);
        await check(target);
      }
    },
    /** Expects that the caller may act on users of equal and lower rank. */
    expectAllowedBelow: async (act: Act, by: Browser): Promise<void> => {
      for (const rank of ['administrator', 'member'] as const) {
        const answer = await act(by, await add(rank));
        expect([answer.status, failedRows(answer) ?? 0], `${rank}: ${answer.text}`).toEqual([
          expect.toSatisfy((status: number) => status >= 200 && status < 300),
          0,
        ]);
      }
    },
    /** Expects that an auditor, of the system or of an organization, is refused the act on any user. */
    expectRefusedToAuditors: async (act: Act): Promise<void> => {
      for (const held of [{ org_roles: [orgAuditor.id] }, { system_roles: [systemAuditor.id] }]) {
        const answer = await act(await signedIn('member', held), await add('member'));
        expect(answer.status, answer.text).toBe(403);
      }
    },
  };
};

export type Ranks = ReturnType<typeof createRanks>;
