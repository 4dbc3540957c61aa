import type { AssetFacts, UserFacts } from '@gatehouse/contract/policy/selector.ts';
import { type Database, isUuid } from '../../../platform/database.ts';
import { factsOfAssets, factsOfUsers } from '../facts.ts';

type Ids = readonly string[];

/** Looks up those that are not known yet; what is gone is known as undefined. */
const learnInto =
  <Facts>(
    known: Map<string, Facts | undefined>,
    look: (ids: readonly string[]) => Promise<Map<string, Facts>>,
  ) =>
  async (ids: Ids): Promise<void> => {
    const unknown = [...new Set(ids)].filter((id) => isUuid(id) && !known.has(id));
    if (unknown.length === 0) return;
    const found = await look(unknown);
    for (const id of unknown) known.set(id, found.get(id.toLowerCase()));
  };

/** The users and assets of past events as rules see them now, each looked up once. */
export const createSubjects = (org: string | undefined, db: Database) => {
  const users = new Map<string, UserFacts | undefined>();
  const assets = new Map<string, AssetFacts | undefined>();
  const learnUsers = learnInto(users, (ids) => factsOfUsers(ids, org, db));
  const learnAssets = learnInto(assets, (ids) => factsOfAssets(ids, db));
  return {
    learn: async (userIds: Ids, assetIds: Ids): Promise<void> => {
      await learnUsers(userIds);
      await learnAssets(assetIds);
    },
    user: (id: string): UserFacts | undefined => users.get(id),
    asset: (id: string): AssetFacts | undefined => assets.get(id),
  };
};
