import { registerHooks } from 'node:module';

// The manifest of drizzle-orm lists every one of its files. Node parses these 180 kB again for every import
// of the package or within it, which takes two thirds of the server's start time. So each specifier is looked
// up once, and relative imports within the package are resolved directly.
const slow = 'drizzle-orm';
const found = new Map<string, { url: string; format: 'module'; shortCircuit: true }>();

registerHooks({
  resolve: (specifier, context, next) => {
    const isOwnFile = specifier.startsWith('.') && context.parentURL?.includes(`/node_modules/${slow}/`);
    if (isOwnFile)
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    if (specifier !== slow && !specifier.startsWith(`${slow}/`)) return next(specifier, context);
    const known = found.get(specifier);
    if (known) return known;
    const { url } = next(specifier, context);
    const answer = { url, format: 'module', shortCircuit: true } as const;
    found.set(specifier, answer);
    return answer;
  },
});
