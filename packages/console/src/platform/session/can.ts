/** The permissions an action needs: none, one, either of `a|b`, or all in a list. */
export type Need = string | readonly string[] | undefined;

/** Whether the held permissions satisfy a need. */
export const can = (held: ReadonlySet<string>, need: Need): boolean =>
  [need ?? []]
    .flat()
    .every((entry) => entry === '' || entry === '*' || entry.split('|').some((p) => held.has(p.trim())));

/** Verb of a route's permission; `del` is the specification's word for destroy. */
const verbs = { list: 'view', retrieve: 'view', create: 'add', update: 'change', destroy: 'del' } as const;

/** What a route does with its resource. */
export type RouteAction = keyof typeof verbs;

/** Default permission of a route: `app.verb_resource`. */
export const routePermission = (app: string, action: RouteAction, resource: string): string =>
  `${app}.${verbs[action]}_${resource}`;
