import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { anonymous, type Context, type Engine } from '../engine/context.ts';
import { contextOf } from '../engine/http.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';

/** What the installation needs to act by itself. */
export type SystemDeps = { engine: Engine; config: Config };

/** The context of the installation itself, which acts where no user does. */
export const systemContext =
  ({ engine, config }: SystemDeps) =>
  (db: Database): Context =>
    contextOf(
      {
        actor: { ...anonymous, name: 'System' },
        org: { id: ROOT_ORG_ID, name: '', isRoot: true },
        language: config.GATEHOUSE_LANGUAGE,
        zone: config.GATEHOUSE_TIME_ZONE,
        remoteAddr: '',
        decrypt: (value) => value,
      },
      engine,
      db,
      [],
    );

/** The context of the installation itself in one organization, whose secrets it may read. */
export const organizationContext = (
  org: string,
  { engine, config, db }: SystemDeps & { db: Database },
): Context =>
  contextOf(
    {
      actor: { ...anonymous, name: 'System', isSuperuser: true },
      org: { id: org, name: engine.organizationName(org) ?? '', isRoot: org === ROOT_ORG_ID },
      language: config.GATEHOUSE_LANGUAGE,
      zone: config.GATEHOUSE_TIME_ZONE,
      remoteAddr: '',
      decrypt: (value) => value,
    },
    engine,
    db,
    [],
  );

/** Stands for the installation where a change needs a user who makes it; no user has this id. */
const installation = '00000000-0000-0000-0000-000000000000';

/** The context of the installation itself as one who may change what users may: for what another system says. */
export const changingContext = (
  org: string,
  deps: SystemDeps & { db: Database; remoteAddr: string },
): Context => {
  const ctx = organizationContext(org, deps);
  return { ...ctx, actor: { ...ctx.actor, id: installation }, remoteAddr: deps.remoteAddr };
};
