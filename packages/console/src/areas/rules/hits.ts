import type { Selector } from '@gatehouse/contract/resource/fieldTypes.ts';
import { attrRules } from '../../engine/select/selectorMatches.ts';

/** Collections that the selectors of rules choose from. */
export const hitUrls = { users: '/api/v1/users/users/', assets: '/api/v1/assets/assets/' } as const;

/** What a selector of a rule chooses. */
export type HitKind = keyof typeof hitUrls;

/** Most chosen rows that fit into the address of a list; more are kept by the server and named by a token. */
const mostChosen = 200;

/** A stored or edited selector; anything else chooses nothing. */
export const selectorIn = (value: unknown): Selector | undefined =>
  value && typeof value === 'object' && 'type' in value ? (value as Selector) : undefined;

/** The chosen rows of a selector that are too many for an address. */
export const longChoice = (selector: Selector): readonly string[] | undefined =>
  selector.type === 'ids' && selector.ids.length > mostChosen ? selector.ids : undefined;

/** The query of a list of the rows that a selector matches; of a long choice, of the first. */
export const hitQuery = (selector: Selector): Record<string, string> =>
  selector.type === 'ids'
    ? { ids: selector.ids.slice(0, mostChosen).join(',') }
    : { attr_rules: attrRules(selector) };
